// One control, several faces: a widget is often an ARIA control for people, with a hidden native one that keeps its
// value, a wrapper with a role around the box that one types in, and a list that opens. It is told once.

// What holds the whole of a form says nothing of what belongs together in it.
const WHOLE = new Set(['body', 'main', 'form', 'fieldset', 'section', 'article']);
const WIDGET_ROLES = new Set(['combobox', 'listbox', 'spinbutton', 'slider', 'switch', 'checkbox', 'radio', 'textbox', 'searchbox']);
const KEEPERS = new Set(['spinbutton', 'slider', 'textbox', 'radio', 'combobox']); // may have a value that a hidden box keeps
const BOX_ROLES = new Set(['checkbox', 'radio', 'switch']);
const WRITING = new Set(['text', 'search', 'email', 'tel', 'url', 'password', 'number']);
const tabbable = (element) => {
  const index = attribute(element, 'tabindex');
  if (index !== null && +index < 0) return false;
  if (NATIVE.has(tagOf(element)) || tagOf(element) === 'button') return true;
  return index !== null || isEditingHost(element);
};

// What sort of thing a control is, to tell whether two controls may be two faces of one.
const sortOf = (element) => {
  const tag = tagOf(element);
  const role = roleOf(element);
  if (tag === 'select' || role === 'combobox' || role === 'listbox' || role === 'searchbox' || attr(element, 'aria-haspopup') === 'listbox') return 'choice';
  if (tag === 'input') {
    const { type } = element;
    if (type === 'checkbox' || type === 'radio') return 'box';
    if (type === 'range') return 'slider';
    if (type === 'number') return 'spin';
    return 'choice';
  }
  if (BOX_ROLES.has(role)) return 'box';
  if (role === 'slider') return 'slider';
  if (role === 'spinbutton') return 'spin';
  return role === 'combobox' || isButtonLike(element) ? 'choice' : 'text';
};

class Faces {
  constructor(scene) {
    this.scene = scene;
    this.sight = scene.sight;
    this.out = new Set();
    this.backed = new Map(); // the hidden native control behind one that is told
    this.wrappers = new Map(); // the wrapper with a role around one that is told
    this.drawn = new Map(); // what is drawn, without a role, for a hidden native list
    const { controls } = scene;
    this.widgets = controls.filter((it) => !NATIVE.has(tagOf(it)) || WIDGET_ROLES.has(roleOf(it)));
    if (controls.length === 0) return;
    this.known = new Set(controls);
    if (this.widgets.length > 0) {
      this.lists();
      this.wraps();
      this.openers();
      this.toolbars();
    }
    for (const element of controls) {
      if (this.widgets.length === 0 && isBox(element)) continue;
      if (!NATIVE.has(tagOf(element)) || this.out.has(element) || WIDGET_ROLES.has(roleOf(element))) continue;
      const shy = this.shy(element);
      const other = shy ? this.standIn(element) : null;
      if (other === null) {
        if (tagOf(element) === 'select' && !element.multiple && !this.sight.itself(element) && (shy || rectOf(element).width <= 2)) this.draw(element);
        continue;
      }
      if (other.whole) this.back(other.control, element);
      else this.out.add(element);
    }
  }

  back(control, native) {
    this.out.add(native);
    const before = this.backed.get(control);
    if (!before || tagOf(native) === 'select') this.backed.set(control, native);
  }

  // Lists that open for another control are no controls of their own, nor are those that are shut.
  lists() {
    const opened = new Set();
    let expanded = false;
    for (const element of this.scene.controls) {
      for (const name of ['aria-controls', 'aria-owns']) for (const target of byIds(element, name)) opened.add(target);
      if (attr(element, 'aria-expanded') === 'true') expanded = true;
    }
    for (const list of this.widgets) {
      if (roleOf(list) !== 'listbox' || NATIVE.has(tagOf(list)) || tagOf(list) === 'button') continue;
      if (!shown(list) || opened.has(list) || this.within(list, opened) || (expanded && floats(list)) || this.beside(list)) this.out.add(list);
    }
  }

  within(list, opened) {
    for (let at = flatParent(list); at !== null; at = flatParent(at)) if (opened.has(at) || roleOf(at) === 'combobox') return true;
    return false;
  }

  // A list of what was chosen so far, beside the box in which one types.
  beside(list) {
    const parent = flatParent(list);
    // A list that goes by a name of its own and takes the focus is a question of its own.
    const own = hasAttribute(list, 'tabindex') && (hasAttribute(list, 'aria-label') || hasAttribute(list, 'aria-labelledby'));
    if (parent === null || own || WHOLE.has(tagOf(parent))) return false;
    for (const near of findAll(parent, 'input')) if (near.type !== 'hidden' && WRITING.has(near.type) && shown(near) && !contains(list, near)) return true;
    return false;
  }

  wraps() {
    const { known } = this;
    for (const wrapper of this.widgets) {
      const role = roleOf(wrapper);
      if (this.out.has(wrapper) || NATIVE.has(tagOf(wrapper)) || role === 'listbox') continue;
      const inner = [...findAll(wrapper, CONTROL)].filter((it) => known.has(it) && !this.out.has(it));
      if (inner.length === 0) continue;
      const typed = inner.filter((it) => (NATIVE.has(tagOf(it)) ? !isBox(it) || BOX_ROLES.has(role) : isEditingHost(it)) && attribute(it, 'aria-hidden') !== 'true' && tabbable(it));
      if (typed.length === 1 && (!tabbable(wrapper) || (!BOX_ROLES.has(role) && this.sight.itself(typed[0])))) {
        this.out.add(wrapper);
        this.wrappers.set(typed[0], wrapper);
        for (const it of inner) if (it !== typed[0]) NATIVE.has(tagOf(it)) ? this.back(typed[0], it) : this.out.add(it);
        continue;
      }
      for (const it of inner) {
        if (NATIVE.has(tagOf(it))) this.back(wrapper, it);
        else this.out.add(it);
      }
    }
  }

  // The small button that opens the list of the box beside it.
  openers() {
    for (const button of this.widgets) {
      if (this.out.has(button) || !isButtonLike(button) || roleOf(button) === 'combobox' || !attr(button, 'aria-haspopup')) continue;
      const parent = flatParent(button);
      if (parent === null) continue;
      const lists = new Set(byIds(button, 'aria-controls'));
      const box = this.scene.controls.find(
        (it) => it !== button && roleOf(it) === 'combobox' && !this.out.has(it) && (contains(parent, it) || byIds(it, 'aria-controls').some((list) => lists.has(list))),
      );
      if (box && (!tabbable(button) || contains(parent, box))) {
        this.out.add(button);
        this.scene.buttons.push(button);
      }
    }
  }

  // Bold, italic and the like over an editing area are no questions.
  toolbars() {
    if (!this.widgets.some((it) => isEditingHost(it))) return;
    for (const button of this.widgets) {
      if (!this.out.has(button) && hasAttribute(button, 'aria-pressed') && closest(button, '[role=toolbar]') !== null) {
        this.out.add(button);
        this.scene.buttons.push(button);
      }
    }
  }

  // Kept from people: out of the tab order, hidden from screen readers or hidden itself, and not in sight.
  shy(native) {
    if (this.sight.itself(native)) return false;
    return attr(native, 'tabindex') === '-1' || closest(native, '[aria-hidden=true]') !== null || this.hiddenItself(native);
  }

  hiddenItself(native) {
    const parent = flatParent(native);
    return !shown(native) && parent !== null && shown(parent);
  }

  draw(native) {
    const face = this.faceFor(native);
    if (face === null) return;
    this.drawn.set(native, face);
    this.backed.set(face, native);
  }

  // What is drawn for a hidden list and says what is chosen in it, where it has no role: the largest thing of just these
  // words beside the list, with most of its options somewhere there.
  faceFor(native) {
    const texts = new Set([...native.options].map((it) => fold(it.label)).filter(Boolean));
    const chosen = native.selectedIndex >= 0 ? fold(native.options[native.selectedIndex].label) : '';
    if (texts.size < 2 || chosen === '') return null;
    let piece = native;
    for (let up = 0; up < 2; up += 1) {
      piece = flatParent(piece);
      if (piece === null || WHOLE.has(tagOf(piece)) || [...findAll(piece, CONTROL)].some((it) => it !== native && this.known.has(it) && !this.out.has(it))) return null;
      const near = [...findAll(piece, '*')].filter((it) => it !== native && !contains(native, it) && tagOf(it) !== 'label' && !contains(it, native));
      const faces = near.filter((it) => this.sight.itself(it) && closest(it, 'li,option') === null && textOf(it, { controls: true }) === chosen);
      const face = faces.find((it) => !faces.some((other) => other !== it && contains(other, it)));
      if (face === undefined) continue;
      const told = new Set(near.filter((it) => !contains(face, it) && texts.has(fold(textContent(it)))).map((it) => fold(textContent(it))));
      if (told.size * 2 >= texts.size) return face;
    }
    return null;
  }

  // The control that a hidden native one belongs to, in the same small piece of the document.
  standIn(native) {
    const sort = sortOf(native);
    const name = this.nameOf(native);
    const fits = (it) => {
      if (it === native || this.out.has(it) || (tagOf(native) === 'select' && sortOf(it) === 'text')) return false;
      const other = this.nameOf(it);
      return name === '' || other === '' || name === other || !NATIVE.has(tagOf(it));
    };
    // What stands right behind a list, wherever both are.
    const next = tagOf(native) === 'select' ? nextElement(native) : null;
    if (next !== null) {
      const behind = [next, ...findAll(next, CONTROL)].filter((it) => this.known.has(it) && !NATIVE.has(tagOf(it)) && fits(it) && sortOf(it) === sort && (this.sight.itself(it) || this.sight.control(it)));
      if (behind.length === 1) return { control: behind[0], whole: true };
    }
    let piece = flatParent(native);
    for (let up = 0; up < 3 && piece !== null; up += 1, piece = flatParent(piece)) {
      const tag = tagOf(piece);
      if (tag === 'form' || tag === 'body') return null;
      const inside = findAll(piece, CONTROL);
      if (inside.length > 40) return null;
      const near = [...inside].filter((it) => this.known.has(it) && fits(it) && (this.sight.itself(it) || this.sight.control(it)));
      const widgets = near.filter((it) => WIDGET_ROLES.has(roleOf(it)) || !NATIVE.has(tagOf(it)));
      const alike = widgets.filter((it) => sortOf(it) === sort);
      if (alike.length === 1) return { control: alike[0], whole: true };
      if (alike.length > 1) {
        // Several in one piece: the one just before it.
        const before = alike.filter((it) => this.scene.order.get(it) < this.scene.order.get(native)).pop();
        return before ? { control: before, whole: sort === 'box' } : null;
      }
      // The value of something else that a person sets by other means, such as the segments of a date.
      const keepers = widgets.filter((it) => KEEPERS.has(roleOf(it)) || isEditingHost(it));
      if (up < 3 && keepers.length > 0 && tagOf(native) === 'input' && sort !== 'box' && !/^(\S+ )*[a-z]+-[a-z0-9-]+$/.test(attr(native, 'autocomplete'))) return { control: keepers[0], whole: keepers.length === 1 && WRITING.has(native.type) };
      // A box in which one types, over a hidden list or a hidden box that keeps what was chosen.
      const typed = near.filter((it) => (tagOf(it) === 'input' && WRITING.has(it.type)) || isEditingHost(it));
      if (typed.length === 1 && near.length === 1 && sort === 'choice' && (tagOf(native) === 'select' || (name !== '' && name === this.nameOf(typed[0])))) return { control: typed[0], whole: true };
      if (near.length > 0) return null;
    }
    return null;
  }

  nameOf(element) {
    const name = ariaName(element);
    if (name) return name;
    for (const label of labelsOf(element)) return textOf(label, { all: true, skip: isMark });
    return '';
  }
}

// Laid over the page rather than in it.
const floats = (element) => {
  let at = element;
  for (let up = 0; up < 4 && at !== null && at !== bodyOf(document); up += 1, at = flatParent(at)) {
    const { position } = getComputedStyle(at);
    if (position === 'absolute' || position === 'fixed') return true;
  }
  return false;
};

// --- what a widget shows as chosen ----------------------------------------------------

const PLACEHOLDER = /placeholder/i;

// Whether it holds a label. A legend that draws the gap in a border is none.
const isLabelled = (element) =>
  [...findAll(element, 'label,legend')].some((it) => {
    const hushed = closest(it, '[aria-hidden=true]');
    return hushed === null || !contains(element, hushed);
  });

// The painted box around the input of a widget: the nearest with a border, else the largest that holds it alone.
const widgetOf = (element) => {
  let best = element;
  let at = flatParent(element);
  for (let up = 0; up < 6 && at !== null; up += 1, at = flatParent(at)) {
    const tag = tagOf(at);
    if (tag === 'form' || tag === 'body' || tag === 'fieldset' || tag === 'label' || tag === 'td' || isLabelled(at)) break;
    if ([...findAll(at, CONTROL)].some((it) => it !== element && shown(it) && tabbable(it) && isControl(it) && !isButtonLike(it) && roleOf(it) !== 'listbox' && !contains(it, element))) break;
    best = at;
    const style = getComputedStyle(at);
    if (parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== 'none' && parseFloat(style.borderLeftWidth) > 0) break;
  }
  return best;
};

// The texts that stand in the box of a widget, one for each chip; not its placeholder, not what only screen readers
// get, not its buttons.
const chips = (element) => chipsOf(element).map((it) => it.text);

// What takes a chip off: a button in it, or something without words that one can press.
const removerOf = (chip) => {
  if (chip === null) return null;
  let told = null;
  let wordless = null;
  walk(
    chip,
    () => {},
    (it) => {
      if (!shown(it)) return;
      if (tagOf(it) === 'button' || roleOf(it) === 'button') told = it;
      else if (wordless === null && !/[\p{L}\p{N}]/u.test(textContent(it)) && getComputedStyle(it).cursor === 'pointer' && rectOf(it).width > 1) wordless = it;
    },
  );
  return told ?? wordless;
};
const CROSSES = /^[×✕✖⨯]\s*|\s*[×✕✖⨯]$/gu;

// Each with its element, where it has one of its own.
const chipsOf = (element) => {
  const box = widgetOf(element);
  return box === element ? entriesOf(element) : chipsIn(box, element);
};

// What stands beside a box with a label, each with a button that takes it off.
const entriesOf = (element) => {
  let at = flatParent(element);
  for (let up = 0; up < 2 && at !== null; up += 1, at = flatParent(at)) {
    if (/^(form|body|main|fieldset|section|td|tr|li)$/.test(tagOf(at))) return [];
    if ([...findAll(at, CONTROL)].some((it) => it !== element && shown(it) && !isButtonLike(it))) return [];
    const found = [];
    for (const button of findAll(at, REMOVERS)) {
      const glyph = textContent(button).trim();
      if (!shown(button) || !(isButtonLike(button) ? !/[\p{L}\p{N}]{2}/u.test(glyph) : /^[×✕✖⨯]$/u.test(glyph) && firstElement(button) === null)) continue;
      const entry = entryAround(button, at, element);
      if (entry !== null && !found.some((it) => it.element === entry.element)) found.push(entry);
    }
    if (found.length > 0) return found;
    if (up === 0 && chosenBeside.has(element)) {
      const plain = plainEntries(at, element);
      if (plain.length > 0) return plain;
    }
  }
  return [];
};
// Those that nothing takes off but a key: small painted pieces of one kind right beside the box.
const plainEntries = (around, element) => {
  for (const beside of [around, ...findAll(around, 'span,div,ul')]) {
    if (beside !== around && flatContains(beside, element)) continue;
    const pieces = [...flatChildren(beside)].filter((it) => nodeType(it) === 1 && it !== element && /^(span|div|li|b|i|em|mark)$/.test(tagOf(it)) && shown(it) && find(it, `${CONTROL},a,button`) === null);
    const painted = pieces.filter((it) => isPainted(it) && fold(textContent(it)).length <= 60 && /[\p{L}\p{N}]/u.test(textContent(it)));
    if (painted.length > 0 && (beside !== around ? painted.length === pieces.length : true)) return painted.map((it) => ({ text: textOf(it, { controls: true, plain: true }), element: it }));
  }
  return [];
};
const isPainted = (element) => {
  const style = getComputedStyle(element);
  const parent = flatParent(element);
  return (!/^rgba\(.*, 0\)$/.test(style.backgroundColor) && (parent === null || style.backgroundColor !== getComputedStyle(parent).backgroundColor)) || (parseFloat(style.borderLeftWidth) > 0 && style.borderLeftStyle !== 'none');
};
const REMOVERS = 'button:not([type=submit i]),[role=button i],span,a,i';
const entryAround = (button, box, element) => {
  for (let at = flatParent(button); at !== null && at !== box && !flatContains(at, element) && tagOf(at) !== 'label'; at = flatParent(at)) {
    const text = textOf(at, { controls: true, plain: true, skip: (it) => tagOf(it) === 'button' || it === button }).replace(CROSSES, '');
    if (/[\p{L}\p{N}]/u.test(text)) return { text, element: at };
  }
  return null;
};
const chipsIn = (box, element) => {
  const names = new Set([...byIds(element, 'aria-labelledby'), ...byIds(element, 'aria-describedby')]);
  const bounds = rectOf(box);
  const texts = [];
  const visit = (node) => {
    for (const child of flatChildren(node)) {
      if (nodeType(child) === 3) {
        const text = fold(dataOf(child));
        if (/[\p{L}\p{N}]/u.test(text)) texts.push({ text, element: node === box ? null : node });
        continue;
      }
      if (nodeType(child) !== 1 || child === element || names.has(child)) continue;
      const tag = tagOf(child);
      const role = roleOf(child);
      if (SILENT.has(tag) || NATIVE.has(tag) || role === 'listbox' || role === 'option' || role === 'status' || role === 'log' || hasAttribute(child, 'aria-live') || !shown(child)) continue;
      if (attribute(child, 'aria-hidden') === 'true' && tag !== 'div' && tag !== 'span') continue;
      if (PLACEHOLDER.test(attr(child, 'class')) || PLACEHOLDER.test(attr(child, 'id'))) continue;
      if (tag === 'button') continue;
      const place = rectOf(child);
      if (place.width > 1 && place.height > 1 && (place.top >= bounds.bottom || place.bottom <= bounds.top)) continue;
      if (place.width <= 1 || place.height <= 1) {
        if (firstElement(child) === null) continue;
      }
      const inline = textOf(child, { controls: true, plain: true, skip: (it) => tagOf(it) === 'button' || (roleOf(it) === 'button' && textContent(it).trim().length < 2) });
      // A piece without an element of its own worth reading apart is one chip.
      const kids = [...flatChildren(child)].filter((it) => nodeType(it) === 1 && shown(it) && textOf(it, { controls: true, plain: true }) !== '');
      if (contains(child, element) || kids.length > 1) visit(child);
      else if (/[\p{L}\p{N}]/u.test(inline)) texts.push({ text: inline.replace(CROSSES, ''), element: child });
    }
  };
  visit(box);
  return texts;
};
