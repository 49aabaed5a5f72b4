// Answers "what is here?".

const inspect = ({ max_options: cap = 1000 }) => {
  const scene = new Scene();
  watch(scene.roots);
  known = scene.all;
  const { sight } = scene;
  const forms = scene.forms.map((form) => ({
    element: numberOf(form),
    name: formName(form, scene),
    handles: [attr(form, 'name'), attr(form, 'id')].filter(Boolean),
    method: formMethod(form),
    validates: !formNoValidate(form),
  }));
  const faces = scene.controls.map((element) => faceOf(element, scene));
  const controls = scene.controls.map((element, i) => controlOf(element, scene, cap, faces[i]));
  remember(scene, faces, controls.map((control) => control.section));
  rate(controls, scene);
  untwin(controls, scene);
  const buttons = [];
  for (const element of scene.allButtons()) {
    const button = buttonOf(element, scene);
    if (button) buttons.push(button);
  }
  const headings = [];
  for (const heading of scene.headings) {
    if (headings.length === 20) break;
    if (!sight.itself(heading)) continue;
    const text = textOf(heading);
    if (text) headings.push(text);
  }
  const text = visibleText(2000);
  const frames = [...scene.frames, ...scene.embedded].map((holder) => ({ index: placeAmong(globalThis, windowOf(holder)), src: sourceOf(holder), shown: sight.frame(holder), woken: wake(holder, sight) }));
  return {
    url: location.href,
    title: titleOf(document),
    lang: attr(rootElement(document), 'lang'),
    forms,
    controls,
    buttons,
    messages: messagesOf(scene),
    step: stepOf(scene, text),
    headings,
    text,
    frames,
    place: parent === globalThis ? null : placeAmong(parent, globalThis),
    closed_roots: suspects.length,
  };
};

// A frame in sight that loads nothing before somebody scrolls to it is told to load. Whether it was.
const wake = (holder, sight) => {
  if (tagOf(holder) !== 'iframe' || attr(holder, 'loading').toLowerCase() !== 'lazy' || !/^https?:/.test(sourceOf(holder)) || !sight.frame(holder)) return false;
  try {
    if (windowOf(holder).location.href !== 'about:blank') return false;
  } catch {
    return false; // another site's: it has loaded
  }
  holder.loading = 'eager';
  return true;
};

// The form's own name, else the heading over its first control if it is over no other form, else what is in its
// markup.
const formName = (form, scene) => {
  const name = ariaName(form);
  if (name) return name;
  const first = scene.firstIn(form);
  const above = first ? scene.sectionsOf(first).filter((it) => it.level > 0).pop() : null;
  if (above && (contains(form, above.element) || !scene.forms.some((it) => it !== form && flatContains(above.scope, it)))) return above.text;
  return attr(form, 'name') || attr(form, 'id');
};

// Several controls of one `aria-label` got it from the library that they come from. Where each has a text of its own
// in sight, that is what a person would call it.
const untwin = (controls, scene) => {
  const twins = new Map();
  controls.forEach((control, i) => {
    if (control.label_source !== 'aria' || !control.visible || control.role === 'radio' || control.group !== null) return;
    const set = twins.get(control.label) ?? [];
    set.push({ control, element: scene.controls[i] });
    twins.set(control.label, set);
  });
  for (const set of twins.values()) {
    if (set.length < 2) continue;
    const others = set.map((it) => labelOf(it.element, scene, true));
    const texts = new Set(others.map((it) => it.text));
    if (texts.size < set.length || others.some((it) => !TOLD.has(it.source) || it.text === '')) continue;
    set.forEach((it, i) => {
      const bare = unmark(others[i].text);
      it.control.label = bare.text;
      it.control.label_source = others[i].source;
      it.control.required ||= bare.marked;
    });
  }
};
const TOLD = new Set(['label', 'table', 'nearby', 'legend']);

// Only where some element listens for keys at all, each is asked.
const KEY_HANDLERS = '[onkeydown],[onkeypress],[onkeyup],[onbeforeinput]';
const isKeyed = (element, listening) => (listening && hasKeys(element)) || matches(element, KEY_HANDLERS);

// Radios that are all called the same, such as stars, are told apart by their place.
const rate = (controls, scene) => {
  const sets = new Map();
  controls.forEach((control, i) => {
    if (control.role !== 'radio' || control.group === null) return;
    const set = sets.get(control.group.element) ?? [];
    set.push({ control, element: scene.controls[i] });
    sets.set(control.group.element, set);
  });
  for (const set of sets.values()) {
    if (set.length < 2 || set.some((it) => it.control.label !== set[0].control.label)) continue;
    set.forEach((it, i) => {
      it.control.label = attr(it.element, 'aria-posinset') || String(i + 1);
    });
  }
};

const formOf = (element) => {
  const tag = tagOf(element);
  if (labelables.has(tag)) {
    const { form } = element;
    if (form) return form;
  }
  // Across shadow roots, where the browser itself ties no control to a form.
  for (let at = element; at !== null; at = flatParent(at)) if (tagOf(at) === 'form') return at;
  return null;
};

const count = (value) => (Number.isInteger(value) && value >= 0 ? value : null);

// What a person sees of a control at first sight: what it is, what it is called, which question it belongs to, whether
// it must be answered.
const faceOf = (element, scene) => {
  const tag = tagOf(element);
  const native = NATIVE.has(tag);
  const wrapper = scene.wrappers.get(element) ?? null;
  const backing = scene.backed.get(element) ?? null;
  if (backing !== null) chosenBeside.add(element);
  const row = scene.stars.get(element) ?? null;
  const count = scene.counts.get(element) ?? null;
  const role = row !== null ? 'radio' : count !== null ? 'spinbutton' : slides.has(element) ? 'slider' : scene.standing.has(element) ? 'grid' : roleOf(element) || (wrapper ? roleOf(wrapper) : '');
  const span = scene.spans.get(element) ?? null;
  const label = row !== null ? { text: nameOfStar(element, row), source: 'aria', from: null, marked: scene.questions.get(element)?.marked === true } : count !== null ? count.label : scene.areas.has(element) ? labelOfArea(element, scene) : span !== null ? span.label : slides.has(element) ? labelOfSlide(element, scene) : labelWith(element, [wrapper, backing], scene);
  const bare = unmark(label.text);
  const group = scene.questions.get(element) ?? scene.groupOf(element);
  const chosen = isBox(element) || role === 'radio';
  return {
    tag,
    native,
    type: tag === 'input' ? element.type : scene.areas.has(element) ? 'file' : '',
    editable: !native && (isEditingHost(element) || (element === bodyOf(document) && designMode(document) === 'on')),
    wrapper,
    backing,
    role,
    label,
    bare,
    group,
    chosen,
    required: isRequired(element, native) || bare.marked || label.marked === true || (label.from !== null && label.source !== 'placeholder' && !(chosen && group !== null) && starred(label.from)),
    readonly: span !== null || scene.standing.has(element) || (native && tag !== 'select' && element.readOnly === true && count === null) || attr(element, 'aria-readonly') === 'true',
    visible: scene.sight.control(element) || (wrapper !== null && scene.sight.itself(wrapper)) || (zones.has(element) && scene.sight.itself(zones.get(element))),
  };
};

// Whether what is typed is shown as dots, although it is no password field.
const isDisguised = (element) => (getComputedStyle(element).webkitTextSecurity || 'none') !== 'none';

// What its `<label>` says where ARIA gives it another name: that is what stands on the page.
const otherLabel = (element, label, bare) => {
  if (label.source !== 'aria' && label.source !== 'labelledby') return '';
  const texts = labelsOf(element).filter((it) => it !== label.from && shown(it)).map((it) => textOf(it, NAME_OF_LABEL)).filter(Boolean);
  const text = texts.length === 0 ? '' : joined(texts).text;
  return text.toLowerCase() === bare.text.toLowerCase() ? '' : text;
};

// What it stands in, from the outside in, without what is its own label.
const sectionOf = (element, { label, bare, group, chosen }, scene) => {
  const section = [];
  for (const it of scene.sectionsOf(element)) {
    if (it.text === bare.text || (label.from !== null && (it.element === label.from || it.source === label.from))) continue;
    // The question of a set of boxes is their label, not a section that they stand in.
    if (chosen && group && (it.element === group.element || (group.legend !== null && it.element === group.legend)) && questionOnly(group, scene)) continue;
    if (section[section.length - 1] !== it.text) section.push(it.text);
  }
  return section;
};

const controlOf = (element, scene, cap, face) => {
  const { tag, native, type, editable, wrapper, backing, role, label, bare, group, required, readonly, visible } = face;
  const form = formOf(element);
  const section = sectionOf(element, face, scene);
  if (backing !== null && tagOf(backing) === 'select') optionCounts.set(backing, backing.options.length);
  const told = {
    element: numberOf(element),
    form: form ? numberOf(form) : null,
    tag,
    input_type: type === 'text' && isDisguised(element) ? 'password' : type,
    role,
    editable,
    name: attr(element, 'name') || (backing ? attr(backing, 'name') : ''),
    id: attr(element, 'id') || (slides.has(element) ? attr(flatParent(element), 'id') : ''),
    label: bare.text,
    label_source: label.source,
    also: otherLabel(element, label, bare),
    group: group ? { element: numberOf(group.element), label: group.label, role: group.role, size: group.size } : null,
    section,
    required,
    readonly,
    disabled: isDisabled(element),
    visible,
    trap: wrapper === null && backing === null && scene.sight.trap(element),
    options: [],
    multiple: scene.areas.has(element) || trees.has(element) || isMultiple(element, tag, role) || (backing !== null && tagOf(backing) === 'select' && backing.multiple),
    pattern: attr(element, 'pattern'),
    min: attr(element, 'min') || attr(element, 'aria-valuemin'),
    max: attr(element, 'max') || attr(element, 'aria-valuemax'),
    step: attr(element, 'step'),
    maxlength: native && tag !== 'select' ? count(element.maxLength) : null,
    minlength: native && tag !== 'select' ? count(element.minLength) : null,
    placeholder: scene.spans.has(element) ? '' : attr(element, 'placeholder') || attr(element, 'aria-placeholder'),
    title: attr(element, 'title'),
    autocomplete: attr(element, 'autocomplete') || (backing ? attr(backing, 'autocomplete') : ''),
    inputmode: attr(element, 'inputmode'),
    accept: type === 'file' ? attr(element, 'accept') : '',
    lang: langOf(element),
    held: heldWith(element, backing),
    value: scene.stars.has(element) ? String(scene.stars.get(element).stars.indexOf(element) + 1) : type === 'radio' || type === 'checkbox' ? element.value : '',
    error: '',
    description: '',
    beside: '',
    popup: attr(element, 'aria-haspopup') || (wrapper ? attr(wrapper, 'aria-haspopup') : ''),
    suggests: attr(element, 'aria-autocomplete') || (wrapper ? attr(wrapper, 'aria-autocomplete') : ''),
    datalist: tag === 'input' && element.list !== null,
    around: wrapper ? roleOf(wrapper) : '',
    behind: backing ? tagOf(backing) : '',
    chips: (backing !== null || ((tag === 'input' && WRITING.has(type)) || editable ? picks(element) || isKeyed(element, scene.listening) : false)) && chipsOf(element).some((it) => removerOf(it.element) !== null),
    less: scene.counts.has(element) ? numberOf(scene.counts.get(element).less) : null,
    more: scene.counts.has(element) ? numberOf(scene.counts.get(element).more) : null,
    dial: tag === 'input' && (type === 'tel' || (WRITING.has(type) && attr(element, 'autocomplete').toLowerCase().includes('tel'))) ? chooserOf(element) : null,
    keyed: (tag === 'input' || tag === 'textarea' || editable) && isKeyed(element, scene.listening),
  };
  told.options = optionsOf(element, cap, backing);
  const notes = notesOf(element, scene, group);
  told.error = notes.error;
  told.description = notes.description;
  told.beside = besideText(element, scene);
  return told;
};

// Its label, or a better one of another face of it: a `<label>` that can be seen is for people, whatever ARIA says.
const labelWith = (element, others, scene) => {
  let best = labelOf(element, scene);
  for (const other of others) {
    if (other === null) continue;
    const its = labelOf(other, scene);
    if (its.source === 'none' || its.source === 'name' || its.text === '') continue;
    const weak = WEAK.has(best.source);
    if ((weak && !WEAK.has(its.source)) || best.source === 'none' || best.source === 'name' || (its.source === 'label' && best.source === 'aria' && its.from !== null && shown(its.from))) best = its;
  }
  return best;
};
const WEAK = new Set(['nearby', 'placeholder', 'title', 'name', 'none']);

const isRequired = (element, native) => (native && element.required === true) || state(element, 'aria-required') === 'true' || (tagOf(element) === 'input' && element.type === 'radio' && attr(closest(element, '[role=radiogroup]') ?? element, 'aria-required') === 'true');
const isDisabled = (element) => matches(element, ':disabled') || state(element, 'aria-disabled') === 'true' || (innards.has(element) && hasAttribute(element, 'disabled'));
const isMultiple = (element, tag, role) => {
  if (tag === 'select' || (tag === 'input' && role !== 'combobox')) return element.multiple === true;
  const list = role === 'listbox' ? element : role === 'combobox' || attr(element, 'aria-haspopup') === 'listbox' ? listOf(element) : null;
  return list !== null && attr(list, 'aria-multiselectable') === 'true';
};
const questionOnly = (group, scene) => group.made || group.role === 'radiogroup' || scene.allBoxes(group.element);
const langOf = (element) => {
  for (let at = element; at !== null; at = flatParent(at)) {
    const lang = attribute(at, 'lang');
    if (lang) return lang;
  }
  return '';
};

// --- what a control holds -----------------------------------------------------

const truth = (word) => (word === 'mixed' ? 'mixed' : word === 'true');
// The state of a custom element as it is now, not as it was at the last look.
const refreshed = (element, name) => {
  if (innards.has(element)) innards.set(element, innerOf(element) ?? new Map());
  return state(element, name);
};
const held = (element) => {
  const tag = tagOf(element);
  if (starRows.has(element)) return { checked: shines(element) };
  if (trees.has(element)) return { text: tickedIn(element) };
  if (areas.has(element)) return { files: shownFiles(element) };
  if (counted.has(element)) return { text: countText(element) };
  if (tag === 'input') {
    switch (element.type) {
      case 'checkbox':
        return { checked: element.indeterminate ? 'mixed' : element.checked };
      case 'radio':
        return { checked: element.checked };
      case 'file':
        return { files: element.files.length > 0 || !zones.has(element) ? [...element.files].map((file) => file.name) : shownFiles(zones.get(element)) };
      default:
        if (spanned.has(element)) return { text: spanText(element) };
        if ((element.type === 'tel' || (WRITING.has(element.type) && attr(element, 'autocomplete').toLowerCase().includes('tel'))) && element.value !== '') return { text: withCode(element) };
        return { text: inputText(element) };
    }
  }
  if (tag === 'textarea') return { text: element.value };
  if (tag === 'select') {
    const chosen = [];
    const { options } = element;
    for (let i = 0; i < options.length; i += 1) if (options[i].selected) chosen.push(i);
    return { chosen };
  }
  if (stands.has(element)) return { text: chosenDay(element) };
  if (slides.has(element)) return { text: gaugeOf(element) };
  const role = roleOf(element);
  if (role === 'checkbox' || role === 'radio' || role === 'switch') return { checked: truth(refreshed(element, 'aria-checked')) };
  if (hasAttribute(element, 'aria-pressed')) return { checked: truth(attr(element, 'aria-pressed')) };
  if (role === 'listbox') {
    const chosen = [];
    ariaOptions(element).forEach((option, i) => {
      if (isChosen(option)) chosen.push(i);
    });
    return { chosen };
  }
  if (role === 'slider' || role === 'spinbutton') {
    const number = attribute(element, 'aria-valuenow');
    // The half of a day has a number, too; a person knows it by its name.
    const text = fold(textContent(element));
    if (number !== null) return { text: role === 'spinbutton' && HALF.test(text) ? text : number };
    return { text: isEditingHost(element) && !hasAttribute(element, 'aria-valuetext') ? editedText(element) : '' };
  }
  if (isHtml(element) && isEditable(element)) {
    const text = editedText(element);
    return { text: text === '' && picks(element) ? chips(element).join(', ') : text };
  }
  if (role === 'combobox' || asked.has(element) || isButtonLike(element)) return { text: comboText(element) };
  return { text: textOf(element, { controls: true }) };
};

// Of several that were chosen, the hidden list behind a widget tells surely.
// Of one, it tells where the widget shows nothing that can be read.
const optionCounts = new WeakMap(); // of hidden native lists, as last told
const heldWith = (element, backing) => {
  if (backing === null || tagOf(backing) !== 'select') return held(element);
  if (backing.multiple) {
    if (optionCounts.get(backing) === backing.options.length) return held(backing);
    // Options were made since they were told by number.
    const labels = [];
    for (let i = 0; i < backing.options.length; i += 1) if (backing.options[i].selected) labels.push(fold(backing.options[i].label));
    return { text: labels.join(', ') };
  }
  if (drawnFor.get(element) === backing) {
    const option = backing.selectedIndex >= 0 ? backing.options[backing.selectedIndex] : null;
    return { text: option === null || option.value === '' ? '' : fold(option.label) };
  }
  const own = held(element);
  const chosen = backing.selectedIndex >= 0 ? backing.options[backing.selectedIndex] : null;
  return own.text === '' && chosen !== null && chosen.value !== '' ? { text: fold(chosen.label) } : own;
};

// What one cannot type into may say how many were picked; what they are stands beside it.
const inputText = (element) => {
  const { value } = element;
  if (!picks(element)) return value;
  if (value === '') return chips(element).join(', ');
  if (!readOnly(element)) return value;
  const beside = chipsOf(element).filter((it) => removerOf(it.element) !== null);
  return beside.length > 0 ? beside.map((it) => it.text).join(', ') : value;
};

// Whether what was picked stands beside the box that one types in, not in it.
const picks = (element) => {
  if (element.readOnly === true && roleOf(element) !== 'combobox') return false;
  // What opens a calendar or such shows in itself what was chosen.
  if (tagOf(element) === 'input' && /^(dialog|grid)$/.test(attr(element, 'aria-haspopup'))) return false;
  return roleOf(element) === 'combobox' || roleOf(element) === 'searchbox' || (chosenBeside.has(element) && isConnected(element)) || closest(element, '[role=combobox]') !== null;
};
const chosenBeside = new WeakSet(); // controls with a hidden native one behind them, as last seen

const editedText = (element) => innerText(element).replace(/\n$/, '');

// A box that shows its choice as text. What looks like a placeholder is no choice.
const comboText = (element) => {
  if (hasAttribute(element, 'aria-placeholder') && textOf(element, { controls: true }) === fold(attr(element, 'aria-placeholder'))) return '';
  if (hasAttribute(element, 'data-placeholder') && !attr(element, 'data-placeholder')) return '';
  const inner = find(element, 'input:not([type=hidden]),textarea');
  if (inner && inner.value !== '' && attribute(inner, 'aria-hidden') !== 'true') return inner.value;
  const text = textOf(element, { controls: true, skip: (it) => PLACEHOLDER.test(attr(it, 'class')) || hasAttribute(it, 'data-placeholder') || roleOf(it) === 'listbox' || (tagOf(it) === 'button' && !/[\p{L}\p{N}]/u.test(textContent(it))) });
  // Its label may be part of it.
  const label = ariaName(element);
  const rest = label && text.startsWith(label) ? text.slice(label.length).trim() : text;
  return /[\p{L}\p{N}]/u.test(rest) ? rest : '';
};

// --- options -------------------------------------------------------------------

const isChosen = (option) => attr(option, 'aria-selected') === 'true' || attr(option, 'aria-checked') === 'true';
const ariaOptions = (listbox) => {
  const options = [...findAll(listbox, '[role=option i]')];
  for (const owned of byIds(listbox, 'aria-owns')) {
    if (roleOf(owned) === 'option') options.push(owned);
    else options.push(...findAll(owned, '[role=option i]'));
  }
  if (options.length === 0 && anyShadow) {
    walk(
      listbox,
      () => {},
      (element) => {
        if (roleOf(element) === 'option') options.push(element);
      },
    );
  }
  return options;
};
const nativeOptions = (options, cap) => {
  const told = [];
  for (let i = 0; i < options.length && i < cap; i += 1) {
    const option = options[i];
    const parent = parentOf(option);
    const group = parent !== null && nodeType(parent) === 1 && tagOf(parent) === 'optgroup' ? parent : null;
    told.push({
      label: fold(option.label),
      value: option.value,
      selected: option.selected,
      disabled: option.disabled || (group !== null && group.disabled),
      group: group ? fold(group.label) : '',
    });
  }
  return told;
};
const ariaChoice = (option) => {
  const group = closest(option, '[role=group i]');
  return {
    label: unmark(ariaName(option) || textOf(option, { controls: true, all: !shown(option) })).text || fold(attr(option, 'title')),
    value: attr(option, 'data-value') || attr(option, 'value'),
    selected: isChosen(option),
    disabled: attr(option, 'aria-disabled') === 'true' || hasAttribute(option, 'disabled'),
    group: group ? ariaName(group) : '',
    element: numberOf(option),
  };
};
const optionsOf = (element, cap, backing) => {
  const tag = tagOf(element);
  if (tag === 'select') return nativeOptions(element.options, cap);
  if (tag === 'input' && element.list) return nativeOptions(element.list.options, cap).map((option) => ({ ...option, label: option.label || option.value, selected: false }));
  const role = roleOf(element);
  if (role === 'listbox') return ariaOptions(element).slice(0, cap).map(ariaChoice);
  if (backing && tagOf(backing) === 'select') return nativeOptions(backing.options, cap);
  if (role === 'combobox' || attr(element, 'aria-haspopup') === 'listbox') {
    const list = listOf(element);
    const options = list && shown(element) ? ariaOptions(list) : [];
    // Of a list that says that it has more, these are only what is laid out now.
    if (options.length > 0 && !isPartOf(options)) return options.slice(0, cap).map(ariaChoice);
  }
  return [];
};
const isPartOf = (options) => {
  const size = Number(attribute(options[0], 'aria-setsize') ?? 0);
  return size < 0 || size > options.length;
};
const listOf = (element) => {
  for (const target of [...byIds(element, 'aria-controls'), ...byIds(element, 'aria-owns')]) {
    if (roleOf(target) === 'listbox') return target;
    const inner = find(target, '[role=listbox i]');
    if (inner) return inner;
  }
  return null;
};

// --- buttons ----------------------------------------------------------------------

const LOOKS_LIKE_BUTTON = /(^|[\s_-])(btn|button|cta)([\s_-]|$)|btn|button/i;
const BUTTON_WORD = /(^|[\s_-])(btn|button|submit)([\s_-]|$)/i;
const INNER = 'a,button,input,select,textarea,label,[role=button],[class*=button i],[class*=btn i]';
const MAIN = /primary|submit|main|cta/i;

const buttonOf = (element, scene) => {
  const tag = tagOf(element);
  const role = roleOf(element);
  let kind;
  let main = false;
  if (tag === 'button') {
    kind = element.type;
    main = kind === 'submit' && (element.form !== null || MAIN.test(attr(element, 'class')));
    if (kind === 'submit' && element.form === null) kind = 'button';
  } else if (tag === 'input') {
    const { type } = element;
    if (type === 'hidden') return null;
    kind = type;
    main = type === 'submit' || type === 'image';
    if (!NO_CONTROL.has(type)) return null;
  } else if (role === 'button') kind = 'role';
  else if (tag === 'a') {
    // A link counts where it is made to look like a button, or does something instead of going somewhere.
    const href = attr(element, 'href').trim();
    const idle = href === '' || href === '#' || /^javascript:/i.test(href);
    const like = LOOKS_LIKE_BUTTON.test(attr(element, 'class')) || LOOKS_LIKE_BUTTON.test(attr(element, 'id'));
    const inForm = formOf(element) !== null;
    if (role !== '' && role !== 'link' && role !== 'button') return null;
    if (!(like && (inForm || idle)) && !(inForm && idle && href !== '')) return null;
    kind = 'link';
  } else if (hasAttribute(element, 'onclick')) {
    if (role !== '' || find(element, CONTROL) !== null || tag === 'label' || tag === 'body' || tag === 'form' || tag === 'option' || tag === 'img') return null;
    if (!LOOKS_LIKE_BUTTON.test(attr(element, 'class')) && formOf(element) === null) return null;
    kind = 'role';
  } else if (tag === 'div' || tag === 'span') {
    // Nothing but its class and the hand over it says that it is a button.
    if (role !== '' || find(element, INNER) !== null || closest(element, 'a,button,label,[role=button]') !== null) return null;
    if (!BUTTON_WORD.test(attr(element, 'class'))) return null;
    const text = textContent(element).trim();
    if (text.length === 0 || text.length > 40 || !/\p{L}/u.test(text)) return null;
    if (getComputedStyle(element).cursor !== 'pointer' && scene.hasSubmit()) return null;
    kind = 'role';
  } else return null;
  if (kind === 'role' || kind === 'link' || kind === 'button') main = MAIN.test(attr(element, 'class')) && /btn|button/i.test(attr(element, 'class'));
  const form = formOf(element);
  const label = buttonLabel(element, tag);
  const visible = scene.sight.itself(element);
  if (label === '' && !visible && kind === 'role') return null;
  return {
    element: numberOf(element),
    form: form ? numberOf(form) : null,
    label,
    kind,
    name: attr(element, 'name'),
    id: attr(element, 'id'),
    disabled: isDisabled(element),
    visible,
    main,
    also: tag === 'input' || !hasAttribute(element, 'aria-label') && !hasAttribute(element, 'aria-labelledby') ? '' : textOf(element, { controls: true }),
    near: visible && (kind === 'button' || kind === 'role' || kind === 'link') ? scene.near(element) : null,
    under: visible && kind !== 'submit' ? scene.headOver(element) : '',
    opens: visible && opensMore(element, form),
  };
};

// Whether it says that it opens a box of its own that is shut now and has questions in it. What else opens so, such as help,
// is told only where it belongs to a form.
const opensMore = (element, form) => {
  const targets = [...byIds(element, 'aria-controls'), ...byIds(element, 'popovertarget'), ...byIds(element, 'commandfor')];
  const boxes = targets.filter((it) => roleOf(it) === 'dialog' || tagOf(it) === 'dialog' || hasAttribute(it, 'popover'));
  if (boxes.length > 0) return boxes.some((it) => !shown(it) && (find(it, CONTROL) !== null || hasCount(it)));
  return form !== null && targets.length === 0 && attr(element, 'aria-haspopup') === 'dialog' && attr(element, 'aria-expanded') !== 'true';
};
// Whether something in it is counted by buttons, hidden as it is.
const hasCount = (box) => [...findAll(box, 'button,[role=button i]')].some((it) => isSide(it, LESS_SIGN, FEWER));

const buttonLabel = (element, tag) => {
  const name = ariaName(element);
  if (name) return name;
  if (tag === 'input') {
    if (element.type === 'image') return fold(attr(element, 'alt') || attr(element, 'value') || attr(element, 'title')) || 'Submit';
    const value = fold(element.value);
    if (value) return value;
    // What the browser writes on it.
    if (element.type === 'submit') return 'Submit';
    if (element.type === 'reset') return 'Reset';
  } else {
    const text = textOf(element, { controls: true });
    if (text) return text;
  }
  const labels = [...labelsOf(element)].map((label) => textOf(label)).filter(Boolean);
  if (labels.length > 0) return labels.join(' ');
  const title = fold(attr(element, 'title'));
  if (title) return title;
  const drawn = find(element, 'svg title,[aria-label],img[alt]');
  if (drawn) return fold(attr(drawn, 'aria-label') || attr(drawn, 'alt') || textContent(drawn));
  return wordsOf(attr(element, 'name') || attr(element, 'id') || attr(element, 'value'));
};

// --- the visible text, a line a block ----------------------------------------------------

const visibleText = (most) => {
  const body = bodyOf(document);
  if (!body) return '';
  let text = '';
  let length = 0;
  const stack = [body];
  while (stack.length > 0 && length < most * 2) {
    const node = stack.pop();
    if (typeof node === 'string') {
      text += node;
      continue;
    }
    const type = nodeType(node);
    if (type === 3) {
      const data = dataOf(node);
      text += data.replace(/\n/g, ' ');
      if (/\S/.test(data)) length += fold(data).length + 1;
      continue;
    }
    if (type !== 1) continue;
    const tag = tagOf(node);
    if (SILENT.has(tag) || tag === 'select' || tag === 'textarea' || !shown(node)) continue;
    if (tag === 'br') {
      text += ' ';
      continue;
    }
    if (isBlock(node)) {
      // The cells of a row are read together.
      const apart = tag === 'td' || tag === 'th' ? ' ' : '\n';
      text += apart;
      stack.push(apart);
    }
    const shadow = shadowOf(node);
    if (shadow === null && tag !== 'slot') for (let child = lastChild(node); child !== null; child = previousSibling(child)) stack.push(child);
    else {
      const children = flatChildren(node);
      for (let i = children.length - 1; i >= 0; i -= 1) stack.push(children[i]);
    }
  }
  const folded = text.split('\n').map(fold).filter((line) => line !== '').join('\n');
  return folded.length > most ? [...folded].slice(0, most).join('') : folded;
};
