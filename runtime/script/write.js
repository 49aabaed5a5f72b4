// Puts values in: one batch, in order, and stops when the page is no longer what it was.

const selectText = { input: method(HTMLInputElement, 'select'), textarea: method(HTMLTextAreaElement, 'select') };
const setValue = { input: setter(HTMLInputElement, 'value'), textarea: setter(HTMLTextAreaElement, 'value'), select: setter(HTMLSelectElement, 'value') };
const setSelected = setter(HTMLOptionElement, 'selected');

const TYPED = new Set(['text', 'search', 'email', 'tel', 'url', 'password', 'number']);
const takesTyping = (element) => {
  const tag = tagOf(element);
  if (tag === 'textarea') return true;
  if (tag === 'input') return TYPED.has(element.type);
  return (isHtml(element) && isEditable(element)) || designMode(document) === 'on';
};

const isActive = (element) => {
  const root = rootOf(element);
  return nodeType(root) !== 1 && activeIn(root) === element; // else it is in no document any more
};
const focused = (element) => {
  if (isActive(element)) return true;
  focusOn(element, { preventScroll: true });
  return isActive(element) || flatContains(element, deepActive());
};
const deepActive = () => {
  let active = activeInDocument(document);
  for (let shadow = active && shadowOf(active); shadow; shadow = shadowOf(active)) {
    const inner = activeInShadow(shadow);
    if (!inner) break;
    active = inner;
  }
  return active;
};

const selectAll = (element) => {
  const tag = tagOf(element);
  if (selectText[tag]) {
    selectText[tag](element);
    return;
  }
  const selection = getSelection();
  selection.selectAllChildren(element);
};

const readOnly = (element) => spanned.has(element) || (NATIVE.has(tagOf(element)) && element.readOnly === true) || attr(element, 'aria-readonly') === 'true';
const trouble = (element) => (isDisabled(element) ? 'disabled' : readOnly(element) ? 'readonly' : '');

const fire = (element, type, more) => dispatch(element, type === 'input' ? new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText', ...more }) : new Event(type, { bubbles: true }));

const leave = (element) => {
  if (isActive(element)) blurFrom(element);
  else if (flatContains(element, deepActive())) blurFrom(deepActive());
};

// --- the acts -------------------------------------------------------------------

// Some masks show what they want (`dd/mm/yyyy`) once they have the focus, and only then; some a turn later, by a timer
// that the counter has seen being set.
const focusedFirst = async (element, known) => {
  const asks = !known && NATIVE.has(tagOf(element)) && element.value === '';
  const before = asks ? work().inFlight : 0;
  if (!focused(element)) return null;
  if (!asks) return '';
  if (element.value === '' && work().inFlight > before) await new Promise((done) => pause(done, 0));
  return element.value === '' ? '' : `template:${element.value}`;
};

const type = (element, text) => {
  if (!takesTyping(element)) return 'unsupported';
  if (isDisabled(element)) return 'disabled';
  if (!focused(element)) return isConnected(element) ? 'hidden' : 'gone';
  // Asked only now: some are readonly until they have the focus.
  const no = trouble(element);
  if (no) return no;
  const tag = tagOf(element);
  const native = tag === 'input' || tag === 'textarea';
  if (text === '' && (native ? element.value === '' : editedText(element) === '')) return '';
  return withKey(element, text, () => {
    if (!isActive(element) && !flatContains(element, deepActive())) return 'unsupported';
    selectAll(element);
    return execCommand(document, text === '' ? 'delete' : 'insertText', false, text) || text === '' ? '' : 'unsupported';
  });
};

const slideTo = (element, text) => {
  pressedOn(element);
  setValue.input(element, text);
  fire(element, 'input', { inputType: '' });
  letGoOf(element);
  fire(element, 'change');
  pointer(element, ['click']);
  return '';
};

const set = (element, text) => {
  const no = trouble(element);
  if (no) return no;
  const tag = tagOf(element);
  if (setValue[tag]) {
    if (tag === 'input' && element.type === 'file') return 'unsupported';
    if (tag === 'input' && element.type === 'range') return slideTo(element, text);
    setValue[tag](element, text);
  } else if (isHtml(element) && isEditable(element)) {
    if (!focused(element)) return 'hidden';
    selectAll(element);
    execCommand(document, text === '' ? 'delete' : 'insertText', false, text);
    return '';
  } else return 'unsupported';
  fire(element, 'input', { data: text });
  if (TYPED.has(element.type) || tag === 'textarea') keyEvent(element, 'keyup', lastKey(text));
  fire(element, 'change');
  return '';
};

const choose = (element, numbers) => {
  if (tagOf(element) !== 'select') return 'unsupported';
  if (isDisabled(element)) return 'disabled';
  const wanted = new Set(numbers);
  const { options } = element;
  for (const number of wanted) if (number >= options.length) return 'gone';
  let changed = false;
  for (let i = 0; i < options.length; i += 1) {
    if (options[i].selected !== wanted.has(i)) changed = true;
  }
  if (!changed) return '';
  // What stands open is pressed on; what opens has the pointer over a list of the browser's.
  const pressed = (element.multiple || element.size > 1) && wanted.size > 0 ? options[[...wanted].pop()] : null;
  if (pressed !== null) pressedOn(pressed);
  if (element.multiple) {
    for (let i = 0; i < options.length; i += 1) if (options[i].selected !== wanted.has(i)) setSelected(options[i], wanted.has(i));
  } else if (wanted.size === 0) element.selectedIndex = -1;
  else for (const number of wanted) setSelected(options[number], true);
  fire(element, 'input', { inputType: '' });
  if (pressed !== null) letGoOf(pressed);
  fire(element, 'change');
  if (pressed !== null) pointer(pressed, ['click']);
  return '';
};

const checkedOf = (element) => held(element).checked;
const check = (element, wanted, sight) => {
  if (checkedOf(element) === undefined) return 'unsupported';
  if (checkedOf(element) === wanted) return '';
  const no = isDisabled(element) ? 'disabled' : attr(element, 'aria-readonly') === 'true' ? 'readonly' : '';
  if (no) return no;
  clickOn(element);
  if (checkedOf(element) !== wanted && tagOf(element) === 'input') {
    // Some listen on the label alone.
    for (const label of labelsOf(element)) {
      if (!sight.itself(label)) continue;
      clickOn(label);
      break;
    }
  }
  return '';
};

// Out of sight and out of the tab order: nobody gives it the focus, and what is shown for it may open if it gets it.
const isAway = (element, sight) => attr(element, 'tabindex') === '-1' && !sight.itself(element);

const act = (job, element, sight) => {
  switch (job.act) {
    case 'type':
      return type(element, job.text);
    case 'set':
      return set(element, job.text);
    case 'choose':
      return choose(element, job.options);
    case 'check':
      return check(element, job.checked, sight);
    default:
      return 'unsupported';
  }
};

// --- did the form change? ----------------------------------------------------------

let known = []; // the controls of the last look
const CHANGES = `${CONTROL},[role=option i],option,iframe`;
const stateOf = (element) => (shown(element) ? 1 : 0) + (isDisabled(element) ? 2 : 0) + (readOnly(element) ? 4 : 0);

class Form {
  constructor() {
    this.records = [];
    this.states = new Map();
    // The control that has the focus. Some are readonly until they have it: that is no change of the form.
    this.entered = null;
    observer.takeRecords();
    heed = (records) => this.records.push(...records);
    for (const control of known) this.states.set(control, stateOf(control));
  }

  end() {
    heed = null;
  }


  // Whether controls came, went, were replaced or are called otherwise since the last time, or can be seen, used or
  // typed into and could not before (or the other way round). Only what was touched is looked at.
  changed() {
    noteRecords(observer.takeRecords());
    const { records } = this;
    this.records = [];
    const touched = new Set();
    for (const record of records) {
      if (record.type === 'characterData') continue;
      const { target } = record;
      if (record.type === 'childList') {
        const tag = nodeType(target) === 1 ? tagOf(target) : '';
        if (tag === 'select' || tag === 'optgroup' || tag === 'datalist') return true;
        for (const node of [...record.addedNodes, ...record.removedNodes]) {
          if (nodeType(node) !== 1) continue;
          // What came and went between two looks has changed nothing.
          if (matches(node, CHANGES) || find(node, CHANGES) !== null || (tagOf(node).includes('-') && shadowOf(node))) {
            if (isConnected(node) || this.states.has(node) || [...this.states.keys()].some((it) => contains(node, it))) return true;
          }
        }
        // Something else came or went: a style sheet may hang on it, such as `:has()` or `:empty`. Rare; not looked at.
        continue;
      }
      touched.add(target);
    }
    if (isRenamed()) return true;
    if (touched.size === 0) return false;
    const around = [...touched];
    for (const [control, before] of this.states) {
      // A class on one thing may show another beside it (`.open + .panel`): so the parent's inside is looked at.
      if (control === this.entered) {
        this.states.set(control, stateOf(control));
        continue;
      }
      if (!around.some((it) => it === control || contains(parentOf(it) ?? it, control))) continue;
      const state = stateOf(control);
      if (state !== before) {
        this.states.set(control, state);
        return true;
      }
    }
    return false;
  }
}

const write = async ({ jobs }) => {
  const done = [];
  const form = new Form();
  const sight = new Sight();
  let last = null;
  try {
    // Since the page was looked at.
    if (isRenamed()) return { done, stopped: 'changed' };
    for (let i = 0; i < jobs.length; i += 1) {
      const job = jobs[i];
      const element = elementOf(job.element);
      renew();
      if (element === null) {
        done.push({ element: job.element, trouble: 'gone', held: null });
        continue;
      }
      const before = job.pause ? work().inFlight : 0;
      // The field before is left and this one entered, as a person does: what the page does about that it does now.
      // Many a page waits for the focus to go before it believes a value; so the focus must have been there.
      let told = '';
      if (last !== element) {
        if (last !== null && job.act === 'check') leave(last);
        if (job.act === 'type' && takesTyping(element) && !isDisabled(element)) told = (await focusedFirst(element, job.known)) ?? '';
        else if (job.act !== 'check' && !isAway(element, sight)) focused(element);
        form.entered = element;
        if (last !== null && form.changed()) return { done, stopped: 'changed' };
      }
      if (told === '') told = act(job, element, sight);
      acted();
      if (isActive(element) || told === '') last = element;
      // Promises of the page that are due come first.
      await null;
      await null;
      done.push({ element: job.element, trouble: told, held: isConnected(element) ? held(element) : null });
      if (i === jobs.length - 1) break;
      if (form.changed()) return { done, stopped: 'changed' };
      if (job.pause && work().inFlight > before) return { done, stopped: 'working' };
    }
    // A list that is open would close.
    if (last !== null && attr(last, 'aria-expanded') !== 'true') {
      leave(last);
      await null;
    }
    return { done, stopped: '' };
  } finally {
    form.end();
    acted();
  }
};

// --- reading ---------------------------------------------------------------------

const reading = (number, scene) => {
  const element = elementOf(number);
  if (element === null) return { element: number, held: null, invalid: '', error: '', picked: null, renamed: false, hid: false };
  const group = scene.questions.get(element) ?? scene.groupOf(element);
  const backing = scene.backed.get(element) ?? null;
  return {
    element: number,
    held: heldWith(element, backing),
    invalid: NATIVE.has(tagOf(element)) && element.willValidate && !element.validity.valid ? element.validationMessage : '',
    error: notesOf(element, scene, group).error,
    picked: tagOf(element) === 'select' ? picked(element) : backing !== null && tagOf(backing) === 'select' && backing.multiple ? picked(backing) : null,
    renamed: false,
    hid: inSight.has(element) && wentAway(element),
  };
};

// Out of sight with its label and what it stands in, and not in something that is folded up.
const wentAway = (element) => {
  if (shown(element)) return false;
  const parent = flatParent(element);
  if (parent !== null && shown(parent)) return false;
  for (const label of labelsOf(element)) if (shown(label)) return false;
  for (let at = element; at !== null && !shown(at); at = flatParent(at)) {
    if (tagOf(at) === 'details' && !hasAttribute(at, 'open')) return false;
    const outer = flatParent(at);
    if (outer !== null && tagOf(outer) === 'details' && !hasAttribute(outer, 'open')) return false;
    const id = attr(at, 'id');
    if (id === '') continue;
    for (const it of findAll(rootOf(at), '[aria-controls]')) {
      if (tagOf(it) !== 'input' && shown(it) && attr(it, 'aria-controls').split(/\s+/).includes(id)) return false;
    }
  }
  return true;
};

// What a number means may have changed since the options were told.
const picked = ({ options }) => {
  const told = [];
  for (let i = 0; i < options.length; i += 1) if (options[i].selected) told.push({ label: fold(options[i].label), value: options[i].value });
  return told;
};

const read = async ({ elements: numbers, blur }) => {
  if (blur) {
    const active = deepActive();
    if (active && active !== bodyOf(document)) {
      blurFrom(active);
      acted();
      await null;
      await null;
    }
  }
  for (const number of numbers) {
    const row = starRows.get(elementOf(number) ?? document);
    if (row !== undefined) await calmed(row);
  }
  noteRecords(observer.takeRecords());
  const scene = new Scene();
  const others = isRenamedAtLast(scene);
  return numbers.map((number) => ({ ...reading(number, scene), renamed: others }));
};

const focus = async ({ element: number, select, known }) => {
  const element = elementOf(number);
  if (element === null) return { trouble: 'gone' };
  if (isDisabled(element)) return { trouble: 'disabled' };
  if (!shown(element)) return { trouble: 'hidden' };
  const template = await focusedFirst(element, known);
  if (template === null) return { trouble: 'unfocusable' };
  acted();
  if (template) return { trouble: template, takes_text: true };
  const fixed = readOnly(element);
  if (select && fixed) return { trouble: 'readonly' };
  const takesText = takesTyping(element) && !fixed;
  // A segment that shows a number has no text to select: what is typed takes its place.
  if (select && takesText && (NATIVE.has(tagOf(element)) || roleOf(element) !== 'spinbutton')) selectAll(element);
  const filled = takesText && (NATIVE.has(tagOf(element)) ? element.value : editedText(element)) !== '';
  return { trouble: '', takes_text: takesText, filled };
};

const hasFocus = () => {
  const active = deepActive();
  return { focused: hasFocusIn(document) && active !== null && tagOf(active) !== 'iframe' && tagOf(active) !== 'frame' };
};

// Where would a press of it, or Enter in it, send? Number 0 is what has the focus.
const sendsForm = (control) => (tagOf(control) === 'button' || tagOf(control) === 'input') && (control.type === 'submit' || control.type === 'image') && control.form !== null;
const senderAround = (element) => {
  for (let at = element; at !== null; at = flatParent(at)) {
    const tag = tagOf(at);
    if (tag === 'button' || tag === 'input') return sendsForm(at) ? at : null;
    if (tag === 'label' && at.control !== null) return sendsForm(at.control) ? at.control : null;
  }
  return null;
};
const sentBy = (control, form) => ({
  method: control !== null && hasAttribute(control, 'formmethod') ? control.formMethod : formMethod(form),
  url: control !== null && hasAttribute(control, 'formaction') ? control.formAction : formAction(form),
});

const way = ({ element: number, enter }) => {
  const here = number !== 0 || hasFocus().focused;
  const element = number === 0 ? deepActive() : elementOf(number);
  if (!here || element === null) return { native: false, control: null, form: null, method: '', url: '' };
  let control = senderAround(element);
  let form = control === null ? formOf(element) : control.form;
  let native = control !== null;
  // Enter in a field presses the first submit control of its form, or sends it without one.
  if (!native && enter && tagOf(element) === 'input' && element.type !== 'button' && element.type !== 'reset' && element.form !== null) {
    form = element.form;
    control = Array.prototype.find.call(formElements(form), sendsForm) ?? Array.prototype.find.call(findAll(rootOf(form), 'input[type=image]'), (it) => it.form === form) ?? null;
    native = true;
  }
  const sent = form === null ? { method: '', url: '' } : sentBy(control, form);
  return { native, control: numberOf(control ?? element), form: form === null ? null : numberOf(form), method: sent.method, url: sent.url };
};

const blur = async ({ element: number }) => {
  const element = elementOf(number);
  if (element !== null) {
    leave(element);
    acted();
    await null;
    await null;
  }
  return reading(number, new Scene());
};
