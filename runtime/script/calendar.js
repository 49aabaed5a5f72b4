// A calendar, whoever made it: days 1 to 28 or more in a row, a month and a year over them, a way back and a way on.

const DAY = /^\d{1,2}$/;
const YEAR = /(^|[^\d])((?:18|19|20|21)\d\d|[12]\d{3}(?=\s*年))(?!\d)/;

// The elements that show a day of the month and nothing else, outermost first for each: the cell, not the number in it.
const dayCells = (root, sight) => {
  const cells = [];
  let last = null;
  let strange = 0; // hours and minutes have a 0 and go beyond 31; a few weeks of the year do, too
  walk(
    root,
    () => {},
    (element) => {
      if (last !== null && flatContains(last, element)) return;
      const tag = tagOf(element);
      if (tag === 'option' || tag === 'select' || tag === 'svg') return;
      const text = textContent(element).trim();
      if (text.length > 3 || text.length === 0) return;
      const day = DAY.test(text) ? +text : NaN;
      // A row of two days reads as one: `1` and `2` as `12`.
      if (Number.isNaN(day) || !isOne(element) || !sight.painted(element)) return;
      if (day < 1 || day > 31) {
        strange += 1;
        return;
      }
      last = element;
      cells.push({ element, day });
    },
  );
  return strange > 6 ? [] : cells;
};

// The longest run of days that counts up from 1; what comes before it and after it belongs to other months.
const monthOf = (cells) => {
  const months = [];
  let start = -1;
  for (let i = 0; i < cells.length; i += 1) {
    if (cells[i].day !== 1) continue;
    let end = i;
    while (end + 1 < cells.length && cells[end + 1].day === cells[end].day + 1) end += 1;
    if (cells[end].day >= 28) months.push({ start: i, end });
    if (start < 0) start = i;
  }
  return months;
};

// What to click: the button or link in a cell, else the cell.
const pressable = (cell) => {
  const inner = find(cell, 'button,a,[role=button i],[role=gridcell i],[tabindex]');
  return inner !== null && shown(inner) ? inner : cell;
};

const ISO = /^\d{4}-\d{1,2}-\d{1,2}/;
const NAMES = ['aria-label', 'datetime', 'data-date', 'data-value', 'data-day', 'data-iso', 'data-timestamp', 'title'];
const nameOfDay = (cell, inner) => {
  const look = [inner, cell, ...findAll(cell, '[aria-label],[datetime],[title]')];
  const parent = flatParent(cell);
  if (parent !== null && (tagOf(parent) === 'td' || roleOf(parent) === 'gridcell')) look.push(parent);
  for (const at of look) {
    for (const name of NAMES) {
      const value = attribute(at, name);
      if (!value || DAY.test(value.trim())) continue;
      if (name === 'aria-label' || name === 'title' || ISO.test(value)) return fold(value);
      // Seconds or milliseconds since 1970.
      if (/^\d{9,13}$/.test(value)) {
        const date = new Date(value.length > 10 ? +value : +value * 1000);
        if (!Number.isNaN(date.getTime())) return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
      }
    }
    // Year and month apart, such as `data-year` and `data-month` counted from 0.
    const year = attribute(at, 'data-year') ?? attribute(at, 'data-pika-year');
    const month = attribute(at, 'data-month') ?? attribute(at, 'data-pika-month');
    const day = textContent(cell).trim();
    if (year && month && /^\d{4}$/.test(year) && /^\d{1,2}$/.test(month)) return `${year}-${String(+month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  return '';
};

const dimmedOut = (cell, inner) => isOff(inner) || isOff(cell) || (parentElement(cell) !== null && tagOf(parentElement(cell)) === 'td' && isOff(parentElement(cell)));
const isOff = (element) => matches(element, ':disabled') || attr(element, 'aria-disabled') === 'true' || /(^|[\s_-])disabled([\s_-]|$)/i.test(attr(element, 'class'));

// The nearest thing around the cells of a month.
const around1 = (first, last) => {
  let at = flatParent(first);
  while (at !== null && !flatContains(at, last)) at = flatParent(at);
  return at;
};

// The words over the days: the smallest text with a year in it, widened until it names a month too.
const headerOf = (root, grid, first, months, years) => {
  const chosen = (select) => (select === null ? '' : fold(select.options[select.selectedIndex]?.label ?? ''));
  if (months !== null && years !== null) return `${chosen(months)} ${chosen(years)}`;
  const parts = [];
  walk(
    root,
    () => {},
    (element) => {
      if (flatContains(grid, element) && !isBefore(element, first)) return;
      if (tagOf(element) === 'input') {
        if (/^\d{4}$/.test(element.value) && shown(element)) parts.push({ element, text: element.value });
        return;
      }
      if (!shown(element) || firstElement(element) !== null || tagOf(element) === 'option') return;
      const text = fold(textContent(element));
      if (text !== '' && text.length < 40) parts.push({ element, text });
    },
  );
  // Those before the days, or else those after them.
  const before = parts.filter((it) => isBefore(it.element, first));
  for (const side of [before, parts]) {
    const at = side.findLastIndex((it) => YEAR.test(it.text));
    if (at < 0) continue;
    const { element, text } = side[at];
    if (isFull(text)) return text;
    if (months !== null) return `${chosen(months)} ${text}`;
    // The month stands beside the year, before it or after it.
    let holder = flatParent(element);
    for (let up = 0; up < 4 && holder !== null && !flatContains(holder, first); up += 1, holder = flatParent(holder)) {
      const inside = side.filter((it) => flatContains(holder, it.element) && (YEAR.test(it.text) || /\p{L}{3,}|^\d{1,2}月?$/u.test(it.text)) && roleOf(it.element) !== 'columnheader' && tagOf(it.element) !== 'th');
      if (inside.length > 1) return inside.map((it) => it.text).join(' ');
      if (tagOf(element) === 'input') {
        const whole = textOf(holder, { controls: true });
        if (/\p{L}{3,}/u.test(whole)) return `${whole} ${text}`;
      }
    }
    return text;
  }
  if (years !== null) {
    const month = before.filter((it) => /\p{L}{3,}/u.test(it.text)).pop();
    return `${month ? month.text : ''} ${chosen(years)}`.trim();
  }
  // Some headers name the month of each day only in its own label.
  return '';
};
// A month beside the year: letters, a Chinese or Japanese month, or a number.
const isFull = (text) => /\p{L}{3,}/u.test(text.replace(YEAR, ' ')) || /月/.test(text) || /^\d{1,2}\s*[./-]\s*\d{4}$|^\d{4}\s*[./-]\s*\d{1,2}$/.test(text);

const BACK = /prev|back|zurück|vorig|vorherig|précédent|anterior|preced|vorige|poprzedni|earlier|前/i;
const ON = /next|forward|weiter|nächst|suivant|siguiente|success|próxim|seguinte|volgende|następny|later|次|下/i;
const BY_YEAR = /year|jahr|ann[ée]e|año|anno|ano\b|jaar|rok|年|super|double|decade|century/i;
const wordsAbout = (element) => `${attr(element, 'aria-label')} ${attr(element, 'title')} ${attr(element, 'class')} ${attr(element, 'id')} ${attr(element, 'data-action')} ${attr(element, 'data-handler')}`;
const glyphOf = (element) => fold(textContent(element));
// What a button says of itself, its text included where that is a word or two and not what it shows as chosen.
const saysOf = (element) => {
  const text = glyphOf(element);
  return text.length <= 20 && !/\d/.test(text) ? `${wordsAbout(element)} ${text}` : wordsAbout(element);
};

// The buttons that turn the page by a month.
const turns = (root, grid, first, header) => {
  const buttons = within(root, 'button,a,[role=button i],[class*=prev i],[class*=next i],[data-handler]').filter((it) => {
    if (!shown(it) || flatContains(it, grid) || rectOf(it).width < 2) return false;
    const text = glyphOf(it);
    return !DAY.test(text) && text !== header && find(it, 'select') === null;
  });
  const outside = buttons.filter((it) => !flatContains(grid, it) || isBefore(it, first));
  const innermost = outside.filter((it) => !outside.some((other) => other !== it && contains(it, other) && (tagOf(it) !== 'button' || tagOf(other) === 'button')) && !outside.some((other) => other !== it && tagOf(other) === 'button' && contains(other, it)));
  const byWord = (word) => {
    const said = innermost.filter((it) => word.test(saysOf(it)));
    const month = said.filter((it) => !BY_YEAR.test(wordsAbout(it)) && !/^(«|<<|≪|‹‹)$|^(»|>>|≫|››)$/.test(glyphOf(it)));
    return month[0] ?? (said.length === 1 ? said[0] : null);
  };
  let previous = byWord(BACK);
  let next = byWord(ON);
  // By a year, where that is said in words.
  const byYear = (word) => {
    const said = innermost.filter((it) => word.test(saysOf(it)) && /year|jahr|ann[ée]e|año|anno|\bano\b|jaar|\brok\b|年/i.test(wordsAbout(it)));
    return said.length === 1 ? said[0] : null;
  };
  const glyph = (pattern) => innermost.find((it) => pattern.test(glyphOf(it))) ?? null;
  previous ??= glyph(/^(‹|<|←|◀|◂|⟨|❮|〈|⯇|chevron_left|keyboard_arrow_left)$/) ?? (innermost.length <= 3 ? glyph(/^(«|<<)$/) : null);
  next ??= glyph(/^(›|>|→|▶|▸|⟩|❯|〉|⯈|chevron_right|keyboard_arrow_right)$/) ?? (innermost.length <= 3 ? glyph(/^(»|>>)$/) : null);
  if (previous === null || next === null) {
    // By their place: the outermost two on the line of the header.
    const plain = innermost.filter((it) => glyphOf(it).length <= 2 && it !== previous && it !== next).sort((a, b) => rectOf(a).left - rectOf(b).left);
    if (previous === null && next === null && plain.length >= 2) {
      const middle = plain.length >= 4 ? 1 : 0;
      previous = plain[middle];
      next = plain[plain.length - 1 - middle];
    }
  }
  const [yearBack, yearOn] = [byYear(BACK), byYear(ON)];
  return { previous, next, yearBack: yearBack === previous ? null : yearBack, yearOn: yearOn === next ? null : yearOn };
};

const isYearList = (select) => select.options.length > 0 && [...select.options].every((option) => /^\d{4}年?$/.test(fold(option.label)) || option.value === '');
const isDayList = (select) => {
  const days = [...select.options].filter((option) => DAY.test(fold(option.label)));
  return days.length >= 28 && days.length <= 31 && select.options.length <= 32;
};
const isMonthList = (select) => select.options.length > 0 && select.options.length <= 13 && !isYearList(select);

const calendarAt = (root, sight) => {
  const cells = dayCells(root, sight);
  if (cells.length < 28) return null;
  const months = monthOf(cells);
  if (months.length === 0) return null;
  const [{ start, end }] = months;
  const first = cells[start].element;
  const grid = around1(cells[start].element, cells[end].element);
  if (grid === null) return null;
  // With several months side by side, the first is told: where the second begins, its days are its own.
  const stop = months.length > 1 ? months[1].start : cells.length;
  const selects = within(root, 'select').filter((it) => shown(it));
  const yearSelect = selects.find(isYearList) ?? null;
  const monthSelect = selects.find(isMonthList) ?? null;
  const header = fold(headerOf(root, grid, first, monthSelect, yearSelect));
  const { previous, next, yearBack, yearOn } = turns(root, grid, first, header);
  const days = [];
  for (let i = 0; i < stop; i += 1) {
    const { element, day } = cells[i];
    if (i < start && cells[start].day === 1 && start - i > 7) continue;
    const inner = pressable(element);
    days.push({
      element: numberOf(inner),
      text: String(day),
      name: nameOfDay(element, inner),
      outside: i < start || i > end,
      disabled: dimmedOut(element, inner),
    });
  }
  const number = (element) => (element === null || isOff(element) ? null : numberOf(element));
  return { header, previous: number(previous), next: number(next), year_back: number(yearBack), year_on: number(yearOn), month_select: monthSelect ? numberOf(monthSelect) : null, year_select: yearSelect ? numberOf(yearSelect) : null, days, grid, cells: cells.map((it) => it.element) };
};
const calendarIn = (root, sight) => {
  const told = calendarAt(root, sight);
  if (told === null) return null;
  const { grid: _, cells: __, ...calendar } = told;
  return calendar;
};

// A calendar that stands open in the field itself.
const calendarBeside = (control, sight) => {
  let at = flatParent(control);
  for (let up = 0; up < 3 && at !== null; up += 1, at = flatParent(at)) {
    const tag = tagOf(at);
    if (tag === 'form' || tag === 'body' || tag === 'main') return null;
    if (findAll(at, 'input:not([type=hidden]),textarea').length > 3) return null;
    const calendar = calendarIn(at, sight);
    if (calendar !== null) return calendar;
  }
  return null;
};
