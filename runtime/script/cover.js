// What must not be seen in a picture: where sensitive controls stand, and where the page repeats what was put into them.

// Letters and digits only: a page groups and spaces a number as it likes.
const bare = (text) => text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
const SHORTEST_ECHO = 3;
// What may show anything at all, and cannot be read from here.
const OPAQUE = new Set(['iframe', 'frame', 'fencedframe', 'object', 'embed', 'canvas', 'video']);
const PAINTED_ATTRIBUTES = new Set(['placeholder', 'alt', 'label', 'style']);
const IMAGES = new Set(['img', 'image', 'input', 'source', 'use']);
const UNPAINTED = new Set(['script', 'style', 'template', 'noscript', 'head']);
const valueOf = { input: getter(HTMLInputElement, 'value'), textarea: getter(HTMLTextAreaElement, 'value') };
const attributesOf = method(Element, 'getAttributeNames');

const paintsMore = (element) =>
  ['::before', '::after', '::marker'].some((part) => {
    const { content } = getComputedStyle(element, part);
    return content !== 'none' && content !== 'normal';
  });

const cover = ({ elements: own, words }) => {
  const boxes = [];
  const add = (box) => {
    if (box.width > 0 && box.height > 0) boxes.push([box.left, box.top, box.right, box.bottom]);
  };
  const around = (element) => add(rectOf(element));
  for (const number of own) {
    const element = elementOf(number);
    if (element === null) continue;
    around(element);
    // What stands for a control that is not shown itself may be anything in its widget.
    if (!new Sight().itself(element)) around(widgetOf(element));
  }

  const needles = [...new Set(words.map(bare))].filter((word) => word.length >= SHORTEST_ECHO);
  const told = (text) => {
    const plain = bare(text);
    return needles.some((word) => plain.includes(word));
  };
  // All that is written, without what stands between, so that a number in pieces is found too.
  let whole = '';
  const pieces = [];
  const stack = [rootElement(document)];
  while (stack.length > 0) {
    const at = stack.pop();
    if (at === null) continue;
    if (nodeType(at) === 3) {
      const text = bare(dataOf(at));
      if (text !== '') {
        pieces.push({ node: at, start: whole.length, end: whole.length + text.length });
        whole += text;
      }
      continue;
    }
    if (nodeType(at) !== 1) continue;
    const tag = tagOf(at);
    if (UNPAINTED.has(tag)) continue;
    if (OPAQUE.has(tag)) {
      around(at);
      continue;
    }
    if (needles.length > 0) {
      if (Object.hasOwn(valueOf, tag) && isHtml(at) && told(valueOf[tag](at))) around(at);
      for (const name of attributesOf(at)) {
        if (!told(attr(at, name))) continue;
        if (PAINTED_ATTRIBUTES.has(name) || IMAGES.has(tag) || paintsMore(at)) around(at);
      }
    }
    if (tag === 'textarea') continue;
    const children = flatChildren(at);
    for (let i = children.length - 1; i >= 0; i -= 1) stack.push(children[i]);
  }
  for (const word of needles) {
    let piece = 0;
    for (let from = whole.indexOf(word); from >= 0; from = whole.indexOf(word, from + 1)) {
      while (pieces[piece].end <= from) piece += 1;
      let last = null;
      for (let i = piece; i < pieces.length && pieces[i].start < from + word.length; i += 1) {
        const { node } = pieces[i];
        const range = new Range();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
          add(box);
          // And what is between two pieces in one line.
          if (last !== null && last.top < box.bottom && box.top < last.bottom && box.left >= last.right) add(new DOMRect(last.right, box.top, box.left - last.right, box.height));
          last = box;
        }
        // The choice that a list shows has no box of its own.
        const list = parentElement(node) === null ? null : closest(parentElement(node), 'select');
        if (list !== null) around(list);
      }
    }
  }
  return { width: innerWidth, height: innerHeight, boxes };
};
