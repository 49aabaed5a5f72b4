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

// The handles that share a track, in document order: one, or two that mark off a span.
const handlesOf = (track) => {
  const all = [...findAll(track, '[tabindex]')].filter((it) => flatParent(it) === track && /^(span|div|i|b)$/.test(tagOf(it)) && +attr(it, 'tabindex') >= 0 && PLACED.test(attr(it, 'style')));
  return all.length <= 2 ? all : [];
};

// Of a text that tells where both handles of a track stand ("$75 – $300"), the number of the first or the second.
const numberOfTwo = (text, at) => {
  const parts = fold(text).replace(/−/g, '-').split(/(?<=[\d%\p{L}\p{Sc}])\s*(?:\s[-–—]\s|[–—]|(?<=\d)-(?=\d|\p{Sc})|\s\p{L}{1,5}\s)\s*(?=-?[\p{Sc}\d])/u);
  const told = parts.map(numberIn);
  return told.length === 2 && !told.includes(null) ? told[at] : null;
};

// The numbers that are shown around it, each by its element.
const numbersNear = (handle) => {
  const handles = handlesOf(flatParent(handle));
  const at = handles.length === 2 ? handles.indexOf(handle) : -1;
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
    const number = text === '' ? null : (numberIn(text) ?? (at < 0 ? null : numberOfTwo(text, at)));
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
  const handles = handlesOf(track);
  if (!handles.includes(element) || findAll(track, `[tabindex],${CONTROL},a,button`).length !== handles.length || !shown(element)) return false;
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

// A label without the number that moves behind it.
const unmeasured = (text) => text.replace(/[:：]?\s*-?\p{Sc}?\s*[-−]?\d[\d.,]*\s*(%|\p{Sc}|\p{L}{1,3})?$/u, '').trim();

// What the one box is called that shows where both stand.
const labelOfGauge = (handle) => {
  const boxes = [...numbersNear(handle).keys()].filter((it) => tagOf(it) === 'input');
  const labels = boxes.length === 1 ? labelsOf(boxes[0]) : [];
  return labels.length === 1 ? textOf(labels[0]) : '';
};

const labelOfSlide = (handle, scene) => {
  const own = labelWith(handle, [flatParent(handle)], scene);
  const handles = handlesOf(flatParent(handle));
  let text = unmeasured(own.text);
  if (handles.length === 2) text = unmeasured(text.replace(/(?<=\d\S?)\s*([-–—]|\s\p{L}{1,5})$/u, ''));
  if (handles.length === 2 && !/\p{L}/u.test(text)) text = labelOfGauge(handle) || wordsOf(attr(flatParent(handle), 'id'));
  if (!/\p{L}/u.test(text)) return { ...own, text: '', source: 'none', from: null };
  // Nothing on the page tells the two apart but their places.
  if (handles.length < 2) return { ...own, text };
  return { ...own, text: `${text}: ${handles[0] === handle ? 'minimum' : 'maximum'}`, source: own.source === 'none' ? 'nearby' : own.source };
};

// Where a slider stands that has not told its number yet; nothing for any other.
const gauge = ({ element: number }) => {
  const element = elementOf(number);
  return { place: element !== null && slides.has(element) && gaugeOf(element) === '' ? placeOf(element) : '' };
};
