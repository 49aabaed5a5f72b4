// Answers "what does it look like?": a flat list of what a person sees, in document order, each thing with its depth.
// What only wraps is skipped, texts that stand together are one, and what was said as a name is not said again.

const MOST_NODES = 5000;
const MOST_POINTED = 100; // elements that nothing but the hand over them says can be clicked
const MOST_LEVELS = 800; // of the document
const LONGEST_TEXT = 2000;
const MOST_LISTED = 8; // options of one control that are told by name
const MOST_OPEN = 60; // options of an open list that are told as things of their own
const PASSED_OVER = new Set(['script', 'style', 'template', 'noscript', 'head', 'object', 'canvas', 'audio', 'video', 'datalist', 'option', 'optgroup', 'title', 'defs', 'link', 'meta', 'param', 'source', 'track', 'area', 'map']);
const PLACES = new Map([
  ['main', 'main'],
  ['nav', 'navigation'],
  ['aside', 'complementary'],
  ['search', 'search'],
  ['dialog', 'dialog'],
  ['form', 'form'],
]);
const PLACE_ROLES = new Set(['main', 'navigation', 'complementary', 'search', 'banner', 'contentinfo', 'form', 'region', 'dialog', 'alertdialog', 'group', 'radiogroup', 'toolbar', 'menu', 'menubar', 'listbox', 'tablist', 'tabpanel', 'tree', 'grid', 'alert', 'status', 'log']);
// Without a name of their own these say nothing that what is in them does not say.
const NAMED_ONLY = new Set(['region', 'group', 'radiogroup', 'tabpanel', 'toolbar', 'tree', 'grid', 'menu', 'menubar', 'listbox', 'tablist', 'complementary', 'contentinfo', 'banner']);
const PRESSED_ROLES = new Set(['button', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'option', 'treeitem', 'switch', 'checkbox', 'radio']);
const TYPES = new Map([
  ['search', 'searchbox'],
  ['number', 'spinbutton'],
  ['range', 'slider'],
  ['checkbox', 'checkbox'],
  ['radio', 'radio'],
  ['file', 'file'],
  ['password', 'password'],
  ['date', 'date'],
  ['time', 'time'],
  ['month', 'month'],
  ['week', 'week'],
  ['datetime-local', 'datetime'],
  ['color', 'color'],
]);
const CLICKED_INSIDE = `a[href],button,summary,[role=button i],[role=link i],${CONTROL}`;

const WINDOWS = { iframe: getter(HTMLIFrameElement, 'contentWindow'), frame: getter(HTMLFrameElement, 'contentWindow'), object: getter(HTMLObjectElement, 'contentWindow') };
const windowOf = (element) => (Object.hasOwn(WINDOWS, tagOf(element)) ? WINDOWS[tagOf(element)](element) : null);
const sourceOf = (element) => (tagOf(element) === 'object' ? element.data : element.src) ?? '';
// Which of the windows in `around` it is: frames in shadow roots are in no window's list.
const placeAmong = (around, inner) => {
  if (inner === null) return null;
  for (let i = 0; i < around.length; i += 1) if (around[i] === inner) return i;
  return null;
};

class Sketch {
  constructor(scene) {
    this.scene = scene;
    this.sight = scene.sight;
    this.nodes = [];
    this.cut = false;
    this.depth = 0;
    this.level = 0;
    this.run = '';
    this.pointed = 0;
    this.active = deepActive();
    this.told = new Map(); // controls in sight and what they are called
    this.said = new Set(); // elements whose text is the name of something
    this.must = new Set(); // what something in sight is in, hidden as it may be itself
    this.frames = new Set(); // those told of as places
    this.prepare();
  }

  prepare() {
    const { scene } = this;
    const faces = scene.controls.map((element) => faceOf(element, scene));
    const told = faces.map((face) => ({ label: face.bare.text, label_source: face.label.source, visible: face.visible, role: face.role, group: face.group === null ? null : { element: face.group.element }, required: face.required }));
    rate(told, scene);
    untwin(told, scene);
    scene.controls.forEach((element, i) => {
      const face = faces[i];
      if (!face.visible) return;
      face.name = told[i].label;
      face.required = told[i].required;
      this.told.set(element, face);
      this.hold(element);
      if (face.label.from !== null) this.said.add(face.label.from);
      if (!face.editable) for (const label of labelsOf(element)) this.said.add(label);
      for (const target of byIds(element, 'aria-labelledby')) this.said.add(target);
      if (face.group !== null && face.group.legend !== null) this.said.add(face.group.legend);
    });
    for (const button of scene.buttons) if (this.sight.itself(button)) this.hold(button);
  }

  hold(element) {
    for (let at = element; at !== null && !this.must.has(at); at = flatParent(at)) this.must.add(at);
  }

  answer() {
    const body = bodyOf(document) ?? rootElement(document);
    if (body !== null) this.visit(body, false, false);
    this.flush();
    const hidden = [];
    for (const frame of this.scene.frames) if (!this.frames.has(frame)) hidden.push({ index: placeAmong(globalThis, windowOf(frame)), src: frame.src ?? '' });
    return {
      url: location.href,
      title: titleOf(document),
      place: parent === globalThis ? null : placeAmong(parent, globalThis),
      nodes: this.nodes,
      hidden,
      cut: this.cut,
      closed_roots: this.scene.suspects,
    };
  }

  // --- putting down ---------------------------------------------------------------

  put(node) {
    this.flush();
    if (this.nodes.length >= MOST_NODES) {
      this.cut = true;
      return false;
    }
    this.nodes.push({ depth: this.depth, ...node });
    return true;
  }

  // The text so far, unless it says again what the thing before it or (`next`) after it is called.
  flush(next = '') {
    const text = fold(this.run);
    this.run = '';
    if (text === '' || !/[\p{L}\p{N}\p{Sc}]/u.test(text) || MARK_ALONE.test(text)) return;
    const bare = unmark(text).text.replace(/\s*:$/, '').toLowerCase();
    const before = this.nodes[this.nodes.length - 1];
    if (bare === next.replace(/\s*:$/, '').toLowerCase()) return;
    if (before !== undefined && before.depth === this.depth && (before.role === 'checkbox' || before.role === 'radio') && bare === before.name.toLowerCase()) return;
    if (this.nodes.length >= MOST_NODES) {
      this.cut = true;
      return;
    }
    const cut = text.length > LONGEST_TEXT;
    this.nodes.push({ depth: this.depth, role: 'text', name: cut ? `${text.slice(0, LONGEST_TEXT)}…` : text });
  }

  // A thing with other things in it; if there are none it is nothing.
  around(node, inside) {
    if (!this.put(node)) return;
    const { length } = this.nodes;
    this.depth += 1;
    inside();
    this.flush();
    this.depth -= 1;
    if (this.nodes.length === length) this.nodes.pop();
  }

  // --- walking --------------------------------------------------------------------

  // `quiet`: texts in here have been said, or are not for people. `handed`: the hand over it is its parent's.
  visit(node, quiet, handed) {
    const type = nodeType(node);
    if (type === 3) {
      if (!quiet) this.run += dataOf(node);
      return;
    }
    if (type !== 1 || this.cut) return;
    const tag = tagOf(node);
    if (PASSED_OVER.has(tag)) return;
    if (tag === 'br' || tag === 'hr') {
      if (tag === 'hr') this.flush();
      else this.run += ' ';
      return;
    }
    const away = !shown(node) || attribute(node, 'aria-hidden') === 'true' || hasAttribute(node, 'inert');
    if (away && !this.must.has(node)) return;
    if (this.level >= MOST_LEVELS) {
      this.cut = true;
      return;
    }
    this.level += 1;
    this.element(node, tag, quiet || away || this.said.has(node), handed);
    this.level -= 1;
  }

  inside(element, quiet, handed) {
    if (shadowOf(element) !== null || tagOf(element) === 'slot') {
      for (const child of flatChildren(element)) this.visit(child, quiet, handed);
      return;
    }
    for (let child = firstChild(element); child !== null; child = nextSibling(child)) this.visit(child, quiet, handed);
  }

  element(element, tag, quiet, handed) {
    const face = this.told.get(element);
    if (face !== undefined) {
      this.control(element, face);
      return;
    }
    if (tag === 'iframe' || tag === 'frame') {
      if (!this.sight.itself(element)) return;
      this.frames.add(element);
      this.put({ role: 'frame', name: ariaName(element) || fold(attr(element, 'title') || attr(element, 'name')), index: placeAmong(globalThis, windowOf(element)), src: element.src ?? '' });
      return;
    }
    const role = roleOf(element);
    const pressed = this.pressed(element, tag, role);
    if (pressed !== '') {
      this.button(element, tag, pressed);
      return;
    }
    // The hidden native face of a widget, or a control that nobody can see.
    if (FIELDS.has(tag) && tag !== 'button' && tag !== 'meter' && tag !== 'progress') return;
    if ((HEADINGS.has(tag) && role === '') || role === 'heading') {
      this.heading(element, quiet);
      return;
    }
    if (tag === 'img' || role === 'img') {
      const name = ariaName(element) || fold(attr(element, 'alt'));
      if (name !== '' && !quiet && this.sight.itself(element)) this.put({ role: 'img', name });
      return;
    }
    if (tag === 'svg' || tag === 'math') {
      if (tag === 'math' && !quiet) this.run += textContent(element);
      return;
    }
    const hand = handed || this.hand(element);
    if (hand && !handed && this.clickable(element, tag, role)) return;
    const place = this.place(element, tag, role);
    if (place !== null) {
      this.around(place, () => this.inside(element, quiet, hand));
      return;
    }
    if (tag === 'td' || tag === 'th' || role === 'cell' || role === 'gridcell') {
      if (/\S/.test(this.run)) this.run += ' | ';
      this.inside(element, quiet, hand);
      return;
    }
    const apart = isBlock(element);
    if (apart) this.flush();
    else this.run += BLOCK.test(getComputedStyle(element).display) ? ' ' : '';
    this.inside(element, quiet, hand);
    if (apart) this.flush();
  }

  // --- kinds of things --------------------------------------------------------------

  // What presses: its role, or nothing. A link that leads nowhere is text.
  pressed(element, tag, role) {
    if (tag === 'button') return PRESSED_ROLES.has(role) ? role : 'button';
    if (tag === 'input') return NO_CONTROL.has(element.type) && element.type !== 'hidden' ? 'button' : '';
    if (PRESSED_ROLES.has(role)) return role;
    if (tag === 'summary') return 'button';
    return tag === 'a' && hasAttribute(element, 'href') && role === '' ? 'link' : '';
  }

  button(element, tag, role) {
    if (!this.sight.itself(element)) {
      this.inside(element, true, true);
      return;
    }
    const name = buttonLabel(element, tag);
    const states = this.states(element);
    if (attr(element, 'aria-checked') === 'true') states.push('checked');
    if (tag === 'summary') {
      const details = parentElement(element);
      states.push(details !== null && hasAttribute(details, 'open') ? 'expanded' : 'collapsed');
    }
    const sized = role === 'option' && name === '';
    this.flush();
    if (!sized) this.put({ role, name, element: numberOf(element), states });
    if (tag === 'input') return;
    // What can be pressed inside of it, and nothing else.
    this.depth += 1;
    this.inside(element, true, true);
    this.run = '';
    this.depth -= 1;
  }

  heading(element, quiet) {
    if (quiet || !shown(element)) {
      this.inside(element, quiet, false);
      return;
    }
    const text = textOf(element, { controls: true });
    const inner = find(element, 'a[href],button');
    const whole = inner !== null && textOf(inner, { controls: true }) === text;
    if (text === '') return;
    this.put({ role: 'heading', name: whole ? '' : text, level: Math.min(9, Math.max(1, Math.trunc(levelOf(element)) || 2)) });
    this.depth += 1;
    this.inside(element, true, false);
    this.depth -= 1;
  }

  hand(element) {
    return getComputedStyle(element).cursor === 'pointer' || hasAttribute(element, 'onclick');
  }

  clickable(element, tag, role) {
    if (this.pointed >= MOST_POINTED || tag === 'label' || tag === 'body' || tag === 'html' || tag === 'form' || PLACE_ROLES.has(role)) return false;
    if (!this.sight.itself(element) || find(element, CLICKED_INSIDE) !== null || closest(element, 'label') !== null) return false;
    const name = buttonLabel(element, tag);
    if (name === '' || name.length > 300) return false;
    this.pointed += 1;
    this.put({ role: 'clickable', name, element: numberOf(element), states: this.states(element) });
    this.inside(element, true, true);
    return true;
  }

  place(element, tag, explicit) {
    if (explicit === 'presentation' || explicit === 'none') return null;
    let role = PLACE_ROLES.has(explicit) ? explicit : '';
    if (role === '' && explicit === '') role = PLACES.get(tag) ?? (tag === 'fieldset' ? 'group' : tag === 'section' ? 'region' : '');
    if (role === '' && explicit === '' && tag === 'output') role = 'status';
    if (role === '') return null;
    let name = '';
    if (role === 'group' || role === 'radiogroup') {
      const group = this.scene.group(element);
      name = group.label;
      if (group.legend !== null) this.said.add(group.legend);
    } else if (role === 'form') name = this.scene.forms.includes(element) ? formName(element, this.scene) : ariaName(element);
    else name = ariaName(element);
    if (name === '' && NAMED_ONLY.has(role)) return null;
    for (const target of byIds(element, 'aria-labelledby')) if (!HEADINGS.has(tagOf(target))) this.said.add(target);
    const node = { role, name };
    if (role === 'form' || role === 'dialog' || role === 'alertdialog') node.element = numberOf(element);
    return node;
  }

  states(element) {
    const states = [];
    if (isDisabled(element)) states.push('disabled');
    const expanded = state(element, 'aria-expanded');
    if (expanded === 'true') states.push('expanded');
    else if (expanded === 'false') states.push('collapsed');
    if (attr(element, 'aria-selected') === 'true') states.push('selected');
    if (attr(element, 'aria-pressed') === 'true') states.push('pressed');
    const current = attr(element, 'aria-current');
    if (current !== '' && current !== 'false') states.push('current');
    if (element === this.active) states.push('focused');
    return states;
  }

  control(element, face) {
    const { tag, type, role, backing, wrapper, name } = face;
    const states = this.states(element);
    const outer = wrapper === null ? '' : attr(wrapper, 'aria-expanded');
    if (outer === 'true' && !states.includes('expanded')) states.push('expanded');
    // A list to choose from is shut as a rule.
    if (states.includes('collapsed')) states.splice(states.indexOf('collapsed'), 1);
    if (face.required) states.push('required');
    if (face.readonly) states.push('readonly');
    const invalid = attr(element, 'aria-invalid');
    if ((invalid !== '' && invalid !== 'false') || (face.native && matches(element, ':user-invalid'))) states.push('invalid');
    const holds = heldWith(element, backing);
    const node = { role: this.roleOfControl(element, face), name, element: numberOf(element), states };
    let value = '';
    if (holds.checked !== undefined) {
      if (!hasAttribute(element, 'aria-pressed')) {
        if (holds.checked === 'mixed') states.push('mixed');
        else if (holds.checked) states.push('checked');
      }
    } else if (holds.files !== undefined) value = holds.files.join(', ');
    else {
      // The first option of a list that stands for none is neither a choice nor a value.
      const list = tag === 'input' && element.list ? [] : optionsOf(element, 1000, backing);
      const empty = (option) => option === list[0] && option.value === '' && (tag === 'select' || (backing !== null && tagOf(backing) === 'select'));
      const choices = list.filter((option) => option.label !== '' && !empty(option));
      if (choices.length > 0) {
        node.choices = tag === 'select' ? Math.max(choices.length, element.options.length - 1) : choices.length;
        if (choices.length <= MOST_LISTED && (face.native || role !== 'listbox')) {
          node.options = choices.map((option) => option.label);
          node.choices = choices.length;
        }
      }
      value = holds.chosen !== undefined ? holds.chosen.map((i) => list[i]).filter((option) => option !== undefined && !empty(option)).map((option) => option.label).join(', ') : (holds.text ?? '');
    }
    const named = (name) => attr(element, name) || (backing === null ? '' : attr(backing, name));
    if (value === '') node.hint = { name: named('name'), id: attr(element, 'id'), autocomplete: named('autocomplete') };
    else {
      // A password does not leave the page.
      const hidden = type === 'password' || (type === 'text' && isDisguised(element));
      node.value = hidden ? '•'.repeat(Math.min(value.length, 40)) : value.slice(0, LONGEST_TEXT);
      node.hint = { name: named('name'), id: attr(element, 'id'), autocomplete: named('autocomplete'), placeholder: attr(element, 'placeholder'), lang: langOf(element), group: face.group === null ? '' : face.group.label, password: hidden, single: element.maxLength === 1 };
    }
    this.flush(name);
    this.put(node);
    if (face.native || face.editable) return;
    // Buttons in the box of a widget, such as those that take away what was chosen; its options are told.
    this.depth += 1;
    if (role === 'listbox') this.options(element);
    else this.inside(element, true, true);
    this.run = '';
    this.depth -= 1;
  }

  // The options of a list that is open on the page: each can be clicked, and so is told as a thing of its own.
  options(list) {
    for (const option of ariaOptions(list).slice(0, MOST_OPEN)) if (this.sight.itself(option)) this.button(option, tagOf(option), 'option');
  }

  roleOfControl(element, { tag, type, role, editable }) {
    if (tag === 'input') {
      const own = TYPES.get(type);
      if (own !== undefined) return role === 'switch' || (role === 'combobox' && own === 'searchbox') ? role : own;
      return role === 'combobox' || role === 'spinbutton' || role === 'searchbox' ? role : 'textbox';
    }
    if (tag === 'select') return element.multiple ? 'listbox' : 'combobox';
    if (tag === 'textarea') return role === 'combobox' ? role : 'textbox';
    if (WIDGET_ROLES.has(role) || role === 'tree') return role;
    if (editable) return 'textbox';
    if (attr(element, 'aria-haspopup') === 'listbox') return 'combobox';
    return 'button';
  }
}

// Where the puzzles that prove a person leave their answer.
const RESPONSES = '[name*=captcha-response i],[name*=captcha_response i],[name*=turnstile-response i]';
const isSolved = (scene) => scene.roots.some((root) => [...findAll(root, RESPONSES)].some((field) => (tagOf(field) === 'input' || tagOf(field) === 'textarea') && field.value !== ''));

const snapshot = () => {
  const scene = new Scene();
  watch(scene.roots);
  return { ...new Sketch(scene).answer(), solved: isSolved(scene) };
};
