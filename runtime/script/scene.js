// One look at the document: its controls in order, the groups they stand in, the headings above them.

const INTERESTING = `${CONTROL},form,button,input,[role=button i],a[href],a[role],a[class],[role=link i],div[class*=btn i],div[class*=button i],div[class~=submit i],span[class*=btn i],span[class*=button i],span[class~=submit i],h1,h2,h3,h4,h5,h6,[role=heading i],iframe,frame,summary,[onclick]`;
const GROUP_ROLES = new Set(['group', 'radiogroup']);
const NAMED_ROLES = new Set(['group', 'radiogroup', 'region', 'tabpanel', 'dialog', 'alertdialog']);
const BOUNDS = new Set(['section', 'article', 'aside', 'nav', 'dialog', 'fieldset', 'form', 'main', 'footer', 'td', 'body']);

class Scene {
  constructor() {
    const { roots, found } = collect(document, INTERESTING);
    this.roots = roots;
    this.found = found;
    this.sight = new Sight();
    this.controls = [];
    this.buttons = [];
    this.forms = [];
    this.frames = [];
    this.headings = [];
    this.order = new Map(); // place of each thing in document order
    for (let i = 0; i < found.length; i += 1) {
      const element = found[i];
      this.order.set(element, i);
      const tag = tagOf(element);
      if (tag === 'form') this.forms.push(element);
      else if (tag === 'iframe' || tag === 'frame') this.frames.push(element);
      else if (isControl(element)) {
        if (!this.isDetail(element)) this.controls.push(element);
      } else if (/^h[1-6]$/.test(tag) || roleOf(element) === 'heading') this.headings.push(element);
      else this.buttons.push(element);
    }
    if (designMode(document) === 'on') {
      const body = bodyOf(document);
      if (body && !this.controls.includes(body)) this.controls.push(body);
    }
    this.drop();
    this.chosen = new Set(this.controls);
    // Everything that a control is in, to tell at once whether there is one below.
    this.holders = new Set();
    this.counts = new Map();
    for (const control of this.controls) {
      this.holders.add(control);
      for (let at = flatParent(control); at !== null && !this.holders.has(at); at = flatParent(at)) this.holders.add(at);
    }
    this.groups = new Map();
    this.known = new Map();
    this.questions = this.synthetic();
    this.chains = null;
  }

  // A part of an editing area or an option of something else, no control of its own.
  isDetail(element) {
    if (tagOf(element) === 'input' || tagOf(element) === 'textarea' || tagOf(element) === 'select') return false;
    if (isEditingHost(element)) {
      const parent = flatParent(element);
      return parent !== null && isHtml(parent) && isEditable(parent);
    }
    const value = attribute(element, 'contenteditable');
    return value !== null && roleOf(element) === '' && !isEditable(element);
  }

  // Where a native input is only the hidden detail of an ARIA control, or an ARIA control only wraps a native one,
  // one of the two is left out.
  drop() {
    const out = new Set();
    const aria = this.controls.filter((it) => !NATIVE.has(tagOf(it)));
    if (aria.length > 0) {
      const inside = new Set(this.controls);
      for (const element of aria) {
        const role = roleOf(element);
        // A wrapper with the role of the one native input in it: the input is the control.
        const inner = findAll(element, CONTROL);
        const natives = [...inner].filter((it) => inside.has(it) && NATIVE.has(tagOf(it)));
        if (role === 'listbox') continue;
        const open = natives.filter((it) => !this.shy(it));
        const box = role === 'checkbox' || role === 'radio' || role === 'switch' || role === 'spinbutton';
        if (open.length === 1 && !box && this.sight.itself(open[0])) {
          out.add(element);
          continue;
        }
        for (const native of natives) if (box || !this.sight.itself(native)) this.back(element, native, out);
      }
      for (const element of this.controls) {
        if (!NATIVE.has(tagOf(element)) || out.has(element) || !this.shy(element)) continue;
        const other = this.standIn(element, aria, out);
        if (other) this.back(other, element, out);
      }
    }
    if (out.size > 0) this.controls = this.controls.filter((it) => !out.has(it));
  }

  // Kept from people: out of the tab order or hidden from screen readers, and not in sight.
  shy(native) {
    if (attribute(native, 'aria-hidden') !== 'true' && attr(native, 'tabindex') !== '-1' && closest(native, '[aria-hidden=true]') === null && this.sight.laidOut(native) && attribute(native, 'hidden') === null) return false;
    return !this.sight.itself(native);
  }

  // The ARIA control that a hidden native one belongs to: of the same sort, in the same small piece of the document.
  standIn(native, aria, out) {
    const sort = sortOf(native);
    let piece = flatParent(native);
    for (let up = 0; up < 2 && piece !== null; up += 1, piece = flatParent(piece)) {
      const near = aria.filter((it) => !out.has(it) && sortOf(it) === sort && flatContains(piece, it) && this.sight.itself(it));
      if (near.length === 1) return near[0];
      if (near.length > 1) {
        // Several of a kind in one piece: the one just before it.
        const before = near.filter((it) => this.order.get(it) < this.order.get(native)).pop();
        return sort === 'box' ? (before ?? null) : null;
      }
    }
    return null;
  }

  // The native one is a detail of the other, and tells of it what the other does not.
  back(element, native, out) {
    out.add(native);
    this.backed ??= new Map();
    const before = this.backed.get(element);
    if (!before || tagOf(native) === 'select') this.backed.set(element, native);
  }

  hasSubmit() {
    this.submits ??= this.buttons.some((it) => ((tagOf(it) === 'button' && it.type === 'submit') || (tagOf(it) === 'input' && (it.type === 'submit' || it.type === 'image'))) && this.sight.itself(it));
    return this.submits;
  }

  crowded(root) {
    let count = 0;
    for (const element of findAll(root, CONTROL)) if (this.chosen.has(element)) count += 1;
    return count > 1;
  }

  // --- groups ------------------------------------------------------------------

  groupOf(element) {
    let at = flatParent(element);
    while (at !== null) {
      if (tagOf(at) === 'fieldset' || GROUP_ROLES.has(roleOf(at))) return this.group(at);
      at = flatParent(at);
    }
    return null;
  }

  group(element) {
    let told = this.groups.get(element);
    if (told) return told;
    const role = roleOf(element);
    let label = ariaName(element);
    let legend = null;
    if (!label && tagOf(element) === 'fieldset') {
      legend = legendOf(element);
      if (legend) label = textOf(legend, NAME_OF_LABEL);
    }
    told = { element, role: GROUP_ROLES.has(role) ? role : 'group', label: unmark(label).text, legend, size: this.sizeOf(element), made: false };
    this.groups.set(element, told);
    return told;
  }

  sizeOf(element) {
    if (this.sizes === undefined) {
      this.sizes = new Map();
      for (const control of this.controls) for (let at = flatParent(control); at !== null; at = flatParent(at)) this.sizes.set(at, (this.sizes.get(at) ?? 0) + 1);
    }
    return this.sizes.get(element) ?? 0;
  }

  // Radio buttons of one name (and boxes of one name) that no group of their own holds: the smallest thing around
  // them all is the group, and what is written before them in it is the question.
  synthetic() {
    const sets = new Map();
    for (const element of this.controls) {
      const type = tagOf(element) === 'input' ? element.type : roleOf(element);
      if (type !== 'radio' && type !== 'checkbox') continue;
      const name = attr(element, 'name');
      if (!name && (type === 'checkbox' || tagOf(element) === 'input')) continue;
      const owner = tagOf(element) === 'input' ? element.form : null;
      let key = name;
      if (!name) {
        // ARIA radios: those that share a parent or grandparent.
        if (this.groupOf(element) !== null) continue;
        key = numberOf(flatParent(element));
      }
      const id = `${type} ${owner ? numberOf(owner) : 0} ${key}`;
      const set = sets.get(id);
      if (set) set.push(element);
      else sets.set(id, [element]);
    }
    const questions = new Map();
    for (const set of sets.values()) {
      if (set.length < 2) continue;
      const own = this.groupOf(set[0]);
      if (own && own.size === set.length && own.label) continue;
      let around = flatParent(set[0]);
      while (around !== null && !set.every((it) => flatContains(around, it))) around = flatParent(around);
      if (around === null) continue;
      if (own && flatContains(around, own.element) && own.size <= set.length) continue;
      // Only a group if nothing else is in it that has its own question.
      const role = (tagOf(set[0]) === 'input' ? set[0].type : roleOf(set[0])) === 'radio' ? 'radiogroup' : 'group';
      const told = { element: around, role, label: '', legend: null, size: set.length, made: true };
      const question = this.questionOf(set, around, own);
      if (question) {
        told.label = unmark(question.text).text;
        told.legend = question.first ?? null;
      }
      for (const element of set) questions.set(element, told);
    }
    return questions;
  }

  questionOf(set, around, own) {
    // Written in the container, before the first of them.
    let first = set[0];
    while (flatParent(first) !== around) first = flatParent(first);
    // The label of the first may itself stand before it; step over it.
    const labels = new Set();
    for (const element of set) for (const label of labelsOf(element)) labels.add(label);
    const before = [];
    const siblings = flatChildren(around);
    for (const sibling of siblings) {
      if (sibling === first) break;
      const type = nodeType(sibling);
      if (type === 3) {
        const text = fold(dataOf(sibling));
        if (text) before.push({ text, first: null });
        continue;
      }
      if (type !== 1 || !shown(sibling) || labels.has(sibling)) continue;
      if (this.holders.has(sibling)) {
        before.length = 0;
        continue;
      }
      const text = textOf(sibling, NAME_OF_LABEL);
      if (text && text.length <= LONGEST_LABEL) before.push({ text, first: sibling });
    }
    if (before.length > 0) {
      const bold = before.find((it) => it.first && (WORDY.has(tagOf(it.first)) || boldIn(it.first)));
      return bold ?? (before.length === 1 ? before[0] : before[before.length - 1]);
    }
    const named = ariaName(around);
    if (named) return { text: named, first: null };
    const cell = fromTable(around) ?? (tagOf(around) === 'td' || tagOf(around) === 'dd' ? fromTable(around) : null);
    if (cell?.text) return { text: cell.text, first: cell.element };
    if (own && own.element === around) return own.label ? { text: own.label, first: own.legend } : null;
    if (tagOf(around) === 'form' || tagOf(around) === 'body') return null;
    return nearby(around, false, this.holders);
  }

  // --- what is written above ------------------------------------------------------

  // For each control the headings and named groups that it stands under, outermost first.
  sectionsOf(control) {
    if (this.chains === null) this.prepareChains();
    return this.chains.get(control) ?? [];
  }

  prepareChains() {
    this.chains = new Map();
    const things = [...this.headings.map((element) => ({ element, heading: true })), ...this.controls.map((element) => ({ element, heading: false }))].sort(
      (a, b) => (this.order.get(a.element) ?? Infinity) - (this.order.get(b.element) ?? Infinity),
    );
    let active = [];
    const named = new Map();
    for (const { element, heading } of things) {
      if (heading) {
        if (!shown(element) || this.holders.has(element) || closest(element, 'legend,label') !== null) continue;
        const text = textOf(element, NAME_OF_LABEL);
        if (!text || text.length > LONGEST_LABEL) continue;
        const entry = { element, text, level: levelOf(element), scope: this.scopeOf(element) };
        active = active.filter((it) => !(it.scope === entry.scope && it.level >= entry.level));
        active.push(entry);
        continue;
      }
      if (active.length > 0) {
        const around = new Set();
        for (let at = element; at !== null; at = flatParent(at)) around.add(at);
        active = active.filter((it) => around.has(it.scope));
      }
      const chain = [];
      for (const it of active) {
        while (chain.length > 0 && chain[chain.length - 1].level >= it.level) chain.pop();
        chain.push(it);
      }
      const groups = this.namedAround(flatParent(element), named);
      if (groups.length === 0) this.chains.set(element, chain);
      else {
        const all = [...chain, ...groups];
        all.sort((a, b) => (a.element === b.element ? 0 : isBefore(a.element, b.element) ? -1 : 1));
        this.chains.set(element, all);
      }
    }
  }

  // A heading is over what follows in the nearest thing around it that has controls at all.
  scopeOf(heading) {
    let at = flatParent(heading);
    while (at !== null && !this.holders.has(at)) {
      if (BOUNDS.has(tagOf(at))) return at;
      at = flatParent(at);
    }
    return at ?? rootElement(document);
  }

  namedAround(element, named) {
    if (element === null) return [];
    const known = named.get(element);
    if (known) return known;
    const outer = this.namedAround(flatParent(element), named);
    const tag = tagOf(element);
    let text = '';
    let source = null;
    if (tag === 'fieldset' || NAMED_ROLES.has(roleOf(element))) {
      const group = this.group(element);
      text = group.label;
      source = group.legend;
    } else if (tag === 'section' || tag === 'dialog') text = ariaName(element);
    else if (tag === 'details') {
      const summary = find(element, 'summary');
      if (summary) text = textOf(summary, NAME_OF_LABEL);
    }
    const own = text ? [...outer, { element, text: unmark(text).text, level: 0, source }] : outer;
    named.set(element, own);
    return own;
  }
}

const NATIVE = new Set(['input', 'select', 'textarea']);
const levelOf = (heading) => {
  const tag = tagOf(heading);
  if (/^h[1-6]$/.test(tag)) return +tag[1];
  return +attr(heading, 'aria-level') || 2;
};

// What sort of thing a control is, to tell whether two controls are two faces of one.
const sortOf = (element) => {
  const tag = tagOf(element);
  const role = roleOf(element);
  if (tag === 'select' || role === 'combobox' || role === 'listbox' || attr(element, 'aria-haspopup') === 'listbox') return 'choice';
  if (tag === 'input') {
    const { type } = element;
    if (type === 'checkbox' || type === 'radio') return 'box';
    if (type === 'range') return 'slider';
    if (type === 'number') return 'spin';
    return 'choice';
  }
  if (role === 'checkbox' || role === 'radio' || role === 'switch') return 'box';
  if (role === 'slider') return 'slider';
  if (role === 'spinbutton') return 'spin';
  return 'text';
};
