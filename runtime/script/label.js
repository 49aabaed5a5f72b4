// What a control is called, which group it stands in, and what is written above it.

const TEXTUAL = new Set(['text', 'search', 'email', 'tel', 'url', 'password', 'number', 'date', 'time', 'datetime-local', 'month', 'week']);
const CONTROL = 'input:not([type=hidden i]),select,textarea,[contenteditable]:not([contenteditable=false i]),[role=combobox i],[role=listbox i],[role=spinbutton i],[role=slider i],[role=switch i],[role=checkbox i],[role=radio i],[role=textbox i],[role=searchbox i],button[aria-pressed],[role=button i][aria-pressed],button[aria-haspopup=listbox i],[role=button i][aria-haspopup=listbox i]';
const NO_CONTROL = new Set(['submit', 'image', 'button', 'reset', 'hidden']);
const isControl = (element) => (innards.has(element) && WIDGET_ROLES.has(roleOf(element))) || matches(element, CONTROL) && !(tagOf(element) === 'input' && NO_CONTROL.has(element.type));

// --- marks of being required ---------------------------------------------------

const WORDS = 'required|mandatory|erforderlich|pflichtfeld|pflichtangabe|obligatoire|requis|champ obligatoire|obligatorio|requerido|campo obligatorio|obbligatorio|richiesto|campo obbligatorio|obrigatório|campo obrigatório|verplicht|verplicht veld|wymagane|pole wymagane|povinné|påkrævet|obligatorisk|必須|必填|обязательно|обязательное поле';
const STARS = '[*＊✱∗⁎]+';
const MARK = new RegExp(`\\s*(?:${STARS}|[([]\\s*(?:${WORDS}|${STARS})\\s*[)\\]])(\\s*:?)\\s*$`, 'iu');
const MARK_BEFORE = new RegExp(`^(?:${STARS}|[([]\\s*(?:${WORDS})\\s*[)\\]])\\s*(?=\\S)`, 'iu');
const MARK_ALONE = new RegExp(`^[([]?\\s*(?:${STARS}|${WORDS})\\s*[)\\]]?$`, 'iu');

// A label without its mark, and whether there was one.
const unmark = (text) => {
  let bare = text;
  let marked = false;
  for (let again = 0; again < 3; again += 1) {
    const next = bare.replace(MARK, '$1').replace(MARK_BEFORE, '').trim();
    if (next === bare || next === '') break;
    bare = next;
    marked = true;
  }
  return { text: bare, marked };
};

// Whether a star or such is part of the element: hidden from screen readers, or painted by a style.
const starred = (element) => {
  if (firstElement(element) !== null && starInside(element)) return true;
  // The same styles for the same classes, near enough.
  const parent = parentElement(element);
  const key = `${tagOf(element)} ${attr(element, 'class')} ${parent ? `${tagOf(parent)} ${attr(parent, 'class')}` : ''}`;
  let told = starStyles.get(key);
  if (told === undefined) {
    told = starPainted(element);
    starStyles.set(key, told);
  }
  return told;
};
let starStyles = new Map(); // good for one question only
const starInside = (element) => {
  for (const child of findAll(element, '[aria-hidden=true],abbr,sup,i,em,span')) {
    const text = textContent(child).trim();
    if (text.length > 0 && text.length < 24 && MARK_ALONE.test(text)) return true;
  }
  return false;
};
const starPainted = (element) => {
  for (const side of ['::after', '::before']) {
    const { content } = getComputedStyle(element, side);
    if (content.length > 2 && content.length < 12 && /^"\s*[(]?[*＊✱∗⁎][)]?\s*"/.test(content)) return true;
  }
  return false;
};
const isMark = (element) => {
  const text = textContent(element);
  return text.length < 24 && MARK_ALONE.test(text.trim()) && firstElement(element) === null;
};

// --- the parts of a name ---------------------------------------------------------

const labelables = new Set(['input', 'select', 'textarea', 'button', 'meter', 'progress', 'output']);

// The labels that belong to an element, the browser's own and, for what is no form control, one around it.
const labelsOf = (element) => {
  let labels = labelCache.get(element);
  if (labels === undefined) {
    labels = [...findLabels(element)];
    labelCache.set(element, labels);
  }
  return labels;
};
let labelCache = new WeakMap(); // good for one question only
const findLabels = (element) => {
  const tag = tagOf(element);
  if (labelables.has(tag)) {
    const own = element.labels ?? [];
    if (own.length > 0) return own;
    // One around it whose `for` leads nowhere.
    const around = closest(element, 'label');
    return around !== null && owner(around) === null && findAll(around, CONTROL).length === 1 ? [around] : own;
  }
  const labels = [];
  if (tag.includes('-')) {
    const { labels: own } = element;
    if (own instanceof NodeList) return own;
  }
  const id = attr(element, 'id');
  if (id) {
    const own = find(rootOf(element), `label[for="${CSS.escape(id)}"]`);
    if (own) labels.push(own);
  }
  const around = closest(element, 'label');
  if (around && !labels.includes(around) && !hasAttribute(around, 'for')) labels.push(around);
  return labels;
};

// What was remembered of the document may be so no more.
const renew = () => {
  labelCache = new WeakMap();
  starStyles = new Map();
};

const NAME_OF_LABEL = { skip: isMark };

const byIds = (element, name) => {
  const ids = attribute(element, name);
  if (!ids) return [];
  const root = rootOf(element);
  const targets = [];
  for (const id of ids.trim().split(/\s+/)) {
    const target = byId(root, id) ?? (nodeType(root) === 11 ? byId(document, id) : null);
    if (target) targets.push(target);
  }
  return targets;
};

// `aria-labelledby`, without the control's own part in it.
const labelledby = (element) => {
  const parts = [];
  const control = isControl(element);
  for (const target of byIds(element, 'aria-labelledby')) {
    if (target === element) {
      const own = fold(attr(element, 'aria-label'));
      if (own) parts.push({ target, text: own });
      continue;
    }
    if ((control && contains(element, target)) || isControl(target)) continue;
    const text = attr(target, 'aria-label') || textOf(target, { all: !shown(target), skip: isMark, controls: tagOf(target) === 'button' || roleOf(target) === 'tab' });
    if (text) parts.push({ target, text: fold(text) });
  }
  return parts;
};

// The name that an element's author gave it by ARIA, else empty.
const ariaName = (element) => {
  const parts = labelledby(element);
  if (parts.length > 0) return parts.map((part) => part.text).join(' ');
  return fold(state(element, 'aria-label'));
};

const legendOf = (fieldset) => {
  for (let child = firstElement(fieldset); child !== null; child = nextElement(child)) if (tagOf(child) === 'legend') return child;
  return null;
};

// --- nearby text --------------------------------------------------------------------

const LONGEST_LABEL = 160;
const WORDY = new Set(['label', 'strong', 'b', 'dt', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'legend']);
const isBlock = (element) => {
  const { display } = getComputedStyle(element);
  return BLOCK.test(display) && !display.startsWith('inline');
};

// The text before (or after) an element, up to the next control, going outward while nothing was found. A line that
// stands nearer wins, but bold text or a label wins over a hint between it and the control.
const nearby = (element, after, scene) => {
  const { holders, seenHolders } = scene;
  const chosen = sortOf(element) === 'choice';
  let at = element;
  for (let up = 0; up < 5; up += 1) {
    const parent = flatParent(at);
    if (parent === null) return null;
    const lines = []; // nearest first
    let line = '';
    let first = null; // the element that the line came from
    let met = false; // another control
    const close = () => {
      const text = fold(line);
      if (text) lines.push({ text, first });
      line = '';
      first = null;
    };
    for (let sibling = flatSibling(at, after); sibling !== null && lines.length < 4; sibling = flatSibling(sibling, after)) {
      const type = nodeType(sibling);
      if (type === 3) {
        line = after ? line + dataOf(sibling) : dataOf(sibling) + line;
        continue;
      }
      if (type !== 1) continue;
      const tag = tagOf(sibling);
      if (tag === 'br' || tag === 'hr') {
        close();
        if (after && lines.length > 0) break;
        continue;
      }
      if (SILENT.has(tag)) continue;
      if (roleOf(sibling) === 'toolbar') continue;
      if (seenHolders.has(sibling)) {
        met = true;
        break;
      }
      // A control that cannot be seen does not stand between.
      if (holders.has(sibling) || isField(sibling) || !shown(sibling)) continue;
      // What was chosen before, with a button to take it away.
      if (chosen && find(sibling, 'button,[role=button]') !== null) continue;
      // Another control's own label is not this one's.
      if (tag === 'label' && owner(sibling) !== null && owner(sibling) !== element) {
        if (shown(owner(sibling))) {
          met = true;
          break;
        }
      }
      const text = textOf(sibling, NAME_OF_LABEL);
      if (!text) continue;
      if (isBlock(sibling)) {
        close();
        lines.push({ text, first: sibling });
        if (after) break;
      } else {
        line = after ? `${line}${text}` : `${text}${line}`;
        first = sibling;
      }
    }
    close();
    const fitting = lines.filter((it) => it.text.length <= LONGEST_LABEL && /[\p{L}\p{N}]/u.test(it.text));
    if (fitting.length > 0) {
      let best = fitting[0];
      if (!after) {
        // A heading over several controls is not the label of the first.
        const several = scene.sizeOf(parent) > 1;
        const headings = (it) => several && it.first && /^h[1-6]$/.test(tagOf(it.first));
        if (headings(best)) {
          best = fitting.find((it) => !headings(it));
          if (!best) return null;
        }
        if (several && best.first && isBlock(best.first) && !WORDY.has(tagOf(best.first)) && !boldIn(best.first) && fold(attr(element, 'placeholder'))) return null;
        const bold = several ? null : fitting.find((it) => it.first && (WORDY.has(tagOf(it.first)) || boldIn(it.first)));
        if (bold && !(best.first && WORDY.has(tagOf(best.first)))) best = bold;
      }
      return best;
    }
    if (met || lines.length > 0) return null;
    const tag = tagOf(parent);
    if (tag === 'form' || (tag === 'fieldset' && scene.sizeOf(parent) > 1) || tag === 'body' || tag === 'main' || tag === 'section' || tag === 'td' || tag === 'th' || tag === 'li') return null;
    // Going out, all of what is in the parent must be about this control.
    if (after && up > 1) return null;
    at = parent;
  }
  return null;
};
// Bold from its first letter to its last.
const boldIn = (element) => {
  const inner = find(element, 'strong,b,label');
  return inner !== null && textContent(inner).trim() === textContent(element).trim();
};
const owner = (label) => label.control ?? null;

// A label that leads nowhere and comes after the control (moved over it by a style), alone with it.
const labelAfter = (element, scene) => {
  let at = element;
  for (let up = 0; up < 3; up += 1) {
    const parent = flatParent(at);
    if (parent === null || scene.sizeOf(parent) > 1) return null;
    for (let next = nextElement(at); next !== null; next = nextElement(next)) {
      if (tagOf(next) !== 'label' || owner(next) !== null || !shown(next)) continue;
      const text = textOf(next, NAME_OF_LABEL);
      if (text && text.length <= LONGEST_LABEL) return { text, first: next };
    }
    at = parent;
  }
  return null;
};

// The last resort: text painted over the control from behind it in the document, as a placeholder is.
const textAfter = (element, scene) => {
  const parent = flatParent(element);
  if (parent === null || scene.sizeOf(parent) > 1) return null;
  const found = nearby(element, true, scene);
  if (found === null || !found.first || found.text.length > 60) return null;
  const mine = rectOf(element);
  const its = rectOf(found.first);
  const over = its.left < mine.right && its.right > mine.left && its.top < mine.bottom && its.bottom > mine.top;
  return over ? found : null;
};

// --- tables and definition lists --------------------------------------------------------

const cellText = (cell) => (find(cell, CONTROL) === null ? textOf(cell, NAME_OF_LABEL) : '');
const fromTable = (element) => {
  const cell = closest(element, 'td,th,dd,[role=cell],[role=gridcell]');
  if (cell === null) return null;
  const tag = tagOf(cell);
  if (tag === 'dd') {
    for (let at = previousElement(cell); at !== null; at = previousElement(at)) {
      if (tagOf(at) === 'dt') return { text: textOf(at, NAME_OF_LABEL), element: at };
    }
    return null;
  }
  if (tag !== 'td' && tag !== 'th') return null;
  const told = attr(cell, 'headers').trim();
  if (told) {
    const texts = told.split(/\s+/).map((id) => byId(rootOf(element), id)).filter(Boolean).map((it) => textOf(it, NAME_OF_LABEL)).filter(Boolean);
    if (texts.length > 0) return { text: texts.join(' '), element: null };
  }
  const row = parentOf(cell);
  // The header of the row: its own `th`, else the text of the cell just before.
  let rowHead = null;
  let before = null;
  let others = 0;
  for (let at = firstElement(row); at !== null; at = nextElement(at)) {
    if (at === cell) continue;
    if (tagOf(at) === 'th' && !rowHead && isBefore(at, cell)) rowHead = cellText(at) ? at : null;
    if (isBefore(at, cell)) before = at;
    if (find(at, CONTROL) !== null) others += 1;
  }
  const table = closest(cell, 'table');
  const columnHead = others > 0 || rowHead === null ? headOfColumn(table, row, cell) : null;
  if (rowHead && columnHead && others > 0) return { text: `${textOf(rowHead, NAME_OF_LABEL)} ${columnHead.text}`, element: rowHead };
  if (rowHead) return { text: textOf(rowHead, NAME_OF_LABEL), element: rowHead };
  if (before && cellText(before) && others === 0) return { text: cellText(before), element: before };
  if (columnHead) return columnHead;
  if (before && cellText(before)) return { text: cellText(before), element: before };
  return above(row, cell);
};
// The cell over it, in a row without controls, where its own row has nothing but controls.
const above = (row, cell) => {
  if (textOf(row, NAME_OF_LABEL) !== '') return null;
  const over = previousElement(row);
  if (over === null || tagOf(over) !== 'tr' || find(over, CONTROL) !== null) return null;
  let place = 0;
  for (let at = previousElement(cell); at !== null; at = previousElement(at)) place += 1;
  let at = firstElement(over);
  for (; at !== null && place > 0; at = nextElement(at)) place -= 1;
  const text = at === null ? '' : textOf(at, NAME_OF_LABEL);
  return text && text.length <= LONGEST_LABEL ? { text, element: at } : null;
};
const previousElement = getter(Element, 'previousElementSibling');
const isBefore = (a, b) => (a.compareDocumentPosition(b) & 4) !== 0;
const headOfColumn = (table, row, cell) => {
  if (!(table instanceof HTMLTableElement)) return null;
  const { rows } = table;
  if (rows.length < 2 || rows[0] === row) return null;
  const index = cell.cellIndex;
  const head = rows[0].cells[index];
  if (!head || tagOf(head) !== 'th' || head.colSpan > 1) return null;
  const text = cellText(head);
  return text ? { text, element: head } : null;
};

// --- words from a name ---------------------------------------------------------------------

const wordsOf = (name) =>
  fold(
    name
      .replace(/\[\]$/, '')
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .replace(/[_\-.[\]:/\\$]+/g, ' '),
  );

// --- the label of a control ----------------------------------------------------------------

const isBox = (element) => {
  if (tagOf(element) === 'input') return element.type === 'checkbox' || element.type === 'radio';
  const role = roleOf(element);
  return role === 'checkbox' || role === 'radio' || role === 'switch';
};

// Several texts as one: each without its mark, and none twice.
const joined = (texts) => {
  const parts = [];
  let marked = false;
  for (const text of texts) {
    const bare = unmark(text);
    marked ||= bare.marked;
    if (!parts.some((it) => it.toLowerCase() === bare.text.toLowerCase())) parts.push(bare.text);
  }
  return { text: parts.join(' '), marked };
};

// The host of the component that an element is the one control of, else null.
const hostAround = (element, scene) => {
  const root = rootOf(element);
  return root instanceof ShadowRoot && !scene.crowded(root) ? hostOf(root) : null;
};

// `{text, source, from}` where `from` is the element that the text came from, if it is one.
const labelOf = (element, scene, plain = false) => {
  // A `<label>` for the whole component says more than what the component calls its part.
  const host = hostAround(element, scene);
  if (host !== null) {
    const texts = [...labelsOf(host)].filter(shown).map((label) => textOf(label, NAME_OF_LABEL)).filter(Boolean);
    if (texts.length > 0) return { ...joined(texts), source: 'label', from: labelsOf(host)[0] };
  }
  const parts = labelledby(element);
  if (parts.length > 0) return { ...joined(parts.map((part) => part.text)), source: 'labelledby', from: parts[0].target };
  const name = fold(attr(element, 'aria-label'));
  const zone = zoneOf(element, scene);
  if (zone !== null && (name === '' || PLAIN_FILE.test(name))) {
    const before = nearby(zone, false, scene);
    if (before) return { text: before.text, source: 'nearby', from: before.first };
  }
  if (name && !plain && !/^[-_]/.test(name)) return { text: name, source: 'aria', from: null };

  let hiddenLabel = null;
  const texts = [];
  let from = null;
  const labels = [...labelsOf(element)];
  for (const label of labels) {
    // A message that a script put into a label of its own.
    if (labels.length > 1 && label !== labels[0] && LIKE_ERROR.test(attr(label, 'class'))) continue;
    // Where the control is hidden with its label, the label is read as if both were there.
    const seen = shown(label);
    const text = textOf(label, seen ? NAME_OF_LABEL : { all: true, skip: isMark });
    if (!text) continue;
    if (!seen && shown(element)) {
      hiddenLabel ??= { text, source: 'label', from: label };
      continue;
    }
    texts.push(text);
    from ??= label;
  }
  // A label around a hidden file input is the button of it: what stands before that button says what file is wanted.
  if (texts.length > 0 && element.type === 'file' && tagOf(element) === 'input' && !shown(element) && contains(from, element)) {
    const before = nearby(from, false, scene);
    if (before) return { text: before.text, source: 'nearby', from: before.first };
  }
  if (texts.length > 0) return { ...joined(texts), source: 'label', from };

  if (isButtonLike(element)) {
    const text = textOf(element, { controls: true });
    if (text && !(attr(element, 'aria-haspopup') || roleOf(element) === 'combobox')) return { text, source: 'aria', from: element };
  }

  const box = isBox(element);
  if (box && roleOf(element)) {
    // What has a role and text in it is named by that text.
    const text = textOf(element);
    if (text) return { text, source: 'aria', from: element };
  }

  // Inside a component: what its host is called is what the control is called.
  if (host !== null) {
    const own = attr(host, 'label');
    if (own) return { text: fold(own), source: 'aria', from: null };
    const outer = labelOf(host, scene);
    if (outer.source !== 'none' && outer.source !== 'name') return outer;
  }

  if (box) {
    const next = nearby(element, true, scene) ?? fromTable(element) ?? nearby(element, false, scene);
    if (next) return { text: next.text, source: next.first === undefined ? 'table' : 'nearby', from: next.first ?? next.element ?? null };
  } else {
    const group = scene.groupOf(element);
    if (group && group.size === 1 && group.label) return { text: group.label, source: 'legend', from: group.legend };
    const cell = fromTable(element);
    if (cell && cell.text && cell.text.length <= LONGEST_LABEL) return { text: cell.text, source: 'table', from: cell.element };
    const parent = flatParent(element);
    const itselfHidden = parent !== null && !shown(element) && shown(parent);
    const before = itselfHidden ? null : (nearby(element, false, scene) ?? labelAfter(element, scene));
    if (before) return { text: before.text, source: 'nearby', from: before.first };
  }
  const placeholder = fold(attr(element, 'placeholder') || attr(element, 'aria-placeholder') || attr(element, 'data-placeholder'));
  if (placeholder) return { text: placeholder, source: 'placeholder', from: null };
  if (tagOf(element) === 'select' && element.options.length > 0) {
    const [first] = element.options;
    const text = fold(first.label);
    if ((first.value === '' || first.disabled) && /\p{L}/u.test(text)) return { text, source: 'placeholder', from: null };
  }
  const title = fold(attr(element, 'title'));
  if (title) return { text: title, source: 'title', from: null };
  if (hiddenLabel?.text) return hiddenLabel;
  if (!box) {
    const behind = textAfter(element, scene);
    if (behind) return { text: behind.text, source: 'nearby', from: behind.first };
  }
  if (box) {
    const value = fold(attr(element, 'value'));
    if (value && value !== 'on') return { text: wordsOf(value), source: 'name', from: null };
  }
  const words = wordsOf(attr(element, 'name') || attr(element, 'id'));
  if (words) return { text: words, source: 'name', from: null };
  return { text: '', source: 'none', from: null };
};

// --- where files are dropped --------------------------------------------------------------

// A file input that nobody can see is opened by something that one can: what holds it, or, where a script has put it
// elsewhere, the one place that files can be dropped on. What a script called the input is told to nobody.
const zones = new WeakMap();
const zoneOf = (element, scene) => {
  if (tagOf(element) !== 'input' || element.type !== 'file' || labelsOf(element).length > 0 || scene.sight.itself(element)) return null;
  const told = zoneAround(element, scene) ?? zoneElsewhere(element, scene);
  if (told === null) zones.delete(element);
  else zones.set(element, told);
  return told;
};
const zoneAround = (element, scene) => {
  for (let at = flatParent(element), up = 0; at !== null && up < 3; at = flatParent(at), up += 1) {
    if (WHOLE.has(tagOf(at)) || scene.crowded(at)) return null;
    if (scene.sight.itself(at)) return at;
  }
  return null;
};
// A name that says of a file input no more than that it is one.
const PLAIN_FILE = /^(?:(?:hidden|files?|upload(?:er|s)?|input|browse|choose|select|drop|drag|attach|add|an?|the|your|to|or|and|click|here|control|field|button|datei(?:en)?|auswählen|hochladen|fichiers?|choisir|archivos?|subir)[\s.,:&]*)+$/i;
const MOST_ZONES = 4000;
const zoneElsewhere = (element, scene) => {
  if (work().drops === 0) return null;
  if (scene.dropped === undefined) {
    scene.dropped = [];
    let asked = 0;
    for (const it of findAll(document, 'div,section,label,p,span,button,a,li,fieldset')) {
      if (asked >= MOST_ZONES) break;
      asked += 1;
      if (find(it, CONTROL) === null && takesDrops(it) && scene.sight.itself(it)) scene.dropped.push(it);
    }
    scene.loose = scene.controls.filter((it) => tagOf(it) === 'input' && it.type === 'file' && labelsOf(it).length === 0 && !scene.sight.itself(it) && zoneAround(it, scene) === null);
  }
  // Which is whose can only be told by their order.
  return scene.dropped.length === scene.loose.length ? (scene.dropped[scene.loose.indexOf(element)] ?? null) : null;
};

// The names of files that stand in such a place, or beside it.
const FILE_NAME = /^[^\/\\\n]{1,120}\.(?=[A-Za-z0-9]{1,8}$)[0-9]*[A-Za-z]/;
const FILE_SIZE = /\s*[-–—·|(]?\s*\d+(?:[.,]\d+)?\s*(?:bytes|[KMG]i?B|B)\)?$/iu;
const shownFiles = (zone) => {
  const names = new Set();
  const around = flatParent(zone) ?? zone;
  for (const it of findAll(WHOLE.has(tagOf(around)) ? zone : around, '*')) {
    if (firstElement(it) !== null || SILENT.has(tagOf(it)) || !shown(it)) continue;
    const text = fold(textContent(it)).replace(FILE_SIZE, '');
    if (FILE_NAME.test(text)) names.add(text);
  }
  return [...names];
};

const isButtonLike = (element) => tagOf(element) === 'button' || roleOf(element) === 'button';
