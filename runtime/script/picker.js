// What opens for a date, a time or both: days, months or years to press, lists to choose from, a clock in pieces.
//
// It is told as it stands. Which month a text means and what to press next is decided elsewhere.

const MOST_CELLS = 400;
const YEAR_TEXT = /^\d{4}年?$/;
const MONTH_TEXT = /^(\p{L}{3,12}\.?|\d{1,2}月)$/u;

// The small things that show one text and nothing else, outermost first for each.
const isOne = (element) => {
  for (let at = element; at !== null; ) {
    let inner = null;
    for (let child = firstElement(at); child !== null; child = nextElement(child)) {
      if (textContent(child).trim() === '') continue;
      if (inner !== null) return false;
      inner = child;
    }
    at = inner;
  }
  return true;
};
const leaves = (root, sight, fits) => {
  const found = [];
  let last = null;
  walk(
    root,
    () => {},
    (element) => {
      if (found.length >= MOST_CELLS || (last !== null && flatContains(last, element))) return;
      const tag = tagOf(element);
      if (tag === 'option' || tag === 'select' || tag === 'svg' || tag === 'th' || tag === 'style' || roleOf(element) === 'columnheader') return;
      const text = fold(textContent(element));
      if (text === '' || text.length > 14 || !fits(text) || !isOne(element)) return;
      // One that is scrolled away can be scrolled to.
      if (!sight.painted(element) && !(shown(element) && scrolledOut(element))) return;
      last = element;
      found.push({ element, text });
    },
  );
  return found;
};

// Months or years to press: twelve or more of one kind that stand together.
const cellsIn = (root, sight) => {
  const years = countUp(leaves(root, sight, (text) => YEAR_TEXT.test(text)));
  if (years.length >= 4) return years;
  const words = leaves(root, sight, (text) => MONTH_TEXT.test(text));
  return words.length >= 12 ? words : [];
};

// The longest run of years that counts up or down by one.
const countUp = (cells) => {
  let best = [];
  let run = [];
  let by = 0;
  for (const cell of cells) {
    const before = run.length > 0 ? parseInt(run[run.length - 1].text, 10) : NaN;
    const step = parseInt(cell.text, 10) - before;
    if (Math.abs(step) === 1 && (by === 0 || by === step)) {
      by = step;
      run.push(cell);
    } else {
      run = [cell];
      by = 0;
    }
    if (run.length > best.length) best = [...run];
  }
  return best;
};

const isMarked = (element) => attr(element, 'aria-selected') === 'true' || attr(element, 'aria-checked') === 'true' || attr(element, 'aria-pressed') === 'true' || /(^|[\s_-])(is-)?(selected|chosen)([\s_-]|$)/i.test(attr(element, 'class'));
const cellOf = ({ element, text }) => {
  const inner = pressable(element);
  const parent = parentElement(element);
  const around = parent !== null && (tagOf(parent) === 'li' || tagOf(parent) === 'td' || roleOf(parent) === 'gridcell' || roleOf(parent) === 'option') ? parent : element;
  return {
    element: numberOf(inner),
    text,
    name: fold(attr(inner, 'aria-label') || attr(element, 'aria-label') || attr(around, 'aria-label') || attr(around, 'title')),
    chosen: [inner, element, around].some(isMarked),
    disabled: [inner, element, around].some(isOff),
  };
};

// --- the clock ---------------------------------------------------------------------

const HALF = /^[ap]\.?\s?m\.?$/i;
const CLOCK_TEXT = /^\d{1,2}\s*[:.h]\s*\d{2}(\s*[:.]\s*\d{2})?\s*([ap]\.?\s?m\.?)?$|^\d{1,2}\s*[ap]\.?\s?m\.?$/i;
const NUMBER_TEXT = /^\d{1,2}$/;
const dialWords = (element) => fold(`${attr(element, 'aria-label')} ${attr(element, 'placeholder')} ${attr(element, 'title')} ${attr(element, 'name')} ${attr(element, 'class')} ${attr(element, 'data-type')} ${attr(element, 'id')}`);
const SPUN = /incre|decre|\bup\b|\bdown\b|\bplus\b|\bminus\b|chevron|arrow|add|subtract/i;
const MORE = /incre|\bup\b|plus|add\b|chevron-?up|arrow-?up/i;
const LESS = /decre|down|minus|subtract/i;
const CLOCK_WORD = /hour|minute|second|stunde|sekunde|heure|seconde|hora|minuto|segundo|\bora\b|minuti|uur|minuut|godzin|minut/i;

const blankDial = { kind: 'list', words: '', element: null, value: '', min: '', max: '', more: null, less: null, options: [] };

const clockIn = (root, grid, days, sight) => {
  const dials = [];
  const apart = (element) => grid === null || !(flatContains(grid, element) || flatContains(element, grid));
  for (const input of within(root, 'input,select')) {
    if (!shown(input) || !apart(input) || isOff(input)) continue;
    const words = dialWords(input);
    if (tagOf(input) === 'select') {
      if (!CLOCK_WORD.test(words) && ![...input.options].every((option) => HALF.test(fold(option.label)))) continue;
      const options = [...input.options].map((option) => ({ element: numberOf(input), text: fold(option.label), name: '', chosen: option.selected, disabled: option.disabled }));
      dials.push({ at: input, ...blankDial, kind: 'select', words, element: numberOf(input), options });
    } else if (CLOCK_WORD.test(words) && TYPED.has(input.type)) {
      dials.push({ at: input, ...blankDial, kind: 'input', words, element: numberOf(input), value: input.value, min: attr(input, 'min'), max: attr(input, 'max') });
    }
  }
  const columns = new Map();
  for (const leaf of leaves(root, sight, (text) => NUMBER_TEXT.test(text) || HALF.test(text) || CLOCK_TEXT.test(text))) {
    if (!apart(leaf.element) || days.some((day) => flatContains(leaf.element, day) || flatContains(day, leaf.element))) continue;
    const holder = dialColumnOf(leaf.element, root);
    const set = columns.get(holder) ?? [];
    set.push(leaf);
    columns.set(holder, set);
  }
  const loose = [];
  const few = [...columns.values()].filter((set) => set.length <= 4).flat();
  const spun = spinners(root, few, apart);
  dials.push(...spun);
  for (const [holder, all] of columns) {
    const set = all.filter((it) => !spun.some((dial) => dial.at === it.element));
    const halves = set.filter((it) => HALF.test(it.text));
    const times = set.filter((it) => CLOCK_TEXT.test(it.text) && !NUMBER_TEXT.test(it.text));
    const numbers = set.filter((it) => NUMBER_TEXT.test(it.text));
    for (const kind of [halves, times, numbers]) {
      if (kind.length === 1 || (kind === times && kind.length < 3)) loose.push(...kind);
      else if (kind.length > 1) dials.push({ at: holder, ...blankDial, kind: kind === times ? 'times' : 'list', words: dialWords(holder), options: kind.map(cellOf) });
    }
  }
  for (const { element, text } of loose) if (HALF.test(text)) dials.push({ at: element, ...blankDial, kind: 'toggle', words: dialWords(element), element: numberOf(pressable(element)), value: text });
  dials.sort((a, b) => (a.at === b.at ? 0 : isBefore(a.at, b.at) ? -1 : 1));
  return dials.map(({ at, ...dial }) => dial);
};

// The list or column that a number stands in.
const dialColumnOf = (element, root) => {
  const list = closest(element, 'ul,ol,[role=listbox i],[role=radiogroup i]');
  if (list !== null && flatContains(root, list)) return list;
  let at = flatParent(element) ?? root;
  // One thing alone in its row says nothing of the column.
  for (let up = 0; up < 2 && at !== root && firstElement(at) !== null && nextElement(firstElement(at)) === null; up += 1) at = flatParent(at) ?? root;
  return at;
};

// A number with a button above it and one below it, or one on either side, by which it counts.
const spinners = (root, loose, apart) => {
  const buttons = within(root, 'button,a,[role=button i],[class*=incre i],[class*=decre i]').filter((it) => shown(it) && apart(it) && !isOff(it) && rectOf(it).width > 1);
  const counting = buttons.filter((it) => SPUN.test(`${dialWords(it)} ${drawnOn(it)}`) || /^[+\-−▲▼△▽↑↓]$/.test(glyphOf(it)));
  const numbers = loose.filter((it) => NUMBER_TEXT.test(it.text));
  return numbers.flatMap(({ element, text }) => {
    const middle = centre(element);
    const own = counting.filter((it) => Math.abs(centre(it).x - middle.x) < rectOf(element).width / 2 + rectOf(it).width / 2 + 2 && !flatContains(it, element));
    const says = (it, word, glyph) => word.test(`${dialWords(it)} ${drawnOn(it)}`) || glyph.test(glyphOf(it));
    const nearest = (list) => list.sort((a, b) => distance(centre(a), middle) - distance(centre(b), middle))[0] ?? null;
    const more = nearest(own.filter((it) => says(it, MORE, /^[+▲△↑]$/)));
    const less = nearest(own.filter((it) => says(it, LESS, /^[-−▼▽↓]$/)));
    if (more === null || less === null || more === less) return [];
    return [{ at: element, ...blankDial, kind: 'spin', words: `${dialWords(more)} ${dialWords(element)}`, element: numberOf(pressable(element)), value: text, more: numberOf(more), less: numberOf(less) }];
  });
};
const drawnOn = (element) => [...findAll(element, '[class]')].map((it) => attr(it, 'class')).join(' ');
const centre = (element) => {
  const box = rectOf(element);
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
};
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

// --- the whole ------------------------------------------------------------------------

const CONFIRM = /^(ok(ay)?|apply|set( (date|time))?|done|select|confirm|choose|accept|save|fertig|übernehmen|anwenden|auswählen|bestätigen|appliquer|valider|confirmer|terminé|choisir|aplicar|aceptar|listo|confirmar|seleccionar|applica|conferma|fatto|seleziona|concluído|selecionar|toepassen|bevestigen|gereed|kies|zastosuj|potwierdź|gotowe|wybierz|確定|決定|完了|确定|確認|应用|ठीक है|готово|применить|ок)$/i;
const confirmOf = (root, grid) => {
  const buttons = within(root, 'button,[role=button i],a,input[type=button],input[type=submit]').filter((it) => shown(it) && (grid === null || !flatContains(grid, it)));
  const told = buttons.filter((it) => CONFIRM.test(fold(tagOf(it) === 'input' ? it.value : textContent(it))) || (glyphOf(it) === '' && CONFIRM.test(fold(attr(it, 'aria-label')))));
  return told.length === 1 ? told[0] : null;
};

// What widens the view: the name of the month and year where it can be pressed, the year's own part first.
const upOf = (root, grid, first) => {
  const parts = within(root, 'button,a,[role=button i],th,div,span').filter((it) => shown(it) && !(flatContains(grid, it) && !isBefore(it, first)) && YEAR.test(glyphOf(it)) && glyphOf(it).length < 40 && find(it, 'select,input') === null);
  const sized = parts.filter((it) => !parts.some((other) => other !== it && flatContains(it, other)));
  const presses = sized.map((it) => (/^(button|a)$/.test(tagOf(it)) || roleOf(it) === 'button' || getComputedStyle(it).cursor === 'pointer' ? (closest(it, 'button,a,[role=button i]') ?? it) : null)).filter((it) => it !== null && !isOff(it));
  return presses.length > 0 ? presses[0] : null;
};

// Whether something lies over the days in the middle of a calendar.
const liesUnder = ({ cells }) => {
  const middle = cells[Math.floor(cells.length / 2)];
  const { x, y } = centre(middle);
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
  const hit = hitAt(x, y);
  return hit !== null && !flatContains(middle, hit) && !flatContains(hit, middle);
};

const pickerIn = (root, sight) => {
  let calendar = calendarAt(root, sight);
  const cells = calendar === null || liesUnder(calendar) ? cellsIn(root, sight) : [];
  // Years or months that lie over the days.
  if (cells.length > 0) calendar = null;
  const grid = calendar?.grid ?? null;
  const clock = clockIn(root, grid, calendar?.cells ?? [], sight);
  const selects = within(root, 'select').filter((it) => shown(it) && !clock.some((dial) => dial.element === numberOf(it)));
  const daySelect = calendar === null ? (selects.find(isDayList) ?? null) : null;
  const others = selects.filter((it) => it !== daySelect);
  const yearSelect = others.find(isYearList) ?? null;
  const monthSelect = others.find(isMonthList) ?? null;
  if (calendar === null && clock.length === 0 && cells.length === 0 && (daySelect === null || monthSelect === null || yearSelect === null)) return null;
  const number = (element) => (element === null || isOff(element) ? null : numberOf(element));
  let told = { header: '', previous: null, next: null, year_back: null, year_on: null, month_select: number(monthSelect), year_select: number(yearSelect), days: [] };
  let block = grid;
  let first = null;
  if (calendar !== null) {
    const { grid: _, cells: __, ...rest } = calendar;
    told = rest;
    first = find(grid, '*');
  } else if (cells.length > 0) {
    first = cells[0].element;
    block = around1(first, cells[cells.length - 1].element) ?? root;
    told.header = fold(headerOf(root, block, first, null, null));
    const { previous, next } = turns(root, block, first, told.header);
    told.previous = number(previous);
    told.next = number(next);
  }
  const years = within(root, 'input').filter((it) => shown(it) && YEAR_TEXT.test(it.value) && TYPED.has(it.type) && !isDisabled(it) && !readOnly(it));
  const up = block === null || first === null ? null : upOf(root, block, first);
  return {
    ...told,
    day_select: number(daySelect),
    year_input: years.length === 1 ? numberOf(years[0]) : null,
    up: up === null ? null : numberOf(up),
    cells: cells.map(cellOf),
    clock,
    confirm: number(confirmOf(root, grid)),
  };
};

const pickerBeside = (control, sight) => {
  let at = flatParent(control);
  for (let up = 0; up < 3 && at !== null; up += 1, at = flatParent(at)) {
    const tag = tagOf(at);
    if (tag === 'form' || tag === 'body' || tag === 'main') return null;
    if (findAll(at, 'input:not([type=hidden]),textarea').length > 3) return null;
    if (calendarIn(at, sight) !== null) return pickerIn(at, sight);
  }
  return null;
};

// A calendar that is a control of its own answers another question.
const isOthers = (element) => {
  for (let at = element; at !== null; at = flatParent(at)) if (stands.has(at)) return true;
  return within(element, '[role],fieldset').some((it) => stands.has(it));
};

// One that came up lately, wherever the page has put it.
const pickerLately = (control, sight) => {
  const tried = new Set();
  for (let i = fresh.length - 1; i >= 0 && tried.size < 8; i -= 1) {
    let element = fresh[i].deref();
    if (element === undefined || !isConnected(element) || !shown(element) || flatContains(element, control)) continue;
    for (let up = flatParent(element); up !== null && up !== bodyOf(document) && !flatContains(up, control); up = flatParent(up)) element = up;
    if (tried.has(element)) continue;
    tried.add(element);
    if (isOthers(element)) continue;
    const floating = floatAround(element, control) !== null;
    // One that stands in the page and was there before is nobody's picker.
    if (floating || ((cameFor(element, control) || cameFor(fresh[i].deref(), control)) && calendarIn(element, sight) !== null)) {
      const told = pickerIn(element, sight);
      if (told !== null) return told;
    }
  }
  return null;
};

// The one small button in the field beside the control, such as the picture of a calendar.
const OPENER_WORD = /calendar|kalender|calendrier|calendario|clock|uhr|horloge|reloj|date|datum|fecha|time|choose|open|pick|öffnen|ouvrir|abrir|apri|toggle|dropdown|addon|icon|trigger/i;
const openerOf = (control) => {
  let at = flatParent(control);
  for (let up = 0; up < 3 && at !== null; up += 1, at = flatParent(at)) {
    const tag = tagOf(at);
    if (tag === 'form' || tag === 'body' || tag === 'main' || tag === 'fieldset') return null;
    if ([...findAll(at, CONTROL)].filter((it) => shown(it) && !isButtonLike(it)).some((it) => it !== control && !flatContains(it, control) && !flatContains(control, it))) return null;
    const buttons = within(at, 'button,[role=button i],a,[class*=addon i],[class*=icon i],[class*=trigger i]').filter((it) => shown(it) && it !== control && !flatContains(it, control) && !isOff(it) && rectOf(it).width > 3 && glyphOf(it).length < 12);
    const outer = buttons.filter((it) => !buttons.some((other) => other !== it && flatContains(other, it)));
    const told = outer.filter((it) => OPENER_WORD.test(`${saysOf(it)} ${attr(it, 'aria-haspopup')} ${drawnOn(it)}`) && !/clear|reset|remove|delete|close|submit/i.test(saysOf(it)) && attr(it, 'type') !== 'submit');
    if (told.length === 1) return told[0];
    if (outer.length > 0) return null;
  }
  return null;
};

const pickerNow = (number) => {
  const nothing = { picker: null, floats: false, opener: null, own: false, moving: false };
  const control = elementOf(number);
  if (control === null) return nothing;
  noteRecords(observer.takeRecords());
  const sight = new Sight();
  if (tagOf(control) !== 'input' && calendarIn(control, sight) !== null) return { ...nothing, picker: pickerIn(control, sight), own: true };
  const root = popupOf(control, sight);
  const told = root === null ? null : pickerIn(root, sight);
  if (told !== null) return { ...nothing, picker: told, floats: true };
  const beside = pickerBeside(control, sight);
  if (beside !== null) return { ...nothing, picker: beside };
  const late = pickerLately(control, sight);
  if (late !== null) return { ...nothing, picker: late, floats: true };
  const opener = openerOf(control);
  return { ...nothing, opener: opener === null ? null : numberOf(opener) };
};
// `calm`: what it shows could not be told a moment ago, so it is looked at once nothing moves any more.
const picker = async ({ element: number, calm }) => {
  const control = elementOf(number);
  if (control === null) return pickerNow(number);
  const told = await whenCome(control, () => pickerNow(number), (it) => it.picker !== null && !(calm && isMoving()), (it) => it.picker !== null);
  return { ...told, moving: calm === true && isMoving() };
};
