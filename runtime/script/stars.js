// Stars to rate by that are no radio buttons: pictures of one size in a row, each of which can be pressed, all of one
// look or the first of them of another. How many are shining, their looks tell: what a person sees is all there is.

const starRows = new WeakMap(); // each star that was told as a control: its row
const FEWEST_STARS = 3;
const MOST_STARS = 10;
const STAR_TAGS = /^(span|i|b|div|li|button|svg|img)$/;
const STAR_SIGNS = /^[★☆⭐🌟⚝✩-✰❤♥♡🖤🤍🧡💙-💜👍]\ufe0f?$/u;
const PAINTED_SIGN = /^"\s*[\ue000-\uf8ff★☆✩-✰♥♡❤]\ufe0f?\s*"$/u; // icon fonts have their signs in the private area
const MOST_PIECES = 12; // that one star is drawn of

// What is pressed of one: itself, or the one thing in it.
const pressedOf = (unit) => {
  for (let at = unit, down = 0; at !== null && down < 3; down += 1) {
    if (tagOf(at) === 'button' || hasAttribute(at, 'onclick') || (hasAttribute(at, 'tabindex') && +attr(at, 'tabindex') >= 0)) return at;
    const parent = flatParent(at);
    // What is pressed as a whole has the hand over all of it.
    if (getComputedStyle(at).cursor === 'pointer' && parent !== null && getComputedStyle(parent).cursor !== 'pointer') return at;
    const inner = firstElement(at);
    at = inner !== null && nextElement(inner) === null ? inner : null;
  }
  return null;
};

// What is written in one for people to see; the rest is for screen readers.
const seenIn = (star) => (firstElement(star) === null ? fold(textContent(star)) : textOf(star, { controls: true, hidden: true, skip: (it) => rectOf(it).width < 2 }));
const isDrawn = (star) => {
  const text = seenIn(star);
  if (text !== '') return STAR_SIGNS.test(text);
  const pieces = [star, ...findAll(star, '*')];
  if (pieces.length > MOST_PIECES) return false;
  // A dot is what one turns pages by.
  if (pieces.some((it) => /^(path|polygon|use|image|img)$/.test(tagOf(it)))) return true;
  return pieces.some((it) => getComputedStyle(it).backgroundImage.includes('url(') || (getComputedStyle(it).maskImage || 'none') !== 'none' || ['::before', '::after'].some((side) => PAINTED_SIGN.test(getComputedStyle(it, side).content)));
};

const lookOfStar = (star) => {
  let look = '';
  let glow = 0; // how coloured it is
  for (const it of [star, ...findAll(star, '*')]) {
    if (it !== star && rectOf(it).width < 2) continue;
    const style = getComputedStyle(it);
    let own = '';
    for (let child = firstChild(it); child !== null; child = nextSibling(child)) if (nodeType(child) === 3) own += fold(dataOf(child));
    const signs = ['::before', '::after'].map((side) => getComputedStyle(it, side)).map(({ content, color }) => (content === 'none' || content === 'normal' ? '' : `${content} ${color}`));
    look += [tagOf(it), style.display, style.visibility, style.opacity, style.color, style.fill, style.fillOpacity, style.backgroundColor, style.backgroundImage, style.backgroundPosition, style.filter, style.clipPath, attr(it, 'd'), attr(it, 'href'), attr(it, 'src'), own, ...signs].join('|');
    if (/[★⭐🌟✭✮✯❤♥🖤]/u.test(own + signs.join(''))) glow += 1000;
    const drawn = own !== '' || signs.join('') !== '' ? [style.color] : it instanceof SVGElement ? [style.fill] : [style.backgroundColor];
    for (const colour of drawn) glow = Math.max(glow, glow - (glow % 1000) + vivid(colour) * +style.opacity);
  }
  return { look, glow };
};
const vivid = (colour) => {
  const parts = (colour.match(/[\d.]+/g) ?? []).map(Number);
  if (!/^rgba?\(/.test(colour)) return 0;
  const [red, green, blue, alpha = 1] = parts;
  return (Math.max(red, green, blue) - Math.min(red, green, blue)) * alpha;
};

// The row that begins at an element, if it is one: cheap signs first, since every element is asked.
const starsAt = (element, tag) => {
  if (!STAR_TAGS.test(tag)) return null;
  const { width: wide, height: high } = rectOf(element);
  if (wide < 6 || wide > 120 || high > 120) return null;
  const wordless = (it) => it !== null && tagOf(it) === tag && !/[\p{L}\p{N}]/u.test(seenIn(it));
  if (wordless(previousElement(element))) return null;
  const units = [];
  for (let at = element; wordless(at) && units.length <= MOST_STARS; at = nextElement(at)) units.push(at);
  if (units.length < FEWEST_STARS || units.length > MOST_STARS || find(element, `${CONTROL},a`) !== null) return null;
  const box = flatParent(element);
  if (box === null || closest(box, 'a[href],button,label,summary,nav,table[role=grid i],[role=button i],[role=link i],[role=toolbar i],[role=tablist i],[role=menubar i],[role=navigation i],[role=radiogroup i][aria-readonly=true],[aria-roledescription=carousel i]') !== null) return null;
  const stars = units.map(pressedOf);
  if (stars.includes(null) || stars.some((it) => isControl(it) || !/^(|button|img|presentation|none)$/.test(roleOf(it)) || !shown(it) || !isDrawn(it))) return null;
  const places = stars.map((it) => rectOf(it));
  const [{ width, height, top }] = places;
  if (width < 6 || width > 120 || places.some((it) => Math.abs(it.width - width) > 2 || Math.abs(it.height - height) > 2 || Math.abs(it.top - top) > 3)) return null;
  const order = stars.map((star, i) => ({ star, left: places[i].left })).sort((a, b) => a.left - b.left).map((it) => it.star);
  // Some stand turned round, so that a style sheet can light what comes before.
  if (rootElement(document) !== null && getComputedStyle(rootElement(document)).direction === 'rtl') order.reverse();
  const looks = order.map((it) => lookOfStar(it).look);
  const turns = looks.filter((look, i) => i > 0 && look !== looks[i - 1]).length;
  return turns <= 1 || (turns === 2 && new Set(looks).size === 3) ? { box, stars: order } : null;
};

// What the question is called. Stars that nothing is written for ask nothing.
const questionOfStars = ({ box, stars }, scene) => {
  const row = Object.create(scene, { sizeOf: { value: (at) => scene.sizeOf(at) - (flatContains(at, box) ? stars.length - 1 : 0) } });
  const name = ariaName(box);
  const labels = labelsOf(box);
  let text = name || (labels.length > 0 ? textOf(labels[0], NAME_OF_LABEL) : '');
  let legend = name ? null : (labels[0] ?? null);
  if (text === '') {
    const found = fromTable(box) ?? nearby(box, false, row) ?? nearby(stars[0], false, row);
    if (found) {
      text = found.text;
      legend = found.first ?? found.element ?? null;
    }
  }
  if (text === '') {
    const group = scene.groupOf(stars[0]);
    if (group !== null && row.sizeOf(group.element) === 1 && group.label) return { ...group, size: stars.length, made: true };
  }
  const bare = unmark(text);
  if (!/\p{L}/u.test(bare.text)) return null;
  return { element: box, role: 'radiogroup', label: bare.text, legend, size: stars.length, made: true, marked: bare.marked };
};

// What one of them is called: as its title says, where each has its own, else by its number.
const nameOfStar = (star, { stars }) => {
  const names = stars.map((it) => ariaName(it) || fold(attr(it, 'title')));
  const told = new Set(names).size === stars.length && !names.includes('');
  const at = stars.indexOf(star);
  return told && !names.some((it) => /\p{N}/u.test(it)) ? names[at] : String(at + 1);
};

const shiningRows = new WeakMap(); // each box of stars: how shining ones look there, how others do, how many were shining last

// How many shine; none where that is not sure.
const shiningIn = ({ box, stars }) => {
  const known = shiningRows.get(box) ?? { on: '', off: '', plain: null, at: 0 };
  shiningRows.set(box, known);
  // What shows under the mouse is no answer yet.
  if (matches(box, ':hover')) return known.at;
  const looks = stars.map(lookOfStar);
  const first = looks[0].look;
  const last = looks[looks.length - 1].look;
  const alike = looks.filter((it) => it.look === first).length;
  if (alike < looks.length) {
    const sharp = looks.every((it, i) => it.look === (i < alike ? first : last));
    known.at = sharp ? alike : 0;
    if (sharp) Object.assign(known, { on: first, off: last });
  } else if (first === known.on) known.at = looks.length;
  else if (first === known.off) known.at = 0;
  else if (known.plain !== null && known.plain.look !== first) {
    // From one to the other all at once: the brighter one is shining.
    const brighter = looks[0].glow - known.plain.glow;
    known.at = brighter > 40 ? looks.length : 0;
    if (brighter > 40) Object.assign(known, { on: first, off: known.plain.look });
    if (brighter < -40) Object.assign(known, { on: known.plain.look, off: first });
  } else known.at = 0;
  if (alike === looks.length) known.plain = looks[0];
  return known.at;
};
// Until no colour in it passes over into another any more.
const calmed = async ({ box }) => {
  const passing = box.getAnimations({ subtree: true }).filter((it) => it instanceof CSSTransition);
  if (passing.length > 0) await Promise.race([Promise.allSettled(passing.map((it) => it.finished)), new Promise((done) => pause(done, 1500))]);
};
const shines = (star) => {
  const row = starRows.get(star);
  return shiningIn(row) === row.stars.indexOf(star) + 1;
};
