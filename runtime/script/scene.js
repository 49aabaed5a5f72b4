// One look at the document: its controls in order, the groups they stand in, the headings above them.

const ALWAYS = new Set(['input', 'select', 'textarea', 'button', 'form', 'iframe', 'frame', 'object', 'embed', 'summary', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const MARKED = '[role],[contenteditable],[onclick],[aria-live]';
const LIKE_BUTTON = 1;
const LIKE_NOTE = 2;
const classes = new Map(); // what each value of `class` and `id` suggests
const suggests = (name) => {
  if (name === null || name === '') return 0;
  let told = classes.get(name);
  if (told === undefined) {
    told = (/btn|button|(^|\s)(submit|cta)(\s|$)/i.test(name) ? LIKE_BUTTON : 0) | (/error|alert|success|invalid-feedback|notice|notification|flash|banner|message|toast/i.test(name) ? LIKE_NOTE : 0);
    if (classes.size > 20000) classes.clear();
    classes.set(name, told);
  }
  return told;
};
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const GROUP_ROLES = new Set(['group', 'radiogroup']);
const NAMED_ROLES = new Set(['group', 'radiogroup', 'region', 'tabpanel', 'dialog', 'alertdialog']);
const BOUNDS = new Set(['section', 'article', 'aside', 'nav', 'dialog', 'fieldset', 'form', 'main', 'footer', 'td', 'body']);

// Whether a custom element has a role in its internals.
// An element with nothing in it that takes up room all the same. Of the plain ones many are ornaments: those are
// painted, or too small to hold a field. What a custom element has in it may stand in a slot.
const BOUNDS_OF_HEAD = new Set(['body', 'form', 'main']);
const HEADS = 'h1,h2,h3,h4,h5,h6,legend,[role=heading i]';
const HOSTS = new Set(['article', 'aside', 'div', 'footer', 'header', 'main', 'nav', 'p', 'section', 'span']);
const isHollow = (element) => {
  const first = firstChild(element);
  return first === null || (nodeType(first) === 3 && nextSibling(first) === null && !/\S/.test(dataOf(first)));
};
const lookedInto = new WeakSet(); // elements of which the browser has said whether they have a closed root
let suspects = []; // those of which it is to be asked, as last seen
const mayHost = (element, tag) => {
  const custom = tag.includes('-');
  if ((!custom && !(HOSTS.has(tag) && isHollow(element))) || shadowOf(element) !== null || lookedInto.has(element)) return false;
  const { width, height } = rectOf(element);
  if (custom) return height > 0;
  if (height < 16 || width < 80) return false;
  const style = getComputedStyle(element);
  return style.backgroundImage === 'none' && /^rgba\(.*, 0\)$/.test(style.backgroundColor) && style.borderTopWidth === '0px';
};

// The next so many elements of which the browser is to be asked whether they have a closed root. None is given twice.
const hosts = (most) => {
  const some = suspects.splice(0, most);
  for (const element of some) lookedInto.add(element);
  return some;
};

const speaks = (element) => {
  if (!tagOf(element).includes('-') || hasAttribute(element, 'role')) return false;
  const told = innerOf(element);
  if (told === null || !WIDGET_ROLES.has(told.get('role'))) return false;
  innards.set(element, told);
  return true;
};

// What is in sight of a name that is written in several places. The rest is for screen readers, such as what the group
// stands at now.
const seenName = (element) => {
  const parts = labelledby(element);
  const seen = parts.filter((it) => it.target === element || shown(it.target));
  return seen.length === parts.length ? '' : seen.map((it) => it.text).join(' ');
};

const LISTS = 'ul,ol,[role=list i]';
// A button that moves things from one list to another says so with an arrow, or in so many words.
const MOVES = /^[<>«»‹›←→⇐⇒⇦⇨▶◀►◄]{1,2}$|^move\b.*\b(right|left|up|down|selected|chosen|available|all)\b/i;

// What is no control by its tag or its role, and yet takes the focus and has a label written for it.
const asked = new WeakSet();
const drawnFor = new WeakMap(); // the hidden native list of each face that is drawn for one
const isAsked = (element, tag) => {
  if (!/^(div|span|p)$/.test(tag) || !(+attr(element, 'tabindex') >= 0) || attr(element, 'id') === '' || roleOf(element) !== '' || isEditingHost(element)) return false;
  if (find(element, `${CONTROL},a,button,ul,ol`) !== null || fold(textContent(element)).length > 120) return false;
  return find(rootOf(element), `label[for="${CSS.escape(attr(element, 'id'))}"]`) !== null;
};

class Scene {
  constructor() {
    innards = new WeakMap();
    const counter = work();
    const speaking = counter.inner > 0;
    this.listening = counter.keyed > 0;
    this.stars = new Map(); // each star of a row to rate by, and the row
    this.counts = new Map(); // each number between two buttons, and these
    // What the counter saw is opened here. What came with the markup, no script can open: it is only suspected, of
    // elements that may have one, have a size and nothing in them.
    if (counter.closed > 0) openUp();
    suspects = [];
    const found = [];
    this.soft = []; // what only its class calls a button
    this.notes = []; // what its role or its class calls a message
    let marked = new Set();
    const tabbed = new Set(); // what takes the focus by its attribute
    const path = []; // what the element that is visited stands in, and itself
    this.roots = walk(
      document,
      (root) => {
        if (marked.size === 0) marked = new Set(findAll(root, MARKED));
        else for (const element of findAll(root, MARKED)) marked.add(element);
        for (const element of findAll(root, '[tabindex]')) tabbed.add(element);
      },
      (element) => {
        const tag = tagOf(element);
        const parent = flatParent(element);
        while (path.length > 0 && path[path.length - 1] !== parent) path.pop();
        path.push(element);
        if (path.length > DEEPEST) {
          sunken.add(element);
          anySunken = true;
        }
        if (mayHost(element, tag)) suspects.push(element);
        const names = suggests(attribute(element, 'class')) | suggests(attribute(element, 'id'));
        if ((names & LIKE_NOTE) !== 0) this.notes.push(element);
        const row = this.stars.has(element) ? null : starsAt(element, tag);
        if (row !== null) for (const star of row.stars) this.stars.set(star, row);
        const told = this.counts.has(element) ? null : countAt(element, tag);
        if (told !== null) {
          this.counts.set(told.number, told);
          // What holds the buttons has been come by.
          if (told.number === told.box && !found.includes(told.box)) found.push(told.box);
        }
        if (ALWAYS.has(tag) || this.stars.has(element) || this.counts.has(element)) found.push(element);
        else if (tabbed.has(element) && isAsked(element, tag)) {
          asked.add(element);
          found.push(element);
        } else if (tag === 'a') {
          const href = attribute(element, 'href');
          if ((names & LIKE_BUTTON) !== 0 || href === null || href.startsWith('#') || href === '' || /^\s*javascript:/i.test(href) || marked.has(element)) found.push(element);
        } else if (marked.has(element)) {
          found.push(element);
          if ((names & LIKE_NOTE) === 0) this.notes.push(element);
        } else if (tabbed.has(element) && isHandle(element)) {
          slides.add(element);
          found.push(element);
        } else if ((names & LIKE_BUTTON) !== 0) this.soft.push(element);
        else if (speaking && speaks(element)) found.push(element);
      },
    );
    this.sight = new Sight();
    this.controls = [];
    this.buttons = [];
    this.forms = [];
    this.frames = [];
    this.embedded = []; // what may hold a frame and is told of as none
    this.headings = [];
    this.order = new Map(); // place of each thing in document order
    const standing = [];
    for (let i = 0; i < found.length; i += 1) {
      const element = found[i];
      this.order.set(element, i);
      const tag = tagOf(element);
      if (tag === 'form') this.forms.push(element);
      else if (tag === 'iframe' || tag === 'frame') this.frames.push(element);
      else if (tag === 'object' || tag === 'embed') this.embedded.push(element);
      else if (isControl(element) || slides.has(element) || asked.has(element) || this.stars.has(element) || this.counts.has(element)) {
        if (!this.isDetail(element)) this.controls.push(element);
      } else if (isTree(element)) {
        trees.add(element);
        this.controls.push(element);
      } else if (isStanding(element)) standing.push(element);
      else if (HEADINGS.has(tag) || roleOf(element) === 'heading') this.headings.push(element);
      else if (tag !== 'summary') this.buttons.push(element);
    }
    if (designMode(document) === 'on') {
      const body = bodyOf(document);
      if (body && !this.controls.includes(body)) this.controls.push(body);
    }
    // Of a calendar in a calendar the inner one; what is in it is no question of its own.
    this.areas = new Set(areasIn(this));
    if (this.areas.size > 0) {
      for (const it of this.areas) areas.add(it);
      for (const it of this.areas) if (!this.order.has(it)) this.order.set(it, found.findLastIndex((other) => isBefore(other, it)) + 0.5);
      this.controls = [...this.controls, ...this.areas].sort((a, b) => this.order.get(a) - this.order.get(b));
      this.buttons = this.buttons.filter((it) => ![...this.areas].some((area) => contains(area, it)));
    }
    this.standing = new Set(standing.filter((it) => !standing.some((other) => other !== it && contains(it, other))));
    if (this.standing.size > 0) {
      const inside = (it) => [...this.standing].some((calendar) => flatContains(calendar, it));
      this.controls = [...this.controls.filter((it) => !inside(it)), ...this.standing].sort((a, b) => this.order.get(a) - this.order.get(b));
    }
    for (const it of this.standing) stands.add(it);
    this.all = this.controls;
    const faces = new Faces(this);
    this.backed = faces.backed;
    this.wrappers = faces.wrappers;
    if (faces.out.size > 0) this.controls = this.controls.filter((it) => !faces.out.has(it));
    for (const [native, face] of faces.drawn) {
      asked.add(face);
      drawnFor.set(face, native);
      this.order.set(face, this.order.get(native));
      this.controls[this.controls.indexOf(native)] = face;
    }
    this.buttons.sort((a, b) => this.order.get(a) - this.order.get(b));
    this.hold();
    const ratings = this.ratings();
    this.spans = spansIn(this);
    if (this.spans.size > 0) {
      const ends = new Set([...this.spans.values()].map((it) => it.end));
      this.controls = this.controls.filter((it) => !ends.has(it));
    }
    this.groups = new Map();
    this.inGroup = new Map(); // the group element at or above each element
    this.questions = this.synthetic();
    for (const [star, question] of ratings) this.questions.set(star, question);
    this.chains = null;
  }

  // Everything that a control is in, to tell at once whether there is one below.
  hold() {
    this.chosen = new Set(this.controls);
    this.holders = new Set();
    this.seenHolders = new Set(); // the same for those that are shown
    for (const control of this.controls) {
      const sets = shown(control) ? [this.holders, this.seenHolders] : [this.holders];
      for (const set of sets) for (let at = control; at !== null && !set.has(at); at = flatParent(at)) set.add(at);
    }
  }

  // The questions of stars and the labels of counts. What nothing is written for is no question.
  ratings() {
    const questions = new Map();
    const out = new Set();
    const rows = new Map();
    this.groups = new Map();
    this.inGroup = new Map();
    for (const [star, row] of this.stars) {
      if (!rows.has(row)) rows.set(row, questionOfStars(row, this));
      const question = rows.get(row);
      if (question === null) out.add(star);
      else {
        questions.set(star, question);
        starRows.set(star, row);
      }
    }
    for (const [number, told] of this.counts) {
      told.label = labelOfCount(told, this);
      if (told.label.text === '' || isView(told, told.label.text)) {
        this.counts.delete(number);
        if (!isControl(number)) out.add(number);
      } else counted.set(number, told);
    }
    for (const star of out) this.stars.delete(star);
    const pressed = new Set([...this.counts.values()].flatMap(({ less, more }) => [less, more]));
    if (pressed.size > 0) this.buttons = this.buttons.filter((it) => !pressed.has(it));
    if (out.size > 0) {
      this.controls = this.controls.filter((it) => !out.has(it));
      for (const it of out) if (isButtonLike(it)) this.buttons.push(it);
      this.buttons.sort((a, b) => this.order.get(a) - this.order.get(b));
      this.sizes = undefined;
      this.hold();
    }
    return questions;
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

  // With what only its class calls a button, in document order.
  allButtons() {
    const soft = this.soft.filter((it) => tagOf(it) === 'div' || tagOf(it) === 'span');
    if (soft.length === 0) return this.buttons;
    return [...this.buttons, ...soft].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  }

  firstIn(form) {
    if (this.firsts === undefined) {
      this.firsts = new Map();
      for (const control of this.controls) {
        const owner = formOf(control);
        if (owner !== null && !this.firsts.has(owner)) this.firsts.set(owner, control);
      }
    }
    return this.firsts.get(form) ?? null;
  }

  hasSubmit() {
    this.submits ??= this.buttons.some((it) => ((tagOf(it) === 'button' && it.type === 'submit') || (tagOf(it) === 'input' && (it.type === 'submit' || it.type === 'image'))) && this.sight.itself(it));
    return this.submits;
  }

  crowded(root) {
    let count = 0;
    for (const element of findAll(root, CONTROL)) if (this.chosen === undefined || this.chosen.has(element)) count += 1;
    return count > 1;
  }

  // --- groups ------------------------------------------------------------------

  groupOf(element) {
    const passed = [];
    let told = null;
    for (let at = flatParent(element); at !== null; at = flatParent(at)) {
      const known = this.inGroup.get(at);
      if (known !== undefined) {
        told = known;
        break;
      }
      passed.push(at);
      if (tagOf(at) === 'fieldset' || GROUP_ROLES.has(roleOf(at))) {
        told = at;
        break;
      }
    }
    // Each of two lists between which buttons move what is ticked asks for itself: a tick there is no answer yet.
    if (told !== null && isBox(element) && this.carries(told)) {
      const list = closest(element, LISTS);
      if (list !== null && list !== told && flatContains(told, list)) told = list;
    }
    for (const at of passed) if (told === null || !flatContains(at, told) || at === told) this.inGroup.set(at, told);
    return told === null ? null : this.group(told);
  }

  // Whether buttons in a group move what is ticked from one list in it to another.
  carries(element) {
    this.carriers ??= new Map();
    let told = this.carriers.get(element);
    if (told === undefined) {
      const movers = this.buttons.filter((it) => flatContains(element, it) && (MOVES.test(fold(textContent(it))) || MOVES.test(attr(it, 'aria-label'))));
      const lists = new Set([...findAll(element, 'input[type=checkbox i],[role=checkbox i]')].map((it) => closest(it, LISTS)).filter((it) => it !== null && flatContains(element, it)));
      told = movers.length > 0 && lists.size > 1 && movers.every((it) => ![...lists].some((list) => flatContains(list, it)));
      this.carriers.set(element, told);
    }
    return told;
  }

  group(element) {
    let told = this.groups.get(element);
    if (told) return told;
    const role = roleOf(element);
    let label = seenName(element) || ariaName(element);
    let legend = null;
    if (!label && tagOf(element) === 'fieldset') {
      legend = legendOf(element);
      if (legend) label = textOf(legend, NAME_OF_LABEL);
    }
    if (!label) {
      for (const own of labelsOf(element)) {
        label = textOf(own, NAME_OF_LABEL);
        legend = own;
      }
    }
    told = { element, role: GROUP_ROLES.has(role) ? role : 'group', label: unmark(label).text, legend, size: this.sizeOf(element), made: false };
    this.groups.set(element, told);
    // A list is called by the heading right before it.
    if (!told.label && matches(element, LISTS)) {
      let before = flatSibling(element, false);
      while (before !== null && nodeType(before) !== 1) before = flatSibling(before, false);
      if (before !== null && HEADINGS.has(tagOf(before))) {
        told.label = unmark(textOf(before, NAME_OF_LABEL)).text;
        told.legend = before;
      }
    }
    // A set of boxes without a name of its own: what is written before it.
    if (!told.label && this.allBoxes(element)) {
      const before = nearby(element, false, this);
      if (before) {
        told.label = unmark(before.text).text;
        told.legend = before.first;
      }
    }
    return told;
  }

  sizeOf(element) {
    if (this.sizes === undefined) {
      this.sizes = new Map();
      this.boxes = new Map();
      for (const control of this.controls) {
        const box = isBox(control);
        for (let at = flatParent(control); at !== null; at = flatParent(at)) {
          this.sizes.set(at, (this.sizes.get(at) ?? 0) + 1);
          if (box) this.boxes.set(at, (this.boxes.get(at) ?? 0) + 1);
        }
      }
    }
    return this.sizes.get(element) ?? 0;
  }

  // Whether everything in the element is a box to tick.
  allBoxes(element) {
    const size = this.sizeOf(element);
    return size > 0 && (this.boxes.get(element) ?? 0) === size;
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
        // ARIA radios: those that share the nearest thing with several in it.
        let around = flatParent(element);
        for (let up = 0; up < 3 && around !== null && findAll(around, '[role=radio i]').length < 2; up += 1) around = flatParent(around);
        if (around === null || roleOf(around) === 'radiogroup' || this.groupOf(element) !== null) continue;
        key = numberOf(around);
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
    return nearby(around, false, this);
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

  // The first and the last control, as their places among the controls, of the nearest thing around `element` that has
  // any, and the first of all that comes after it; null if nothing has any.
  near(element) {
    let at = flatParent(element);
    while (at !== null && !this.holders.has(at)) at = flatParent(at);
    if (at === null) return null;
    const { controls } = this;
    const least = (low, holds) => {
      let high = controls.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(controls[middle])) high = middle;
        else low = middle + 1;
      }
      return low;
    };
    const first = least(0, (control) => isBefore(at, control));
    const end = least(first, (control) => !flatContains(at, control));
    return end > first ? [first, end - 1, least(first, (control) => isBefore(element, control))] : null;
  }

  // What is written over `element` with no control between.
  headOver(element) {
    for (let at = element; at !== null && !BOUNDS_OF_HEAD.has(tagOf(at)); at = flatParent(at)) {
      if (at !== element && this.holders.has(at)) return '';
      for (let it = previousSibling(at); it !== null; it = previousSibling(it)) {
        if (nodeType(it) !== 1) continue;
        if (this.holders.has(it) || isField(it)) return '';
        const head = matches(it, HEADS) ? it : find(it, HEADS);
        if (head !== null && shown(head)) return textOf(head);
      }
    }
    return '';
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
    // From the nearest thing around it that is known, inwards: a page may be nested deeper than calls can be.
    const chain = [];
    let told = [];
    for (let at = element; at !== null; at = flatParent(at)) {
      const known = named.get(at);
      if (known) {
        told = known;
        break;
      }
      chain.push(at);
    }
    for (let i = chain.length - 1; i >= 0; i -= 1) {
      told = this.namedWith(chain[i], told);
      named.set(chain[i], told);
    }
    return told;
  }

  // The named things around what is in `element`, if those around itself are `outer`.
  namedWith(element, outer) {
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
    return text ? [...outer, { element, text: unmark(text).text, level: 0, source }] : outer;
  }
}

const NATIVE = new Set(['input', 'select', 'textarea']);
const levelOf = (heading) => {
  const tag = tagOf(heading);
  if (/^h[1-6]$/.test(tag)) return +tag[1];
  return +attr(heading, 'aria-level') || 2;
};
