// A slider of which nothing tells but a handle in a track: an element without a role that takes the focus and is put
// somewhere along its parent. What it stands at is shown beside it, and which number that is tells the moving: the one
// that changed when the handle did. Until then it stands at nothing that is known.

const slides = new WeakSet(); // those that were told as controls
const PLACED = /(^|[;\s])(left|right|top|bottom|inset[a-z-]*|transform|margin-left)\s*:/i;
const MOST_NEAR = 400; // elements around a handle

// The one number in a text, as a program would write it. What may be read in two ways is none.
const numberIn = (text) => {
  const words = fold(text).replace(/−/g, '-');
  if (words === '' || words.length > 24 || /^-\s*\p{Sc}/u.test(words)) return null;
  const runs = words.match(/(?<![\p{L}\d])-?\d+(?:[.,]\d+)*/gu);
  if (runs === null || runs.length !== 1 || /\d/.test(words.replace(runs[0], ''))) return null;
  if (/^-?\d+(\.(\d{1,2}|\d{4,6}))?$/.test(runs[0])) return runs[0];
  return /^-?\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(runs[0]) ? runs[0].replace(/,/g, '') : null;
};

// The numbers that are shown around it, each by its element.
const numbersNear = (handle) => {
  let root = flatParent(handle);
  for (let up = 0; up < 3; up += 1) {
    const outer = flatParent(root);
    if (outer === null || /^(form|body|main|html)$/.test(tagOf(outer)) || findAll(outer, '*').length > MOST_NEAR) break;
    root = outer;
  }
  const told = new Map();
  for (const it of findAll(root, '*')) {
    const tag = tagOf(it);
    const text = tag === 'input' ? (WRITING.has(it.type) ? it.value : '') : firstElement(it) === null && tag !== 'option' && tag !== 'script' && tag !== 'style' ? textContent(it) : '';
    const number = text === '' ? null : numberIn(text);
    if (number !== null && shown(it)) told.set(it, number);
  }
  return told;
};

const placeOf = (handle) => {
  const [own, track] = [rectOf(handle), rectOf(flatParent(handle))];
  return `${Math.round((own.left - track.left) * 10)} ${Math.round((own.top - track.top) * 10)} ${attr(handle, 'style')}`;
};

const isHandle = (element) => {
  const track = flatParent(element);
  if (track === null || !/^(span|div|i|b)$/.test(tagOf(element)) || !(+attr(element, 'tabindex') >= 0) || !PLACED.test(attr(element, 'style'))) return false;
  if (/^(body|form|main|html)$/.test(tagOf(track)) || roleOf(element) !== '' || roleOf(track) !== '' || isEditingHost(element)) return false;
  const text = fold(textContent(element));
  if ((text !== '' && numberIn(text) === null) || find(element, `${CONTROL},a,button`) !== null) return false;
  if (findAll(track, `[tabindex],${CONTROL},a,button`).length !== 1 || !shown(element)) return false;
  const [own, around] = [rectOf(element), rectOf(track)];
  const [thick, long] = [Math.max(own.width, own.height), Math.max(around.width, around.height)];
  if (thick < 4 || thick > 48 || long < 40 || long < 1.8 * thick || Math.min(around.width, around.height) > 48) return false;
  return numbersNear(element).size > 0;
};

const stood = new WeakMap(); // each handle: its place and the numbers around it, as last seen
const gauges = new WeakMap(); // each handle: the element that shows what it stands at

const gaugeOf = (handle) => {
  const before = stood.get(handle);
  const now = { place: placeOf(handle), numbers: numbersNear(handle) };
  stood.set(handle, now);
  if (before !== undefined && before.place !== now.place) {
    const changed = [...now.numbers].filter(([it, number]) => before.numbers.has(it) && before.numbers.get(it) !== number);
    const [only] = changed.length === 1 ? changed[0] : [null];
    // One that stays behind once is not its number.
    if (only === null) gauges.delete(handle);
    else gauges.set(handle, only);
  }
  return now.numbers.get(gauges.get(handle)) ?? '';
};

// Its label without the number that moves.
const labelOfSlide = (handle, scene) => {
  const own = labelWith(handle, [flatParent(handle)], scene);
  const text = own.text.replace(/[:：]?\s*-?\p{Sc}?\s*[-−]?\d[\d.,]*\s*(%|\p{Sc}|\p{L}{1,3})?$/u, '').trim();
  return /\p{L}/u.test(text) ? { ...own, text } : { ...own, text: '', source: 'none', from: null };
};

// Where a slider stands that has not told its number yet; nothing for any other.
const gauge = ({ element: number }) => {
  const element = elementOf(number);
  return { place: element !== null && slides.has(element) && gaugeOf(element) === '' ? placeOf(element) : '' };
};
