// A box for a telephone number, and the control before it in which the country is chosen.

// The one button or list before a box for a number, in which its country may be chosen.
const CHOOSERS = 'button,select,summary,[role=button i],[role=combobox i],[aria-haspopup],[tabindex]';
const countryBefore = (element) => {
  let at = element;
  for (let up = 0; up < 3; up += 1) {
    at = flatParent(at);
    if (at === null || /^(form|body|main|fieldset|section|article|ul|ol|table|tbody|tr)$/.test(tagOf(at))) return null;
    if ([...findAll(at, 'input,textarea')].some((it) => it !== element && shown(it) && !NO_CONTROL.has(it.type) && closest(it, '[role=listbox i],[role=dialog i]') === null && !floats(it))) return null;
    const found = [...findAll(at, CHOOSERS)].filter((it) => it !== element && shown(it) && isBefore(it, element) && closest(it, '[role=option i],[role=listbox i],li,label') === null && !(floats(it) && floatAround(it, element) !== null && findAll(it, CHOOSERS).length > 1));
    const outer = found.filter((it) => !found.some((other) => other !== it && contains(other, it)));
    if (outer.length > 0) return outer.length === 1 ? outer[0] : null;
  }
  return null;
};
const wordsOn = (element) => {
  const list = tagOf(element) === 'select';
  const chosen = list && element.selectedIndex >= 0 ? element.options[element.selectedIndex].label : '';
  const drawn = [...findAll(element, 'img[alt],[aria-label],[title]')].map((it) => attr(it, 'alt') || attr(it, 'aria-label') || attr(it, 'title'));
  // A code that its name repeats is one code.
  return [...new Set([list ? chosen : textOf(element, { controls: true }), ariaName(element), attr(element, 'title'), ...drawn].map(fold))].filter(Boolean).join(' | ');
};
const chooserOf = (element) => {
  const own = countryBefore(element);
  if (own === null) return null;
  const list = tagOf(own) === 'select';
  const coded = list ? [...own.options].filter((it) => /\+\s?\d/.test(it.label)).length : 0;
  return { element: numberOf(own), words: wordsOn(own), lists: list && coded > 1 && coded * 2 > own.options.length, within: element.value.trim().startsWith('+') };
};
const chooser = ({ element: number }) => {
  const element = elementOf(number);
  const told = element === null ? null : chooserOf(element);
  if (told === null) return null;
  const own = elementOf(told.element);
  return { ...told, value: element.value, options: tagOf(own) === 'select' ? nativeOptions(own.options, 1000) : [] };
};

// A telephone number with the country's code that the same widget shows before it.
const DIAL_CODE = /^\(?\+\d{1,4}\)?$/;
const withCode = (element) => {
  const { value } = element;
  const own = countryBefore(element);
  const code = own === null ? null : /\+\s?(\d{1,4})(?!\d)/.exec(wordsOn(own));
  // Behind a code that is not its own, a number with one is another.
  if (code !== null) return value.replace(/[\s()]/g, '').startsWith(`+${code[1]}`) ? value : `+${code[1]} ${value}`;
  if (value.trim().startsWith('+')) return value;
  const parent = flatParent(element);
  if (parent === null || [...findAll(parent, CONTROL)].some((it) => it !== element && shown(it) && !floats(it))) return value;
  for (const it of findAll(parent, '*')) {
    if (firstElement(it) !== null || !DIAL_CODE.test(fold(textContent(it))) || !shown(it) || closest(it, '[role=option],option,li') !== null) continue;
    return `${fold(textContent(it)).replace(/[()]/g, '')} ${value}`;
  }
  return value;
};
