// Where to click, and clicking from script.

const fromPoint = { 9: method(Document, 'elementFromPoint'), 11: method(ShadowRoot, 'elementFromPoint') };
const hitAt = (x, y) => {
  let hit = fromPoint[9](document, x, y);
  for (let shadow = hit && shadowOf(hit); shadow; shadow = hit && shadowOf(hit)) {
    const inner = fromPoint[11](shadow, x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
};

// What a person would click for it: itself, or its label where it cannot be seen.
const clickable = (element, sight) => {
  if (sight.itself(element)) return element;
  for (const label of labelsOf(element)) if (sight.itself(label)) return label;
  const box = rectOf(element);
  if (shown(element) && box.width > 1 && box.height > 1) return element;
  // A box in which one types may have no size before its widget is opened.
  const parent = flatParent(element);
  const around = (parent === null ? null : closest(parent, '[role=combobox]')) ?? widgetOf(element);
  return around !== element && sight.itself(around) ? around : null;
};

const OPENS = new Set(['combobox', 'searchbox', 'listbox', 'textbox']);
const reaches = (hit, target, element) => {
  if (hit === null) return false;
  if (flatContains(target, hit)) return true;
  // A thumb or a star that holds the transparent input that it stands for.
  if (flatContains(hit, element) && rectOf(hit).width < 80 && rectOf(hit).height < 80) return true;
  // Anywhere in the box of a widget, short of its buttons, is the widget.
  if (OPENS.has(roleOf(element)) && closest(hit, 'button,[role=button]') === null && flatContains(widgetOf(element), hit)) return true;
  // A painted box over a transparent input, in the same label: clicking it is clicking the input.
  const label = closest(hit, 'label');
  if (label !== null && (label.control === element || contains(label, element))) return true;
  // Inside a component, the host may be what is hit.
  const root = rootOf(target);
  return root instanceof ShadowRoot && hit === hostOf(root);
};

const describe = (element) => {
  const id = attr(element, 'id');
  const name = tagOf(element) + (id ? `#${id}` : '');
  const text = textOf(element, { controls: true }).slice(0, 60);
  return text ? `${name} "${text}"` : name;
};

// Points to try: the middle, then towards the edges.
const POINTS = [
  [0.5, 0.5],
  [0.25, 0.5],
  [0.75, 0.5],
  [0.5, 0.25],
  [0.5, 0.75],
  [0.1, 0.5],
  [0.9, 0.5],
];
const probe = (target, element) => {
  // An inline element over several lines has several boxes; its middle may be none of its own.
  const boxes = [...target.getClientRects()].filter((it) => it.width > 0 && it.height > 0);
  const whole = rectOf(target);
  const tried = boxes.length > 1 ? boxes : [whole];
  let by = null;
  for (const box of tried) {
    for (const [right, down] of POINTS) {
      const x = box.left + box.width * right;
      const y = box.top + box.height * down;
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
      const hit = hitAt(x, y);
      if (reaches(hit, target, element)) return { x, y, by: null };
      by ??= hit;
    }
  }
  return { x: whole.left + whole.width / 2, y: whole.top + whole.height / 2, by };
};

// What an element can be scrolled in, short of the document, and how far it is.
const scrolled = (element) => {
  const told = [];
  for (let at = flatParent(element); at !== null && at !== bodyOf(document) && at !== rootElement(document); at = flatParent(at)) {
    if (scrollHeight(at) > clientHeight(at) + 1) told.push({ scroller: at, top: scrollTop(at) });
  }
  return told;
};

const isWithin = ({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;

const locate = async ({ element: number }) => {
  const element = elementOf(number);
  if (element === null) return { trouble: 'gone', x: 0, y: 0, by: '' };
  const sight = new Sight();
  const target = clickable(element, sight);
  if (target === null) return { trouble: 'hidden', x: 0, y: 0, by: '' };
  const before = scrolled(target);
  const text = before.length > 0 ? textContent(element) : '';
  // What can be reached in a list is not moved: some lists move back.
  let place = before.length > 0 ? probe(target, element) : null;
  // In the middle it is clear of bars at the top and the bottom, mostly.
  for (const block of place === null || place.by !== null || !isWithin(place) ? ['center', 'nearest', 'end', 'start'] : []) {
    scrollTo(target, { block, inline: 'nearest', behavior: 'instant' });
    place = probe(target, element);
    if (place.by === null) break;
  }
  const moved = before.find(({ scroller, top }) => scrollTop(scroller) !== top);
  if (moved !== undefined) {
    // A list of which only a part is laid out is drawn anew, in what stood there before or not.
    await heardOfScroll(moved.scroller);
    await frame();
    if (!isConnected(target) || textContent(element) !== text) return { trouble: 'gone', x: 0, y: 0, by: '' };
    place = probe(target, element);
  }
  acted();
  const { x, y, by } = place;
  if (by !== null) return { trouble: 'covered', x, y, by: describe(by) };
  if (!isWithin(place)) return { trouble: 'hidden', x, y, by: '' };
  return { trouble: isDisabled(element) ? 'disabled' : '', x, y, by: '', width: innerWidth, height: innerHeight };
};

const click = ({ element: number }) => {
  const element = elementOf(number);
  if (element === null) return { trouble: 'gone', x: 0, y: 0, by: '' };
  if (isDisabled(element)) return { trouble: 'disabled', x: 0, y: 0, by: '' };
  clickOn(element);
  acted();
  const box = rectOf(element);
  return { trouble: '', x: box.left + box.width / 2, y: box.top + box.height / 2, by: '' };
};

// Where the whole of it is on the page.
const area = ({ element: number }) => {
  const element = elementOf(number);
  if (element === null) return { trouble: 'gone', left: 0, top: 0, width: 0, height: 0 };
  const box = rectOf(clickable(element, new Sight()) ?? element);
  return { trouble: box.width > 0 && box.height > 0 ? '' : 'hidden', left: box.left + scrollX, top: box.top + scrollY, width: box.width, height: box.height };
};

const scroll = ({ x, y }) => {
  const from = [scrollX, scrollY];
  scrollBy({ left: x, top: y, behavior: 'instant' });
  return { right: scrollX - from[0], down: scrollY - from[1] };
};
