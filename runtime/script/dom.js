// The document as this script reads it: getters that no page can shadow, numbers for elements, the flat tree.
//
// The page cannot reach this world, but its markup can: in `<form><input name=parentNode></form>` the form's own
// `parentNode` is the input. So nothing here is read as `element.property`; it is read by the getter of the prototype.

const uncurry = (f) => Function.prototype.call.bind(f);
const getter = (type, name) => uncurry(Object.getOwnPropertyDescriptor(type.prototype, name).get);
const setter = (type, name) => uncurry(Object.getOwnPropertyDescriptor(type.prototype, name).set);
const method = (type, name) => uncurry(type.prototype[name]);

const parentOf = getter(Node, 'parentNode');
const parentElement = getter(Node, 'parentElement');
const firstChild = getter(Node, 'firstChild');
const lastChild = getter(Node, 'lastChild');
const nextSibling = getter(Node, 'nextSibling');
const previousSibling = getter(Node, 'previousSibling');
const nodeType = getter(Node, 'nodeType');
const textContent = getter(Node, 'textContent');
const isConnected = getter(Node, 'isConnected');
const contains = method(Node, 'contains');
const rootOf = method(Node, 'getRootNode');
const dataOf = getter(CharacterData, 'data');
const tagOf = getter(Element, 'localName');
const attribute = method(Element, 'getAttribute');
const hasAttribute = method(Element, 'hasAttribute');
const openRoot = getter(Element, 'shadowRoot');
const slotOf = getter(Element, 'assignedSlot');
const textSlotOf = getter(Text, 'assignedSlot');
const matches = method(Element, 'matches');
const closest = method(Element, 'closest');
const rectOf = method(Element, 'getBoundingClientRect');
const checkVisibility = method(Element, 'checkVisibility');
const scrollTo = method(Element, 'scrollIntoView');
const scrollLeft = getter(Element, 'scrollLeft');
const scrollTop = getter(Element, 'scrollTop');
const setScrollTop = setter(Element, 'scrollTop');
const scrollHeight = getter(Element, 'scrollHeight');
const clientHeight = getter(Element, 'clientHeight');
const firstElement = getter(Element, 'firstElementChild');
const nextElement = getter(Element, 'nextElementSibling');
const innerText = getter(HTMLElement, 'innerText');
const isEditable = getter(HTMLElement, 'isContentEditable');
const focusing = [method(HTMLElement, 'focus'), method(SVGElement, 'focus')];
const blurring = [method(HTMLElement, 'blur'), method(SVGElement, 'blur')];
const clicking = method(HTMLElement, 'click');
const assigned = method(HTMLSlotElement, 'assignedNodes');
const dispatch = method(EventTarget, 'dispatchEvent');
const listen = method(EventTarget, 'addEventListener');
const unlisten = method(EventTarget, 'removeEventListener');
const bodyOf = getter(Document, 'body');
const rootElement = getter(Document, 'documentElement');
const readyState = getter(Document, 'readyState');
const titleOf = getter(Document, 'title');
const activeIn = (root) => (nodeType(root) === 9 ? activeInDocument(root) : activeInShadow(root));
const activeInDocument = getter(Document, 'activeElement');
const activeInShadow = getter(ShadowRoot, 'activeElement');
const hostOf = getter(ShadowRoot, 'host');
const execCommand = method(Document, 'execCommand');
const designMode = getter(Document, 'designMode');
const hasFocusIn = method(Document, 'hasFocus');
const byIdIn = method(Document, 'getElementById');
const byIdInFragment = method(DocumentFragment, 'getElementById');
const queryAll = { 1: method(Element, 'querySelectorAll'), 9: method(Document, 'querySelectorAll'), 11: method(DocumentFragment, 'querySelectorAll') };
const queryOne = { 1: method(Element, 'querySelector'), 9: method(Document, 'querySelector'), 11: method(DocumentFragment, 'querySelector') };

// Controls have no named properties: their own properties may be read plainly. Forms and documents may not.
const formMethod = getter(HTMLFormElement, 'method');
const formAction = getter(HTMLFormElement, 'action');
const formElements = getter(HTMLFormElement, 'elements');
const formNoValidate = getter(HTMLFormElement, 'noValidate');

const find = (node, selector) => queryOne[nodeType(node)](node, selector);
const findAll = (node, selector) => queryAll[nodeType(node)](node, selector);
const byId = (root, id) => {
  if (!id) return null;
  const type = nodeType(root);
  if (type === 9) return byIdIn(root, id);
  if (type === 11) return byIdInFragment(root, id);
  return null;
};
const attr = (element, name) => attribute(element, name) ?? '';
const roleOf = (element) => {
  const role = attribute(element, 'role') || innerAttr(element, 'role');
  return role ? role.trim().toLowerCase().split(/\s+/)[0] : '';
};
// What custom elements have in their internals is asked for anew at each look (see `Scene`).
let innards = new WeakMap();
const innerAttr = (element, name) => innards.get(element)?.get(name) ?? '';
const state = (element, name) => attribute(element, name) ?? innerAttr(element, name);
const isElement = (node) => node !== null && nodeType(node) === 1;
const isHtml = (element) => element instanceof HTMLElement;
// What is drawn may be a control, too: it takes the focus by a method of its own, and has none for a click.
const focusOn = (element, options) => {
  if (isHtml(element)) focusing[0](element, options);
  else if (element instanceof SVGElement) focusing[1](element, options);
};
const blurFrom = (element) => {
  if (isHtml(element)) blurring[0](element);
  else if (element instanceof SVGElement) blurring[1](element);
};
const clickOn = (element) => {
  if (isHtml(element)) clicking(element);
  else dispatch(element, new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, view: globalThis }));
};

// --- style ---------------------------------------------------------------------

// No browser lays out what is nested as deep as this, and Chrome falls over when it is asked for its style.
const DEEPEST = 5000;
const sunken = new WeakSet(); // elements as deep as that, as last seen
let anySunken = false;
const UNSEEN_STYLE = new Proxy(
  { display: 'none', content: 'none', clip: 'auto', clipPath: 'none', overflowX: 'visible', overflowY: 'visible', position: 'static', backgroundImage: 'none' },
  { get: (style, name) => style[name] ?? '' },
);
const styleNow = globalThis.getComputedStyle;
const getComputedStyle = (element, part) => (anySunken && sunken.has(element) ? UNSEEN_STYLE : styleNow(element, part));

// --- shadow roots ------------------------------------------------------------

const adopted = new WeakMap(); // closed roots that were given by handle, by host
let anyAdopted = false;
let anyShadow = false; // whether the document was seen to have shadow roots at all
const shadowOf = (element) => openRoot(element) ?? (anyAdopted ? (adopted.get(element) ?? null) : null);

// Parent in the flat tree: a slotted node's parent is its slot, a shadow root's is its host.
const flatParent = (node) => {
  if (!anyShadow) return parentElement(node);
  const type = nodeType(node);
  if (type === 1 || type === 3) {
    const slot = type === 1 ? slotOf(node) : textSlotOf(node);
    if (slot) return slot;
  }
  const parent = parentOf(node);
  if (parent === null || nodeType(parent) !== 11) return parent !== null && nodeType(parent) === 1 ? parent : null;
  return parent instanceof ShadowRoot ? hostOf(parent) : null;
};

// Children in the flat tree. The light children of a host that no slot takes are not rendered, and not here.
const flatChildren = (element) => {
  const shadow = shadowOf(element);
  const children = [];
  if (shadow === null && tagOf(element) === 'slot') {
    const given = assigned(element);
    if (given.length > 0) return given;
  }
  for (let child = firstChild(shadow ?? element); child !== null; child = nextSibling(child)) children.push(child);
  return children;
};

// The next (or previous) sibling in the flat tree.
const flatSibling = (node, after) => {
  if (!anyShadow) return after ? nextSibling(node) : previousSibling(node);
  const slot = nodeType(node) === 1 ? slotOf(node) : nodeType(node) === 3 ? textSlotOf(node) : null;
  if (slot === null) return after ? nextSibling(node) : previousSibling(node);
  const given = assigned(slot);
  return given[given.indexOf(node) + (after ? 1 : -1)] ?? null;
};

const flatContains = (ancestor, node) => {
  for (let at = node; at !== null; at = flatParent(at)) if (at === ancestor) return true;
  return false;
};

// Calls `visit` for every element below `top`, in flat order, and gives the roots met on the way. Without shadow roots
// the browser's own order is the flat one; with them, the tree is walked.
const walk = (top, begin, visit) => {
  const list = findAll(top, '*');
  let plain = !(anyShadow && (rootOf(top) instanceof ShadowRoot || (nodeType(top) === 1 && shadowOf(top) !== null)));
  for (let i = 0; plain && i < list.length; i += 1) {
    if (shadowOf(list[i]) !== null) {
      plain = false;
    }
  }
  begin(top);
  if (plain) {
    for (let i = 0; i < list.length; i += 1) visit(list[i]);
    return [top];
  }

  anyShadow = true;
  const roots = [top];
  const seen = new Set();
  const stack = [];
  const push = (first) => {
    const children = [];
    for (let child = first; child !== null; child = nextElement(child)) children.push(child);
    for (let i = children.length - 1; i >= 0; i -= 1) stack.push(children[i]);
  };
  // `top` may itself be a slot or a host.
  const inner = nodeType(top) === 1 ? shadowOf(top) : null;
  if (inner !== null) push(firstElement(top));
  push(inner !== null ? firstElementOf(inner) : nodeType(top) === 1 ? firstElement(top) : firstElementOf(top));
  while (stack.length > 0) {
    const element = stack.pop();
    if (seen.has(element)) continue;
    seen.add(element);
    visit(element);
    const shadow = shadowOf(element);
    if (shadow) {
      roots.push(shadow);
      begin(shadow);
      // What is slotted comes where the slot is; what is not comes last.
      push(firstElement(element));
      push(firstElementOf(shadow));
      continue;
    }
    if (tagOf(element) === 'slot') {
      const given = assigned(element);
      for (let i = given.length - 1; i >= 0; i -= 1) if (nodeType(given[i]) === 1) stack.push(given[i]);
      if (given.length > 0) continue;
    }
    push(firstElement(element));
  }
  return roots;
};
const firstElementOf = (root) => {
  for (let child = firstChild(root); child !== null; child = nextSibling(child)) if (nodeType(child) === 1) return child;
  return null;
};

// --- numbers -----------------------------------------------------------------

let numbers = new WeakMap();
const elements = new Map();
let lastNumber = 0;

const numberOf = (element) => {
  let number = numbers.get(element);
  if (number === undefined) {
    lastNumber += 1;
    number = lastNumber;
    numbers.set(element, number);
    elements.set(number, new WeakRef(element));
  }
  return number;
};

// The element of a number, `null` if it is no longer in the document.
const elementOf = (number) => {
  const element = elements.get(number)?.deref();
  if (element === undefined) {
    elements.delete(number);
    return null;
  }
  return isConnected(element) ? element : null;
};

// --- text --------------------------------------------------------------------

const UNSEEN = /[\u200b\u200c\u200e\u200f\u2060\ufeff\u00ad]/;
const fold = (text) => (UNSEEN.test(text) ? text.replace(new RegExp(UNSEEN, 'g'), '') : text).replace(/\s+/g, ' ').trim();

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'head', 'object', 'iframe', 'canvas', 'audio', 'video', 'datalist', 'optgroup', 'option', 'title', 'desc', 'defs', 'output']);
const FIELDS = new Set(['input', 'select', 'textarea', 'button', 'meter', 'progress']);
const FIELD_ROLES = new Set(['combobox', 'listbox', 'spinbutton', 'slider', 'switch', 'checkbox', 'radio', 'radiogroup', 'textbox', 'searchbox', 'button', 'menu', 'grid', 'dialog', 'tooltip']);
const BLOCK = /^(block|flex|grid|table|list-item|table-row|table-cell|table-caption|flow-root|table-row-group|inline-block|inline-flex|inline-grid)/;

const isField = (element) => FIELDS.has(tagOf(element)) || FIELD_ROLES.has(roleOf(element)) || isEditingHost(element);
const isEditingHost = (element) => {
  const value = attribute(element, 'contenteditable');
  return value !== null && value.toLowerCase() !== 'false' && isHtml(element) && isEditable(element);
};

// The text of an element as a person would read it: what is hidden is left out (what only screen readers get is
// not), parts that stand apart are joined by a space and parts that touch are not. Controls inside are left out.
// `heed.all` reads hidden text too, `heed.controls` reads buttons and editing areas inside, `heed.plain` reads no names
// of images, and `heed.skip` says what else to leave out.
const textOf = (node, heed = {}) => {
  let text = '';
  // What is still to be read, the next last: a page may be nested deeper than calls can be.
  const stack = [node];
  while (stack.length > 0) {
    const at = stack.pop();
    if (typeof at === 'string') {
      text += at;
      continue;
    }
    const type = nodeType(at);
    if (type === 3) {
      text += dataOf(at);
      continue;
    }
    if (type !== 1) continue;
    const tag = tagOf(at);
    if (tag === 'br' || tag === 'hr') {
      text += ' ';
      continue;
    }
    if (at !== node) {
      if (SILENT.has(tag)) continue;
      if (heed.skip?.(at)) continue;
      if (!heed.controls && isField(at)) continue;
      if (attribute(at, 'aria-hidden') === 'true' && !heed.hidden) continue;
      if (!heed.all && !shown(at)) continue;
    }
    if (tag === 'img' || tag === 'area') {
      text += ` ${attr(at, 'alt')} `;
      continue;
    }
    if (at !== node && !heed.plain) {
      const name = attribute(at, 'aria-label');
      if (name && roleOf(at) === 'img') {
        text += ` ${name} `;
        continue;
      }
    }
    const shadow = shadowOf(at);
    const first = firstChild(at);
    if (shadow === null && tag !== 'slot' && first !== null && nextSibling(first) === null && nodeType(first) === 3 && at === node) {
      text += dataOf(first);
      continue;
    }
    if (at !== node && BLOCK.test(getComputedStyle(at).display)) {
      text += ' ';
      stack.push(' ');
    }
    if (shadow !== null || tag === 'slot') {
      const children = flatChildren(at);
      for (let i = children.length - 1; i >= 0; i -= 1) stack.push(children[i]);
    } else for (let child = lastChild(at); child !== null; child = previousSibling(child)) stack.push(child);
  }
  return fold(text);
};

const ALL_BUT_OPACITY = { visibilityProperty: true, contentVisibilityAuto: false };
// Rendered and not `visibility: hidden`. Whether it is in sight is another matter. What has no box of its own, as a
// slot, is shown with what it is in.
const shown = (element) => {
  for (let at = element; at !== null; at = flatParent(at)) {
    if (checkVisibility(at, ALL_BUT_OPACITY)) return true;
    if (getComputedStyle(at).display !== 'contents') return false;
  }
  return false;
};
