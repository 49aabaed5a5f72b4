// What a person could see, and what looks like a trap for programs.
//
// All answers are remembered for the length of one question: `Sight` is made anew for each.

const IN_VIEW = { visibilityProperty: true, opacityProperty: true };

class Sight {
  constructor() {
    this.around = new Map(); // what each ancestor does to what is inside it
    this.seen = new Map();
    this.scrollX = globalThis.scrollX;
    this.scrollY = globalThis.scrollY;
    this.rtl = undefined;
  }

  // What the element and all around it do to what is inside: hide it from everyone (`aria-hidden`, `inert`), or
  // clip it away (a box of no size that lets nothing overflow, such as a closed accordion).
  surroundings(element) {
    const known = this.around.get(element);
    if (known !== undefined) return known;
    const chain = [];
    let at = element;
    let base;
    while (at !== null) {
      base = this.around.get(at);
      if (base !== undefined) break;
      chain.push(at);
      at = flatParent(at);
    }
    let told = base ?? { hushed: false, clipped: false, scrolled: false };
    for (let i = chain.length - 1; i >= 0; i -= 1) {
      const here = chain[i];
      let { hushed, clipped, scrolled } = told;
      if (attribute(here, 'aria-hidden') === 'true' || hasAttribute(here, 'inert')) hushed = true;
      if (!clipped) {
        const box = rectOf(here);
        if ((box.width < 2 || box.height < 2) && clips(here)) clipped = true;
      }
      if (!scrolled && (scrollTop(here) !== 0 || scrollLeft(here) !== 0) && here !== rootElement(document) && here !== bodyOf(document)) scrolled = true;
      if (hushed !== told.hushed || clipped !== told.clipped || scrolled !== told.scrolled) told = { hushed, clipped, scrolled };
      this.around.set(here, told);
    }
    return told;
  }

  // Beyond the edges to which one can scroll.
  beyond(box, around) {
    if (around.scrolled) return false;
    if (box.bottom + this.scrollY <= 0) return true;
    if (this.rtl === undefined) this.rtl = getComputedStyle(rootElement(document)).direction === 'rtl';
    if (!this.rtl) return box.right + this.scrollX <= 0;
    return box.left + this.scrollX >= rootElement(document).clientWidth;
  }

  // Whether the very element is in sight: rendered, with a size, not transparent, not clipped away, within reach.
  itself(element) {
    const known = this.seen.get(element);
    if (known !== undefined) return known;
    const told = this.look(element);
    this.seen.set(element, told);
    return told;
  }

  look(element) {
    if (!checkVisibility(element, IN_VIEW)) return false;
    const box = rectOf(element);
    if (box.width < 2 || box.height < 2) {
      // `display: contents`, or a box whose content overflows it.
      if (getComputedStyle(element).display !== 'contents' && !(isElement(firstElement(element)) && !clips(element) && !FIELDS.has(tagOf(element)))) return false;
      const around = this.surroundings(element);
      return !around.hushed && !around.clipped;
    }
    const around = this.surroundings(element);
    if (around.hushed || around.clipped || this.beyond(box, around)) return false;
    return !cutAway(element);
  }

  // Whether a person could see the control or what stands for it.
  control(element) {
    if (this.itself(element)) return true;
    const around = this.surroundings(element);
    if (around.hushed) return false;
    const tag = tagOf(element);
    const type = tag === 'input' ? element.type : '';
    for (const label of labelsOf(element)) if (this.itself(label)) return true;
    // A transparent box over a painted one, or a small one beside it: what is painted is in the same parent.
    if (type === 'checkbox' || type === 'radio' || roleOf(element) === 'combobox') {
      const parent = flatParent(element);
      if (parent && this.laidOut(element) && attr(element, 'tabindex') !== '-1' && this.itself(parent)) {
        const box = rectOf(element);
        return !this.beyond(box, around) && box.width > 0 && box.height > 0;
      }
    }
    // A file input is opened by whatever is around it.
    if (type === 'file') {
      let parent = flatParent(element);
      for (let up = 0; up < 3 && parent !== null; up += 1, parent = flatParent(parent)) {
        if (parent === bodyOf(document) || tagOf(parent) === 'form') break;
        if (this.itself(parent)) return true;
      }
    }
    return false;
  }

  laidOut(element) {
    return checkVisibility(element, ALL_BUT_OPACITY);
  }

  // Not hidden by `display`, and yet out of sight: nobody is meant to fill it in but programs.
  trap(element) {
    const tag = tagOf(element);
    if (tag !== 'input' && tag !== 'textarea' && tag !== 'select') return false;
    if (tag === 'input' && !TEXTUAL.has(element.type) && element.type !== 'checkbox') return false;
    if (!this.laidOut(element)) return false;
    for (const label of labelsOf(element)) if (this.itself(label)) return false;
    const around = this.surroundings(element);
    if (this.itself(element)) return false;
    const box = rectOf(element);
    const shut = around.hushed || attr(element, 'tabindex') === '-1' || /^(off|nope|false|new-password)$/i.test(attr(element, 'autocomplete').trim());
    const far = this.beyond(box, around) && (box.right + this.scrollX < -300 || box.bottom + this.scrollY < -300);
    return shut || far;
  }
}

const clips = (element) => {
  const style = getComputedStyle(element);
  return style.overflowX !== 'visible' || style.overflowY !== 'visible' || style.clip !== 'auto';
};

// `clip: rect(0 0 0 0)` and `clip-path: inset(50%)`, the usual ways to leave something to screen readers alone.
const cutAway = (element) => {
  const { clip, clipPath } = getComputedStyle(element);
  if (clip !== 'auto' && /^rect\((0px|1px),? (0px|1px),? (0px|1px),? (0px|1px)\)$/.test(clip)) return true;
  return clipPath !== 'none' && /^inset\((50|100)%|^circle\(0/.test(clipPath);
};
