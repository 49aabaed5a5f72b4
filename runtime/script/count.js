// A number between two buttons, of which one makes it less and the other more: a count that is not typed.

const counted = new WeakMap(); // each number that was told as a control, and the buttons beside it
const LESS_SIGN = /^[-−–—‐‑➖]\ufe0f?$/u;
const MORE_SIGN = /^[+＋➕]\ufe0f?$/u;
// The words by which such buttons are named, before or after what is counted.
const FEWER = /^(?:decrease|decrement|reduce|subtract|less|fewer|minus|remove|verringern|weniger|reduzieren|entfernen|réduire|diminuer|moins|retirer|disminuir|reducir|menos|quitar|restar|diminuir|reduzir|remover|diminuisci|riduci|meno|rimuovi|verlagen|verminderen|minder|verwijder|zmniejsz|mniej|odejmij|usuń)(?![\p{L}])|\b(?:verringern|reduzieren|entfernen|verlagen|verminderen|verwijderen)$/iu;
const GREATER = /^(?:increase|increment|add|more|plus|erhöhen|mehr|hinzufügen|augmenter|ajouter|plus|aumentar|incrementar|más|añadir|agregar|sumar|mais|adicionar|aumenta|incrementa|più|aggiungi|verhogen|meer|toevoegen|zwiększ|więcej|dodaj)(?![\p{L}])|\b(?:erhöhen|hinzufügen|verhogen|toevoegen)$/iu;
const COUNT = /^-?\d{1,7}(?:[.,]\d{1,2})?(?:\s\p{L}{4,20})?$/u;
// A view is made larger so.
const ZOOM = /\bzoom|vergrö(?:ß|ss)er|agrandi|ampliar|ingrandi|powiększ|масштаб|zoomen/iu;
const MOST_BETWEEN = 12; // elements around the two

const takesPress = (element) => isButtonLike(element) || hasAttribute(element, 'onclick') || (hasAttribute(element, 'tabindex') && +attr(element, 'tabindex') >= 0) || (/^(span|div|i|a|b|svg)$/.test(tagOf(element)) && getComputedStyle(element).cursor === 'pointer');
const isSide = (element, sign, words) => sign.test(fold(textContent(element))) || (!/[\p{L}\p{N}]/u.test(textContent(element)) && words.test(ariaName(element) || fold(attr(element, 'title'))));
const sideOf = (element, sign, words) => isSide(element, sign, words) && roleOf(element) !== 'link' && takesPress(element);

// What the number is read from: a box that one cannot type into, a piece of text, or the text of what holds them all.
const numberBetween = (box, less, more) => {
  const found = [];
  for (const it of findAll(box, '*')) {
    if (!isBefore(less, it) || !isBefore(it, more) || contains(less, it) || !shown(it)) continue;
    // The key of a calculator.
    if (isButtonLike(it) || tagOf(it) === 'a') return null;
    const tag = tagOf(it);
    if (tag === 'input') {
      if (it.type === 'hidden') continue;
      if (!WRITING.has(it.type) || it.readOnly !== true || !COUNT.test(it.value)) return null;
      found.push(it);
    } else if (isControl(it) || tag === 'select') return null;
    else if (firstElement(it) === null && /\S/.test(textContent(it))) found.push(it);
  }
  const loose = textBetween(box, less, more);
  if (loose !== '') return found.length === 0 && COUNT.test(loose) ? box : null;
  return found.length === 1 && (tagOf(found[0]) === 'input' || COUNT.test(fold(textContent(found[0])))) ? found[0] : null;
};
const textBetween = (box, less, more) => {
  let text = '';
  for (let it = firstChild(box); it !== null; it = nextSibling(it)) if (nodeType(it) === 3 && isBefore(less, it) && isBefore(it, more)) text += dataOf(it);
  return fold(text);
};

// The number beside a button that makes it less, if `element` is one: cheap signs first, since all are asked.
const countAt = (element, tag) => {
  const only = firstChild(element);
  const named = (tag === 'button' || roleOf(element) === 'button') && (hasAttribute(element, 'aria-label') || hasAttribute(element, 'title') || only !== null);
  const sign = only !== null && nodeType(only) === 3 && nextSibling(only) === null && dataOf(only).length < 24 && LESS_SIGN.test(fold(dataOf(only)));
  if (!named && !sign) return null;
  if (!sideOf(element, LESS_SIGN, FEWER) || closest(element, 'nav,[role=toolbar i],[role=slider i],[role=navigation i],[role=spinbutton i]') !== null || !shown(element)) return null;
  for (let box = flatParent(element), up = 0; box !== null && up < 4; box = flatParent(box), up += 1) {
    if (/^(form|body|main|fieldset|table|ul|ol)$/.test(tagOf(box))) return null;
    const inside = findAll(box, '*');
    const more = [...inside].filter((it) => isBefore(element, it) && isSide(it, MORE_SIGN, GREATER) && takesPress(it) && !(flatParent(it) !== box && sideOf(flatParent(it), MORE_SIGN, GREATER)));
    if (more.length === 0 && inside.length <= MOST_BETWEEN) continue;
    const other = [...inside].filter((it) => it !== element && !contains(element, it) && !contains(it, element) && sideOf(it, LESS_SIGN, FEWER));
    if (more.length !== 1 || other.length > 0 || !shown(more[0])) return null;
    const number = numberBetween(box, element, more[0]);
    return number === null ? null : { number, less: element, more: more[0], box };
  }
  return null;
};

// Over a map or a film, or called so: what is counted there is the view.
const isView = ({ box }, label) => {
  if (ZOOM.test(label) || ZOOM.test(attr(box, 'aria-label'))) return true;
  for (let at = box, up = 0; at !== null && up < 4; at = flatParent(at), up += 1) {
    if (!/^(absolute|fixed)$/.test(getComputedStyle(at).position)) continue;
    const around = flatParent(at);
    if (around === null || findAll(at, 'button,[role=button i],a').length > 2) return false;
    const { left, right, top, bottom } = rectOf(at);
    return [...findAll(around, 'canvas,video,[role=application i],img,iframe')].map((it) => rectOf(it)).some((it) => it.left <= left && it.right >= right && it.top <= top && it.bottom >= bottom);
  }
  return false;
};

const countText = (element) => {
  const { box, less, more } = counted.get(element);
  const text = tagOf(element) === 'input' ? element.value : element === box ? textBetween(box, less, more) : textContent(element);
  return (/^-?\d+(?:[.,]\d+)?/.exec(fold(text))?.[0] ?? '').replace(',', '.');
};

// What is counted: as it is called, as is written before, or what both buttons say besides "less" and "more".
const labelOfCount = ({ number, less, more, box }, scene) => {
  const own = ariaName(number) || ariaName(box);
  if (/\p{L}/u.test(own)) return { text: own, source: 'aria', from: null };
  if (tagOf(number) === 'input' && labelsOf(number).length > 0) return labelOf(number, scene);
  const [one, other] = [less, more].map((it) => ariaName(it) || fold(attr(it, 'title')));
  const [fewer, greater] = [one.replace(FEWER, '').trim(), other.replace(GREATER, '').trim()];
  const cell = fromTable(box);
  if (cell !== null && /\p{L}/u.test(cell.text)) return { text: cell.text, source: 'table', from: cell.element };
  const before = nearby(less, false, scene);
  if (before !== null && /\p{L}/u.test(before.text)) return { text: headIn(before), source: 'nearby', from: before.first };
  if (/\p{L}/u.test(fewer) && fewer === greater) return { text: fewer, source: 'aria', from: null };
  const group = scene.groupOf(number);
  if (group && group.size === 1 && group.label) return { text: group.label, source: 'legend', from: group.legend };
  return { text: '', source: 'none', from: null };
};

// Of several lines, the first that is bold or a line of its own: what follows explains it.
const headIn = ({ text, first }) => {
  const head = first === null ? null : (find(first, 'label,strong,b,dt,h1,h2,h3,h4,h5,h6') ?? (firstElement(first) !== null && nextElement(firstElement(first)) !== null && isBlock(firstElement(first)) ? firstElement(first) : null));
  const words = head === null ? '' : unmark(textOf(head)).text;
  return /\p{L}/u.test(words) && text.startsWith(words) ? words : text;
};
