// What the controls were called at the last look, and whether they are called so still: where a page renders without
// keys, an element stays and becomes another field.

let named = new Map(); // each control of the last look, and what it was called
let sources = new Set(); // what those names were written in
let unsure = new Set(); // what stands around the controls whose names were found nearby, or were made up
let doubted = false; // something may have been given another name
let restyled = false; // so may something that was shown or hidden: looked at in the end only
let renamed = false; // something was given another name
const inSight = new WeakSet(); // the controls that were shown at a look
let spent = 0; // ms spent on telling since the last look

const NAMING = ['name', 'id', 'for', 'aria-label', 'aria-labelledby', 'placeholder', 'aria-placeholder', 'title', 'value', 'label', 'type'];
const NAMERS = 'label,legend,summary,caption,th,dt,h1,h2,h3,h4,h5,h6,[role=heading i]';
const MOST_TELLING = 300; // ms: what is in doubt after that is told in the end
const OUTWARD = 6;

// What a name is made of. Beside its own label, a control is told by what it stands in.
const nameOf = (element, face, section) => {
  const { bare, group, type, backing } = face;
  const active = element === deepActive();
  const placed = active ? '' : attr(element, 'placeholder') || attr(element, 'aria-placeholder');
  const box = type === 'radio' || type === 'checkbox';
  return {
    own: [attr(element, 'name') || (backing ? attr(backing, 'name') : ''), attr(element, 'id'), box ? `${type} ${element.value}` : ''].join('\n'),
    placed,
    active,
    label: bare.text,
    source: face.label.source,
    full: [bare.text, group === null ? '' : group.label, ...section].join('\n'),
  };
};

const remember = (scene, faces, sections) => {
  named = new Map();
  sources = new Set();
  unsure = new Set();
  doubted = false;
  restyled = false;
  renamed = false;
  spent = 0;
  scene.controls.forEach((element, i) => {
    if (shown(element)) inSight.add(element);
    const face = faces[i];
    named.set(element, nameOf(element, face, sections[i]));
    const from = [face.label.from, face.wrapper, face.backing, face.group?.legend, ...byIds(element, 'aria-labelledby')];
    for (const it of scene.sectionsOf(element)) {
      if (it.source) from.push(it.source);
      else if (matches(it.element, NAMERS)) from.push(it.element);
    }
    for (const it of from) if (it && nodeType(it) === 1) sources.add(it);
    if (!WEAK.has(face.label.source)) return;
    for (let at = flatParent(element), up = 0; at !== null && up < OUTWARD && !unsure.has(at); at = flatParent(at), up += 1) unsure.add(at);
  });
};

// A clock, a counter or a day is no name, unless it makes one into what another was.
const calendarWords = new Map(); // the names of months and days in a language
const wordsOfDays = (lang) => {
  let told = calendarWords.get(lang);
  if (told === undefined) {
    const names = new Set();
    for (const locale of ['en', lang]) {
      for (const options of [{ month: 'long' }, { month: 'short' }, { weekday: 'long' }, { weekday: 'short' }]) {
        try {
          const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
          for (let i = 0; i < 12; i += 1) names.add(format.format(Date.UTC(2023, options.month ? i : 0, options.month ? 15 : 1 + i)).replace(/[^\p{L}]/gu, ''));
        } catch {
          // A language that the browser does not know.
        }
      }
    }
    names.delete('');
    told = new RegExp(`(?<!\\p{L})(${[...names].join('|')})(?!\\p{L})`, 'gu');
    calendarWords.set(lang, told);
  }
  return told;
};
const worded = (text) => (/\p{N}/u.test(text) ? text.replace(wordsOfDays(attr(rootElement(document), 'lang') || 'en'), '#') : text).replace(/\p{N}+/gu, '#');

// With `all`, also what they stand in.
const differ = (scene, all) => {
  const olds = new Map();
  for (const [element, { full }] of named) olds.set(full, olds.has(full) ? null : element);
  for (const element of scene.controls) {
    const before = named.get(element);
    if (before === undefined) continue;
    const face = faceOf(element, scene);
    const after = nameOf(element, face, sectionOf(element, face, scene));
    if (after.own !== before.own) return true;
    const active = after.active || before.active;
    if (!active && after.placed !== before.placed) return true;
    // Some take the placeholder away as long as the control has the focus.
    if (active && (after.source === 'placeholder' || before.source === 'placeholder')) continue;
    if (after.full === before.full) continue;
    if (worded(after.label) !== worded(before.label)) return true;
    if (olds.has(after.full) && olds.get(after.full) !== element) return true;
    if (all && worded(after.full) !== worded(before.full)) return true;
  }
  return false;
};

const isNamer = (node) => nodeType(node) === 1 && (sources.has(node) || matches(node, NAMERS) || find(node, NAMERS) !== null);
const inName = (node) => {
  for (let at = node, up = 0; at !== null && up < OUTWARD; at = flatParent(at), up += 1) {
    if (nodeType(at) !== 1) continue;
    if (sources.has(at) || matches(at, NAMERS)) return true;
  }
  return false;
};
const textsOf = (nodes) => {
  let text = '';
  for (const node of nodes) {
    const type = nodeType(node);
    if (type === 3) text += dataOf(node);
    else if (type === 1) text += textContent(node);
  }
  return text;
};
const doubts = (record) => {
  const { target, type } = record;
  if (type === 'attributes') {
    const tag = tagOf(target);
    switch (record.attributeName) {
      case 'value':
      case 'label':
        if (tag === 'option' || tag === 'optgroup') return true;
        return record.attributeName === 'label' ? tag.includes('-') : tag === 'input' && (target.type === 'radio' || target.type === 'checkbox');
      case 'name':
      case 'placeholder':
      case 'aria-placeholder':
      case 'title':
      case 'type':
        return named.has(target) || sources.has(target);
      default:
        return tag !== 'button' && tag !== 'a';
    }
  }
  const parent = type === 'characterData' ? flatParent(target) : target;
  if (parent === null || nodeType(parent) !== 1) return false;
  if (type === 'childList') {
    for (const nodes of [record.addedNodes, record.removedNodes]) {
      for (const node of nodes) if (nodeType(node) === 1 && (isNamer(node) || matches(node, CONTROL) || find(node, CONTROL) !== null)) return true;
    }
  }
  if (inName(parent)) return true;
  if (!unsure.has(parent) && !unsure.has(flatParent(parent))) return false;
  const [before, after] = type === 'characterData' ? [record.oldValue ?? '', dataOf(target)] : [textsOf(record.removedNodes), textsOf(record.addedNodes)];
  return worded(before) !== worded(after);
};

const noteNames = (records) => {
  if (doubted || renamed || named.size === 0) return;
  for (const record of records) {
    const tag = nodeType(record.target) === 1 ? tagOf(record.target) : '';
    if (tag === 'textarea' || tag === 'script' || tag === 'style') continue;
    if (!doubts(record)) continue;
    // What the options say is compared nowhere else while the form is written.
    if (tag === 'option' || tag === 'optgroup') renamed = true;
    else doubted = true;
    return;
  }
};
const namer = new MutationObserver(noteNames);
const watchNames = (root) => namer.observe(root, { subtree: true, childList: true, characterData: true, characterDataOldValue: true, attributeFilter: NAMING });

const isRenamed = () => {
  noteNames(namer.takeRecords());
  if (!renamed && doubted && spent < MOST_TELLING) {
    const start = performance.now();
    doubted = false;
    renew();
    renamed = differ(new Scene(), false);
    // What was found the same may be told otherwise by what it stands in.
    restyled = true;
    spent += performance.now() - start;
  }
  return renamed;
};

// The same in the end, with all that a name hangs on.
const isRenamedAtLast = (scene) => {
  noteNames(namer.takeRecords());
  if (!renamed && (doubted || restyled)) {
    doubted = false;
    restyled = false;
    renamed = differ(scene, true);
  }
  return renamed;
};
