// What a person could see, and what looks like a trap for programs.
//
// All answers are remembered for the length of one question: `Sight` is made anew for each.

const IN_VIEW = { visibilityProperty: true, opacityProperty: true };
const NEVER = /^(off|nope|false|no|new-password)$/i; // words with which authors ask programs to keep off
const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
const OPEN = { hushed: null, inert: false, scrolled: false, scroller: false, gone: false, clip: EVERYWHERE, placed: EVERYWHERE };
const FAR = 3000; // pixels off where a thing belongs, which nobody goes to look for it

class Sight {
  constructor() {
    this.around = new Map(); // what each ancestor does to what is inside it
    this.seen = new Map();
    this.scrollX = globalThis.scrollX;
    this.scrollY = globalThis.scrollY;
    this.root = rootElement(document);
    this.body = bodyOf(document);
    this.rtl = undefined;
    this.modal = undefined;
  }

  // What the element and all around it do to what is inside: hide it from screen readers, put it out of use, cut off
  // what goes over the edge. `clip` is for what stands in the flow, `placed` for what has an absolute position.
  surroundings(element) {
    const known = this.around.get(element);
    if (known !== undefined) return known;
    const chain = [];
    let at = element;
    let told = OPEN;
    while (at !== null) {
      const base = this.around.get(at);
      if (base !== undefined) {
        told = base;
        break;
      }
      chain.push(at);
      at = flatParent(at);
    }
    for (let i = chain.length - 1; i >= 0; i -= 1) {
      told = this.within(chain[i], told);
      this.around.set(chain[i], told);
    }
    return told;
  }

  within(element, outer) {
    let { hushed, inert, scrolled, scroller, gone, clip, placed } = outer;
    if (hushed === null && attribute(element, 'aria-hidden') === 'true') hushed = element;
    if (hasAttribute(element, 'inert')) inert = true;
    if (element === this.root || element === this.body) return hushed === outer.hushed && inert === outer.inert ? outer : { ...outer, hushed, inert };
    const style = getComputedStyle(element);
    const { position } = style;
    if (!gone) gone = isVeiled(style) || cutAway(style) || (!scroller && isFarOff(element, style));
    if (position === 'fixed') {
      clip = EVERYWHERE;
      placed = EVERYWHERE;
    } else if (position === 'absolute') clip = placed;
    const across = style.overflowX;
    const down = style.overflowY;
    if (across !== 'visible' || down !== 'visible') {
      const scrolls = across === 'auto' || across === 'scroll' || down === 'auto' || down === 'scroll';
      scroller ||= scrolls;
      if (!scrolled && (scrollTop(element) !== 0 || scrollLeft(element) !== 0)) scrolled = true;
      const box = rectOf(element);
      // One can scroll to what is inside of a scroller, if the scroller itself can be seen.
      clip = meet(clip, box, across === 'hidden' || across === 'clip', down === 'hidden' || down === 'clip', scrolls);
    }
    if (position !== 'static') placed = clip;
    if (hushed === outer.hushed && inert === outer.inert && scrolled === outer.scrolled && scroller === outer.scroller && gone === outer.gone && clip === outer.clip && placed === outer.placed) return outer;
    return { hushed, inert, scrolled, scroller, gone, clip, placed };
  }

  // Beyond the edges to which one can scroll.
  beyond(box, around) {
    if (around.scrolled) return false;
    if (box.bottom + this.scrollY <= 0) return true;
    if (this.rtl === undefined) this.rtl = getComputedStyle(this.root).direction === 'rtl';
    if (!this.rtl) return box.right + this.scrollX <= 0;
    return box.left + this.scrollX >= this.root.clientWidth;
  }

  // Whether the very element is in sight: rendered, with a size, not transparent, not cut off, within reach.
  itself(element) {
    const known = this.seen.get(element);
    if (known !== undefined) return known;
    const told = this.painted(element) && !this.withdrawn(element);
    this.seen.set(element, told);
    return told;
  }

  painted(element) {
    if (!checkVisibility(element, IN_VIEW)) return false;
    const box = rectOf(element);
    const parent = flatParent(element);
    const around = parent === null ? OPEN : this.surroundings(parent);
    const mine = this.surroundings(element);
    if (mine.gone) return false;
    if (box.width < 2 || box.height < 2) {
      // `display: contents`, or a box whose content goes over its edges.
      if (FIELDS.has(tagOf(element)) || mine.clip !== around.clip || !isElement(firstElement(element))) return false;
      return box.width === 0 && box.height === 0 ? getComputedStyle(element).display === 'contents' : true;
    }
    if (this.beyond(box, around)) return false;
    // A line of a pixel is nothing to see.
    const [wide, high] = this.left(element, box, around);
    if (wide < 2 || high < 2) return false;
    return !(isWritten(element) && (Math.abs(parseFloat(getComputedStyle(element).textIndent)) >= FAR / 3 || isPapered(element, box)));
  }

  // How wide and high is what is left of its box where it stands.
  left(element, box, around) {
    const { position } = getComputedStyle(element);
    const clip = position === 'fixed' ? EVERYWHERE : position === 'absolute' ? around.placed : around.clip;
    return [Math.min(box.right, clip.right) - Math.max(box.left, clip.left), Math.min(box.bottom, clip.bottom) - Math.max(box.top, clip.top)];
  }

  // Whether a frame is in sight by its element, and has room for a field.
  frame(element) {
    if (!this.itself(element)) return false;
    const box = rectOf(element);
    const parent = flatParent(element);
    const [wide, high] = this.left(element, box, parent === null ? OPEN : this.surroundings(parent));
    return wide > 20 && high > 8 && !isPapered(element, box);
  }

  // Painted, and yet not there for people: out of use, or hidden from screen readers and not merely by mistake.
  withdrawn(element) {
    const { hushed, inert } = this.surroundings(element);
    if (inert) return true;
    if (hushed === null) return false;
    if (hushed === element) return true;
    // What lies behind an open dialog is hidden so; and so is a page by some authors' mistake.
    if (this.dialogOver(hushed)) return true;
    if (attr(element, 'tabindex') === '-1' && isWritten(element)) return true;
    const box = rectOf(element);
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (x < 0 || x >= innerWidth) return true;
    if (y < 0 || y >= innerHeight) return false;
    const hit = hitAt(x, y);
    return hit === null || !(flatContains(hushed, hit) || flatContains(hit, element) || closest(hit, 'label') !== null);
  }

  dialogOver(hushed) {
    if (this.modal === undefined) {
      this.modal = null;
      for (const dialog of findAll(document, '[aria-modal=true],dialog:modal,[role=dialog],[role=alertdialog]')) {
        if (shown(dialog) && closest(dialog, '[aria-hidden=true]') === null && rectOf(dialog).width > 1) this.modal = dialog;
      }
    }
    return this.modal !== null && !flatContains(hushed, this.modal);
  }

  // Whether a person could see the control or what stands for it.
  control(element) {
    if (this.itself(element)) return true;
    const tag = tagOf(element);
    const type = tag === 'input' ? element.type : '';
    const ticked = type === 'checkbox' || type === 'radio';
    if (ticked || type === 'file') for (const label of labelsOf(element)) if (this.itself(label)) return true;
    if (this.surroundings(element).hushed !== null) return false;
    if (tag === 'select' && this.faced(element)) return true;
    // A transparent box over a painted one, or a small one beside it: what is painted is in the same parent.
    // Of several parts of a widget, only one is in the tab order at a time.
    if ((attr(element, 'tabindex') !== '-1' || !NATIVE.has(tag)) && this.laidOut(element)) {
      const box = rectOf(element);
      const parent = flatParent(element);
      if (ticked || type === 'range' || roleOf(element) === 'combobox' || tag === 'select') {
        const sized = tag === 'select' ? box.width > 20 && box.height > 8 : box.width > 0 && box.height > 0;
        if (parent && sized && this.itself(parent)) return !this.beyond(box, this.surroundings(element));
      }
      if (box.width > 1 && box.height > 1 && !checkVisibility(element, IN_VIEW) && !NEVER.test(attr(element, 'autocomplete').trim())) return this.dimmed(element, box);
    }
    // A file input is opened by whatever is around it.
    if (type === 'file') {
      let parent = flatParent(element);
      for (let up = 0; up < 3 && parent !== null; up += 1, parent = flatParent(parent)) {
        if (parent === this.body || tagOf(parent) === 'form') break;
        if (this.itself(parent)) return true;
      }
    }
    return false;
  }

  // Shown in pieces of its own that are no controls: in the same small piece of the page stands a list of just its options.
  faced(select) {
    const labels = [...select.options].map((option) => fold(option.label));
    if (labels.length < 2) return false;
    let piece = flatParent(select);
    for (let up = 0; up < 3 && piece !== null; up += 1, piece = flatParent(piece)) {
      const tag = tagOf(piece);
      if (tag === 'form' || tag === 'body' || tag === 'main' || tag === 'section') return false;
      if (!this.itself(piece)) continue;
      if ([...findAll(piece, CONTROL)].some((it) => it !== select && this.itself(it))) return false;
      for (const list of findAll(piece, 'ul,ol,div')) {
        const items = [];
        for (let item = firstElement(list); item !== null && items.length <= labels.length; item = nextElement(item)) items.push(fold(textContent(item)));
        if (items.length === labels.length && items.every((text, i) => text === labels[i])) return true;
      }
    }
    return false;
  }

  // Transparent until it has the focus, with its label painted in its place: what holds it is painted, and small.
  dimmed(element, box) {
    let at = flatParent(element);
    for (let up = 0; up < 7 && at !== null; up += 1, at = flatParent(at)) {
      const tag = tagOf(at);
      if (tag === 'form' || tag === 'body' || tag === 'main' || tag === 'section') return false;
      if (!this.itself(at)) continue;
      const around = rectOf(at);
      const inside = box.left >= around.left - 4 && box.right <= around.right + 4 && box.top >= around.top - 4 && box.bottom <= around.bottom + 4;
      return inside && around.height <= 160 && findAll(at, CONTROL).length <= 8 && textOf(at) !== '';
    }
    return false;
  }

  laidOut(element) {
    return checkVisibility(element, ALL_BUT_OPACITY);
  }

  // Not hidden by `display`, and yet out of sight or out of reach: nobody is meant to fill it in but programs.
  trap(element) {
    const tag = tagOf(element);
    if (tag !== 'input' && tag !== 'textarea' && tag !== 'select') return false;
    if (tag === 'input' && !TEXTUAL.has(element.type) && element.type !== 'checkbox') return false;
    if (!this.laidOut(element) || this.control(element)) return false;
    for (const label of labelsOf(element)) if (this.itself(label)) return false;
    const around = this.surroundings(element);
    const unreachable = attr(element, 'tabindex') === '-1';
    const hushed = around.hushed !== null;
    if (this.painted(element)) return unreachable && (around.hushed === element || (hushed && isWritten(element) && !this.dialogOver(around.hushed)));
    const box = rectOf(element);
    const far = this.beyond(box, around) && (box.right + this.scrollX < -300 || box.bottom + this.scrollY < -300);
    return hushed || unreachable || far || NEVER.test(attr(element, 'autocomplete').trim());
  }
}

// What of `clip` is left inside `box`. A scroller cuts nothing off that one cannot scroll to, unless it is itself cut
// off or has no size.
const meet = (clip, box, across, down, scrolls) => {
  if (scrolls && box.width > 1 && box.height > 1) {
    const out = box.right <= clip.left || box.left >= clip.right || box.bottom <= clip.top || box.top >= clip.bottom;
    return out ? clip : EVERYWHERE;
  }
  return {
    left: across || scrolls ? Math.max(clip.left, box.left) : clip.left,
    right: across || scrolls ? Math.min(clip.right, box.right) : clip.right,
    top: down || scrolls ? Math.max(clip.top, box.top) : clip.top,
    bottom: down || scrolls ? Math.min(clip.bottom, box.bottom) : clip.bottom,
  };
};

// `clip: rect(0 0 0 0)` and `clip-path: inset(50%)`, the usual ways to leave something to screen readers alone, and the
// others that leave nothing.
const cutAway = ({ clip, clipPath }) => {
  if (clip !== 'auto' && /^rect\(/.test(clip)) {
    const [top, right, bottom, left] = (clip.match(/-?[\d.]+(?=px)|auto/g) ?? []).map(Number);
    if (right - left < 2 || bottom - top < 2) return true;
  }
  if (clipPath === 'none') return false;
  const shape = /^(inset|circle|ellipse|polygon|rect|xywh|path)\((.*?)\)/.exec(clipPath);
  if (shape === null) return false;
  const [, kind, told] = shape;
  const sizes = told.split(/ round | at /)[0].trim();
  if (kind === 'circle' || kind === 'ellipse') return /(^| )0(px|%)?( |$)/.test(sizes);
  if (kind === 'path') return !/[lhvcqa]/i.test(told);
  const sides = sizes.split(' ').map((side) => (side.endsWith('%') || parseFloat(side) === 0 ? parseFloat(side) : NaN));
  if (kind === 'inset') {
    const [top, right = top, bottom = top, left = right] = sides;
    return top + bottom >= 100 || left + right >= 100;
  }
  if (kind !== 'polygon') return false;
  const points = told.replace(/^(nonzero|evenodd),/, '').split(',').map((point) => point.trim().split(' '));
  return [0, 1].some((axis) => points.every((point) => point[axis] === points[0][axis]));
};

// As good as transparent. Opacity of nothing at all has its own rules, since what is transparent may be a control.
const isVeiled = ({ filter, opacity }) => {
  if (filter !== 'none' && /opacity\(0(\.0\d*)?%?\)/.test(filter)) return true;
  return opacity !== '1' && opacity !== '0' && Number(opacity) < 0.02;
};

// Put so far off its place, to any side, that nobody comes by. What stands in the flow is where it belongs.
const isFarOff = (element, style) => {
  const { position, transform } = style;
  const apart = position === 'absolute' || position === 'fixed';
  if (!apart && position === 'static' && transform === 'none') return Math.abs(parseFloat(style.marginLeft)) >= FAR;
  const box = rectOf(element);
  if (position === 'fixed') return box.left >= innerWidth + FAR || box.top >= innerHeight + FAR || box.right <= -FAR || box.bottom <= -FAR;
  const parent = flatParent(element);
  const around = parent === null ? null : rectOf(parent);
  if (around === null || (around.width === 0 && around.height === 0)) return false;
  return box.left - around.right >= FAR || around.left - box.right >= FAR || box.top - around.bottom >= FAR || around.top - box.bottom >= FAR;
};

const isWritten = (element) => tagOf(element) === 'textarea' || (tagOf(element) === 'input' && TEXTUAL.has(element.type));

// Under something opaque that lies beside it in the page and shows nothing itself: a patch, no widget and no banner.
const isPapered = (element, box) => {
  let at = element;
  for (let up = 0; up < 3 && at !== null; up += 1, at = flatParent(at)) {
    const parent = flatParent(at);
    if (parent === null || up > 0 && (tagOf(at) === 'form' || tagOf(at) === 'body')) return false;
    let beside = firstElement(parent);
    for (let count = 0; beside !== null && count < 40; count += 1, beside = nextElement(beside)) {
      if (beside === at) continue;
      const over = rectOf(beside);
      if (over.left > box.left || over.right < box.right || over.top > box.top || over.bottom < box.bottom || over.width === 0) continue;
      const style = getComputedStyle(beside);
      const colour = style.backgroundColor;
      const opaque = colour.startsWith('rgb(') && style.opacity === '1' && style.visibility === 'visible' && style.backgroundImage === 'none';
      if (opaque && style.position !== 'static' && !(Number(style.zIndex) < 0) && textOf(beside) === '' && find(beside, `${CONTROL},img,svg,canvas,video,button`) === null && !matches(beside, CONTROL)) return true;
    }
  }
  return false;
};
