// What has opened for a control: a list of options, a menu, a calendar.

const POPUP_ROLES = new Set(['listbox', 'menu', 'tree', 'grid', 'dialog']);
const OPTION_ROLES = new Set(['option', 'menuitem', 'menuitemradio', 'menuitemcheckbox', 'treeitem']);
const OPTIONS = [...OPTION_ROLES].map((role) => `[role=${role} i]`).join(',');

// --- which popup ------------------------------------------------------------------

// Elements that came or were shown lately, latest last. A list of suggestions may have no role at all; that it was
// not there before tells it from the rest of the page.
const fresh = [];
const MOST_FRESH = 300;
const came = new WeakMap(); // each of them: the how manieth it was when it first came
let arrivals = 0;
const isFresh = (element) => {
  arrivals += 1;
  came.set(element, arrivals);
  fresh.push(new WeakRef(element));
};
const freshen = (records) => {
  for (const record of records) {
    if (record.type === 'childList') {
      for (const node of record.addedNodes) if (nodeType(node) === 1) isFresh(node);
      // A list that was empty has got its items.
      if (record.addedNodes.length > 0 && nodeType(record.target) === 1) isFresh(record.target);
    } else if (record.type === 'attributes' && nodeType(record.target) === 1) isFresh(record.target);
  }
  if (fresh.length > MOST_FRESH * 2) fresh.splice(0, fresh.length - MOST_FRESH);
};

// Which field was turned to last, and how many had come before that. A button beside it is no field.
let turnedTo = null;
let arrivedBefore = 0;
const turn = (event) => {
  const [target] = event.composedPath();
  const field = isElement(target) ? fieldAt(target) : null;
  if (field !== null && event.type === 'mousedown') shownBefore = new WeakSet(besides(field).filter((it) => shown(it) && rectOf(it).height > 1 && textContent(it).trim() !== ''));
  if (field === null || field === turnedTo) return;
  noteRecords(observer.takeRecords());
  // A list of months or a box for the year in a calendar that came up is a part of that.
  for (let at = field; at !== null; at = flatParent(at)) if ((came.get(at) ?? 0) > arrivedBefore && turnedTo !== null && !flatContains(at, turnedTo) && calendarIn(at, new Sight()) !== null) return;
  turnedTo = field;
  arrivedBefore = arrivals;
};
const fieldAt = (element) => {
  for (let at = element; at !== null; at = flatParent(at)) if (matches(at, CONTROL) || asked.has(at)) return at;
  return null;
};
// What shownBefore beside the field that was pressed last, and was in sight, before the page did anything about that.
let shownBefore = new WeakSet();
const besides = (control) => {
  const found = [];
  let at = control;
  for (let up = 0; up < 3 && at !== null && at !== bodyOf(document); up += 1, at = flatParent(at)) {
    const parent = flatParent(at);
    if (parent === null) break;
    for (const sibling of flatChildren(parent)) if (nodeType(sibling) === 1 && sibling !== at) found.push(sibling);
  }
  return found;
};
// A list in the flow of the page: rows to press that were not in sight before, right beside the control.
const isFlowing = (element, control) => {
  if (shownBefore.has(element) || isField(element) || !besides(control).includes(element) || !shown(element) || findAll(element, CONTROL).length > 1) return false;
  const rows = offered(element, new Sight());
  return rows.length > 0 && rows.every((it) => getComputedStyle(it).cursor === 'pointer' || hasAttribute(it, 'tabindex') || hasAttribute(it, 'onclick') || /^(a|button)$/.test(tagOf(it)));
};
const outsideOf = (element, control) => {
  let told = element;
  for (let at = element; at !== null && at !== bodyOf(document) && !flatContains(at, control); at = flatParent(at)) told = at;
  return told;
};
for (const type of ['mousedown', 'focusin']) listen(globalThis, type, turn, { capture: true, passive: true });

// Whether it came since the control was turned to: nothing else tells that it was made for it.
const cameFor = (element, control) => turnedTo !== null && (turnedTo === control || flatContains(control, turnedTo)) && (came.get(element) ?? 0) > arrivedBefore;

// What has come lately and lies over the page may be brought into sight by and by: at first one sees through it, or it
// has no height.
const COMING = 400; // ms
const moves = (style) => style.animationName !== 'none' || /[1-9]/.test(style.transitionDuration);
const isComing = (control) => {
  const tried = new Set();
  for (let i = fresh.length - 1; i >= 0 && tried.size < 20; i -= 1) {
    const element = fresh[i].deref();
    if (element === undefined || !isConnected(element) || tried.has(element)) continue;
    tried.add(element);
    const float = floatAround(element, control);
    if (float === null || !(cameFor(element, control) || cameFor(float, control))) continue;
    const style = getComputedStyle(float);
    if (style.display !== 'none' && moves(style) && (style.opacity === '0' || rectOf(float).height <= 1)) return true;
  }
  return false;
};
// Whether anything moves that comes to an end by and by.
const isMoving = () => rootsNow().some((root) => root.getAnimations().some((it) => it.playState === 'running' && it.effect !== null && it.effect.getComputedTiming().endTime <= COMING * 2));
// How long what moves is waited for: a busy machine draws it late.
const DRAWN = 1500; // ms
const whenCome = async (control, look, isThere, isOpen = () => false) => {
  const [until, drawn] = [now() + COMING, now() + DRAWN];
  let told = look();
  // What is open already and shows nothing yet may have its rows come in one by one.
  while (!isThere(told) && (now() < until ? (isOpen(told) ? isMoving() : isComing(control)) : now() < drawn && isMoving())) {
    await new Promise((done) => pause(done, 16));
    noteRecords(observer.takeRecords());
    told = look();
  }
  return told;
};

// The outermost thing that floats over the page and holds the element, short of holding the control too.
const floatAround = (element, control) => {
  let told = null;
  for (let at = element, up = 0; at !== null && at !== bodyOf(document) && up < 12; at = flatParent(at), up += 1) {
    if (flatContains(at, control)) break;
    const { position } = getComputedStyle(at);
    // An anchor without a size of its own floats for what is in it.
    if ((position === 'absolute' || position === 'fixed' || tagOf(at) === 'dialog' || hasAttribute(at, 'popover')) && (told === null || rectOf(at).height > 1)) told = at;
  }
  return told;
};

const near = (box, control) => box.left < control.right + 40 && box.right > control.left - 40 && box.top < control.bottom + 160 && box.bottom > control.top - 160;

const popupOf = (control, sight) => {
  const inner = find(control, 'input,[role=combobox],button');
  const faces = [control, inner, closest(control, '[role=combobox]'), closest(control, '[aria-owns],[aria-controls]')].filter((it) => it !== null);
  const candidates = [];
  const consider = (element, score) => {
    if (element === null || element === control || flatContains(element, control) || !sight.painted(element)) return;
    candidates.push({ element, score });
  };

  // What it says itself that it controls.
  for (const face of faces) {
    for (const name of ['aria-controls', 'aria-owns']) for (const target of byIds(face, name)) if (!isField(target) || POPUP_ROLES.has(roleOf(target))) referred(target, control, consider);
    for (const target of byIds(face, 'aria-activedescendant')) referred(target, control, consider);
    // What it makes the browser show stands where the browser puts it.
    for (const name of ['popovertarget', 'commandfor']) for (const target of byIds(face, name)) consider(target, 100);
  }
  if (roleOf(control) === 'listbox') return control;

  const widget = rectOf(widgetOf(control));
  // What has a role, wherever in the document it is, and floats near it (or is a dialog of its own).
  const roles = [...POPUP_ROLES].map((role) => `[role=${role} i]`).join(',');
  for (const root of rootsNow()) {
    for (const element of findAll(root, `${roles},dialog[open]`)) {
      if (!shown(element)) continue;
      const float = floatAround(element, control);
      const box = rectOf(element);
      const dialog = roleOf(element) === 'dialog' || tagOf(element) === 'dialog';
      if (float === null && !sameField(element, control)) continue;
      if (!dialog && !near(box, widget)) continue;
      // In the field itself: a list of what was chosen, or one that stands open.
      if (float === null) {
        consider(element, 20);
        continue;
      }
      // A dialog that the control itself is in was left out by `consider`.
      consider(float ?? element, dialog ? 40 : 60);
    }
  }
  // What came lately, floats and is near, or has come up in the flow right beside it: a list without a role.
  const flowing = new Set();
  for (let i = fresh.length - 1, tried = 0; i >= 0 && tried < 60; i -= 1) {
    const element = fresh[i].deref();
    if (element === undefined || !isConnected(element) || !shown(element)) continue;
    tried += 1;
    const float = floatAround(element, control);
    if (float === null && flatContains(element, control)) {
      // What the control stands in was changed: a list in it may have come into sight by that.
      for (const list of listsBeside(control, element)) if (shown(list) && near(rectOf(list), widget)) consider(list, 25);
      continue;
    }
    if (float === null) {
      const beside = outsideOf(element, control);
      if (!flowing.has(beside) && cameFor(element, control) && near(rectOf(beside), widget) && isFlowing(beside, control)) consider(beside, 22);
      flowing.add(beside);
      continue;
    }
    if (textContent(float).trim() === '' || !near(rectOf(float), widget)) continue;
    consider(float, 30);
  }
  if (candidates.length === 0) return null;
  let best = candidates[0];
  for (const it of candidates) if (it.score > best.score) best = it;
  return best.element;
};

// What floats beside a control in `root`, at most three levels up.
const listsBeside = (control, root) => {
  const found = [];
  let at = control;
  for (let up = 0; up < 3 && at !== root && at !== null && at !== bodyOf(document); up += 1, at = flatParent(at)) {
    const parent = flatParent(at);
    if (parent === null) break;
    for (const sibling of flatChildren(parent)) {
      if (nodeType(sibling) !== 1 || sibling === at || isField(sibling) || textContent(sibling).trim() === '') continue;
      if (floatAround(sibling, control) === sibling || isFlowing(sibling, control)) found.push(sibling);
    }
  }
  return found;
};

const referred = (target, control, consider) => {
  // Some lists keep a few options for screen readers alone, and show others in the same float.
  const float = floatAround(target, control);
  if (float !== null && rectOf(float).height > 1) consider(float, 100);
  else consider(closest(target, '[role=listbox i],[role=menu i],[role=grid i],[role=tree i],[role=dialog i]') ?? target, 100);
};

const sameField = (element, control) => {
  let at = flatParent(control);
  for (let up = 0; up < 3 && at !== null; up += 1, at = flatParent(at)) if (flatContains(at, element)) return findAll(at, CONTROL).length <= 6;
  return false;
};

const rootsNow = () => walk(document, () => {}, () => {});

// --- what it offers ----------------------------------------------------------------

// In a list for one choice, `aria-selected` may only say where the keyboard is.
const isPicked = (element, control, multiple) => {
  if (attr(element, 'aria-checked') === 'true') return true;
  const name = attr(element, 'class');
  if (/(^|[\s_-])(is-)?selected([\s_-]|$)/i.test(name)) return true;
  if (attr(element, 'aria-selected') !== 'true') return false;
  if (multiple) return true;
  return !/active|focus|highlight|hover/i.test(name) && !byIds(control, 'aria-activedescendant').includes(element) && !hasAttribute(element, 'data-focus') && !hasAttribute(element, 'data-highlighted');
};
// An arrow or a tick beside the words is no part of them, whatever it is called.
const optionText = (element) => {
  const opener = openerIn(element);
  const words = textOf(element, { controls: true, plain: true, skip: (it) => it === opener });
  return /[\p{L}\p{N}]/u.test(words) ? words : textOf(element, { controls: true });
};
const choiceOf = (element, control, multiple) => {
  const group = closest(element, '[role=group i]');
  const column = closest(element, 'ul,ol');
  return {
    label: unmark(ariaName(element) || optionText(element)).text || fold(attr(element, 'title')),
    value: attr(element, 'data-value') || attr(element, 'value'),
    selected: isPicked(element, control, multiple),
    disabled: attr(element, 'aria-disabled') === 'true' || hasAttribute(element, 'disabled') || /(^|[\s_-])disabled([\s_-]|$)/i.test(attr(element, 'class')),
    group: group ? ariaName(group) : column ? attr(column, 'data-type') : '',
    element: numberOf(wordsIn(element)),
  };
};
// In a row of a tree it is the words that are pressed: beside them stands what opens it, or nothing.
const wordsIn = (option) => {
  if (roleOf(option) !== 'treeitem') return option;
  const words = optionText(option);
  let told = option;
  for (const it of findAll(option, '*')) if (words !== '' && fold(textContent(it)) === words && shown(it) && rectOf(it).width > 1) told = it;
  return told;
};

const columnOf = (option) => {
  const list = closest(option, '[role=listbox i],[role=menu i],[role=tree i],[role=group i],ul,ol') ?? flatParent(option);
  return list === null ? 0 : numberOf(list);
};

// What opens a branch of a tree that is shut, and does not choose it: a button or a small thing without words before its
// own words.
const openerIn = (option) => {
  if (roleOf(option) !== 'treeitem' || attr(option, 'aria-expanded') !== 'false') return null;
  for (const it of findAll(option, '*')) {
    if (closest(it, '[role=treeitem i]') !== option) continue;
    if (!shown(it) || rectOf(it).width < 2 || roleOf(it) === 'checkbox' || tagOf(it) === 'input') continue;
    if (/[\p{L}\p{N}]/u.test(textContent(it))) continue;
    if (tagOf(it) === 'button' || roleOf(it) === 'button' || getComputedStyle(it).cursor === 'pointer') return it;
  }
  return null;
};

const within = (root, selector) => {
  if (!anyShadow) return [...findAll(root, selector)];
  const found = [];
  walk(
    root,
    () => {},
    (element) => {
      if (matches(element, selector)) found.push(element);
    },
  );
  return found;
};

const offered = (root, sight) => {
  const byRole = within(root, OPTIONS).filter((it) => shown(it));
  const painted = byRole.filter((it) => sight.painted(it) || scrolledOut(it));
  if (painted.length > 0) return painted;
  const items = within(root, 'li').filter((it) => !TELLS.has(roleOf(it)) && sight.painted(it) && find(it, 'li') === null && textContent(it).trim() !== '');
  if (items.length > 0) return items;
  const cells = within(root, '[role=gridcell i],td').filter((it) => sight.painted(it) && textContent(it).trim() !== '');
  if (cells.length > 1) return cells;
  return repeated(root, sight);
};

const TELLS = new Set(['alert', 'status', 'separator', 'presentation', 'none']);

// Below the edge of a list that scrolls: there, and to be scrolled to. What is cut off for good is for screen readers.
const scrolledOut = (element) => {
  const box = rectOf(element);
  return box.width > 1 && box.height > 1 && scrollerOf([element], null) !== null;
};

// Rows that look alike: the largest set of children of one tag and one first class.
const repeated = (root, sight) => {
  let best = [];
  for (const parent of [root, ...within(root, 'div,section,ul,ol,nav,span,tbody,tr,td,p')]) {
    const sets = new Map();
    for (let child = firstElement(parent); child !== null; child = nextElement(child)) {
      if (!sight.painted(child) || textContent(child).trim() === '' || NATIVE.has(tagOf(child))) continue;
      const key = `${tagOf(child)} ${attr(child, 'class').trim().split(/\s+/)[0]}`;
      const set = sets.get(key);
      if (set) set.push(child);
      else sets.set(key, [child]);
    }
    for (const set of sets.values()) if (set.length > best.length || (set.length === best.length && best.length === 1 && contains(best[0], set[0]))) best = set;
  }
  if (best.length > 1) return best;
  return best.filter((it) => getComputedStyle(it).cursor === 'pointer' || hasAttribute(it, 'tabindex'));
};

const BUSY_WORDS = /^(loading|searching|please wait|lade|laden|wird geladen|suche|chargement|recherche|cargando|buscando|caricamento|carregando|bezig|ładowanie|読み込み中|加载中)/i;
const isBusy = (root, control, options) => {
  if (attr(control, 'aria-busy') === 'true') return true;
  // It says that it is open, and comes into sight by and by.
  if (root === null) return attr(control, 'aria-expanded') === 'true';
  if (attr(root, 'aria-busy') === 'true') return true;
  for (const sign of within(root, '[aria-busy=true],[role=progressbar]')) if (shown(sign)) return true;
  return options.length <= 1 && BUSY_WORDS.test(textOf(root, { controls: true }));
};

// A calendar that came up lately, wherever the page has put it.
const calendarLately = (control, sight) => {
  const tried = new Set();
  for (let i = fresh.length - 1; i >= 0 && tried.size < 8; i -= 1) {
    let element = fresh[i].deref();
    if (element === undefined || !isConnected(element) || !shown(element) || flatContains(element, control)) continue;
    // The outermost thing around it that does not hold the control too.
    for (let up = flatParent(element); up !== null && up !== bodyOf(document) && !flatContains(up, control); up = flatParent(up)) element = up;
    if (tried.has(element) || (floatAround(element, control) === null && !cameFor(element, control) && !cameFor(fresh[i].deref(), control))) continue;
    tried.add(element);
    const calendar = calendarIn(element, sight);
    if (calendar !== null) return calendar;
  }
  return null;
};

// What scrolls the options, and whether they are only a part of what there is.
const scrollerOf = (rows, root) => {
  if (rows.length === 0) return null;
  for (let at = flatParent(rows[0]); at !== null && at !== bodyOf(document); at = flatParent(at)) {
    const { overflowY } = getComputedStyle(at);
    if (overflowY !== 'visible' && overflowY !== 'clip' && scrollHeight(at) > clientHeight(at) + 4 && clientHeight(at) > 8) return at;
    if (at === root) return null;
  }
  return null;
};
const isPart = (rows, scroller) => {
  const last = rectOf(rows[rows.length - 1]);
  const end = rectOf(scroller).top + scrollHeight(scroller) - scrollTop(scroller);
  return end - last.bottom > Math.max(last.height, 8) || rectOf(rows[0]).top - (rectOf(scroller).top - scrollTop(scroller)) > Math.max(last.height * 2, 16);
};
const hasMore = (rows, root) => {
  const scroller = scrollerOf(rows, root);
  return scroller !== null && scrollTop(scroller) + clientHeight(scroller) < scrollHeight(scroller) - 2;
};

// A page hears of a scroll with its next picture, and lays out what has come into view then. A busy machine may take its
// time with that; a tab that nobody sees may never draw.
const LONGEST_FRAME = 1000;
const heardOfScroll = (scroller) =>
  new Promise((done) => {
    const heard = () => {
      unlisten(scroller, 'scroll', heard);
      done();
    };
    listen(scroller, 'scroll', heard);
    pause(heard, LONGEST_FRAME);
  });

// How long it is leafed on in one answer.
const SWEEP = 800; // ms
const frame = () => new Promise((done) => pause(done, 16));
// Scrolls to a place, and waits until what has come into view is laid out.
const scrolledTo = async (scroller, top, root) => {
  const before = scrollTop(scroller);
  const heard = heardOfScroll(scroller);
  setScrollTop(scroller, top);
  acted();
  if (scrollTop(scroller) === before) return null;
  await heard;
  let rows = [];
  for (let frames = 0; frames < 6; frames += 1) {
    await new Promise((done) => pause(done, 0));
    noteRecords(observer.takeRecords());
    rows = isConnected(root) ? offered(root, new Sight()) : [];
    if (rows.length > 0 && fills(rows, scroller)) return rows;
    await frame();
  }
  return rows;
};
// Whether the rows reach from one end of what is in view to the other.
const fills = (rows, scroller) => {
  const [first, last] = [rectOf(rows[0]), rectOf(rows[rows.length - 1])];
  const { top, bottom } = rectOf(scroller);
  return first.top < top + first.height + 8 && last.bottom > bottom - last.height - 8;
};

// To a place; or on, by what is laid out at a time, to the end, to a row of this text, or for a while: what was passed is
// told. Where all that is there is laid out, to its end: more may be appended there.
const leaf = async ({ element: number, to, text }) => {
  const nothing = { moved: false, passed: [], places: [] };
  const control = elementOf(number);
  if (control === null) return nothing;
  const root = popupOf(control, new Sight());
  if (root === null) return nothing;
  let rows = offered(root, new Sight());
  const scroller = scrollerOf(rows, root);
  if (scroller === null) return nothing;
  if (to !== null) return { ...nothing, moved: (await scrolledTo(scroller, to, root)) !== null };
  if (!isPart(rows, scroller)) return { ...nothing, moved: (await scrolledTo(scroller, scrollHeight(scroller), root)) !== null };
  const multiple = attr(root, 'aria-multiselectable') === 'true' || find(root, '[aria-multiselectable=true]') !== null;
  const told = { moved: false, passed: [], places: [] };
  const until = now() + SWEEP;
  while (now() < until) {
    const last = rectOf(rows[rows.length - 1]);
    const further = last.bottom - rectOf(scroller).top - last.height;
    const next = await scrolledTo(scroller, scrollTop(scroller) + Math.max(further, clientHeight(scroller) * 0.8), root);
    if (next === null) break;
    told.moved = true;
    // Still on its way: what comes is looked at once the page is at rest.
    if (next.length === 0 || !fills(next, scroller) || isBusy(root, control, next)) break;
    rows = next;
    const choices = rows.map((it) => choiceOf(it, control, multiple)).filter((it) => it.label !== '');
    told.passed.push(...choices);
    told.places.push(...choices.map(() => Math.round(scrollTop(scroller))));
    if (choices.some((it) => it.label === text)) break;
  }
  return told;
};
// Where a list stands of which only a part is laid out: how far it is scrolled, how far it can be, how much is in view.
const spanOf = (rows, root) => {
  const scroller = scrollerOf(rows, root);
  if (scroller === null || !isPart(rows, scroller)) return null;
  return { top: Math.round(scrollTop(scroller)), most: Math.round(scrollHeight(scroller) - clientHeight(scroller)), view: clientHeight(scroller) };
};

const popupNow = (number) => {
  const nothing = { open: false, role: '', options: [], columns: [], openers: [], unfolded: [], several: null, search: null, more: false, span: null, lang: '', busy: false, suggests: '', calendar: null };
  const control = elementOf(number);
  if (control === null || (tagOf(control) === 'input' && !WRITING.has(control.type) && !TEXTUAL.has(control.type))) return nothing;
  noteRecords(observer.takeRecords());
  const sight = new Sight();
  const inline = calendarIn(control, sight);
  if (inline !== null) return { ...nothing, open: true, role: 'grid', calendar: inline };
  let root = popupOf(control, sight);
  const calendar = root === null ? null : calendarIn(root, sight);
  const multiple = root !== null && (attr(root, 'aria-multiselectable') === 'true' || find(root, '[aria-multiselectable=true]') !== null);
  const rows = root === null || calendar !== null ? [] : offered(root, sight);
  const told = rows.map((it) => ({ choice: choiceOf(it, control, multiple), column: columnOf(it), opener: openerIn(it), unfolded: roleOf(it) === 'treeitem' && attr(it, 'aria-expanded') === 'true' })).filter((it) => it.choice.label !== '');
  const options = told.map((it) => it.choice);
  // What floats beside a control is no popup of it unless it offers something.
  if (root !== null && calendar === null && options.length === 0 && !POPUP_ROLES.has(roleOf(root)) && find(root, 'input,select,[role=listbox],[role=dialog]') === null && !isBusy(root, control, options)) root = null;
  if (root === null) {
    const beside = calendarBeside(control, sight) ?? calendarLately(control, sight);
    if (beside !== null) return { ...nothing, open: true, role: 'grid', calendar: beside };
    return { ...nothing, busy: isBusy(null, control, []) };
  }
  let role = roleOf(root);
  if (!POPUP_ROLES.has(role)) {
    const inner = within(root, [...POPUP_ROLES].map((it) => `[role=${it} i]`).join(',')).find((it) => shown(it));
    role = inner ? roleOf(inner) : tagOf(root) === 'dialog' ? 'dialog' : calendar !== null ? 'grid' : options.length > 0 ? 'listbox' : '';
  }
  const single = attr(root, 'aria-multiselectable') === 'false' || find(root, '[aria-multiselectable=false]') !== null;
  return {
    open: true,
    role,
    options,
    columns: told.map((it) => it.column),
    unfolded: told.filter((it) => it.unfolded).map((it) => it.choice.element),
    openers: told.some((it) => it.opener !== null) ? told.map((it) => (it.opener === null ? null : numberOf(it.opener))) : [],
    several: multiple ? true : single ? false : null,
    search: searchIn(root, control, sight),
    more: hasMore(rows, root),
    span: spanOf(rows, root),
    lang: langOf(control),
    busy: isBusy(root, control, options),
    suggests: attr(control, 'aria-autocomplete').toLowerCase(),
    calendar,
  };
};

const popup = ({ element: number }) => {
  const control = elementOf(number);
  if (control === null) return popupNow(number);
  const shows = (told) => told.open && (told.options.length > 0 || told.calendar !== null || told.search !== null);
  return whenCome(control, () => popupNow(number), shows, (told) => told.open);
};

// The box that narrows the list down, where there is just one and the control is another.
const searchIn = (root, control, sight) => {
  const boxes = within(root, 'input').filter((it) => it !== control && !contains(control, it) && WRITING.has(it.type) && it.type !== 'number' && !readOnly(it) && sight.painted(it));
  return boxes.length === 1 ? numberOf(boxes[0]) : null;
};

// --- what was chosen ----------------------------------------------------------------

const chosen = ({ element: number }) => {
  const control = elementOf(number);
  if (control === null) return { chips: [], text: '' };
  if (roleOf(control) === 'listbox') {
    const marked = ariaOptions(control).filter((it) => isChosen(it));
    return { chips: marked.map((it) => ({ label: ariaChoice(it).label, remove: numberOf(it) })), text: '' };
  }
  const scene = new Scene();
  const backing = scene.backed.get(control) ?? null;
  // Where one types, what was chosen stands beside it; else in it.
  const writes = tagOf(control) === 'input' || tagOf(control) === 'textarea' || (isHtml(control) && isEditable(control));
  // From now on what stands beside it is what it holds.
  if (writes) chosenBeside.add(control);
  const found = (writes ? chipsOf(control) : chipsIn(control, control)).map((it) => ({ label: it.text, remover: removerOf(it.element) }));
  const plain = !writes && found.every((it) => it.remover === null);
  const chipped = plain ? [] : found.map(({ label, remover }) => ({ label, remove: remover === null ? null : numberOf(remover) }));
  if (backing !== null && tagOf(backing) === 'select' && backing.multiple) {
    const chips = [];
    for (let i = 0; i < backing.options.length; i += 1) {
      if (!backing.options[i].selected) continue;
      const label = fold(backing.options[i].label);
      chips.push({ label, remove: chipped.find((it) => it.label === label)?.remove ?? null });
    }
    return { chips, text: '' };
  }
  const typed = takesTyping(control) && !readOnly(control);
  return { chips: chipped, text: typed || chipped.length > 0 ? '' : (heldWith(control, backing).text ?? '') };
};

// --- sending nothing ------------------------------------------------------------------

// While a key is pressed in a widget, no form may be sent by it: neither by its own event nor by the press of a button
// that the browser makes of it.
let stopped = false;
const stopSending = (event) => {
  if (event.type === 'click') {
    const [target] = event.composedPath();
    const sends = isElement(target) && ((tagOf(target) === 'button' && target.type === 'submit') || (tagOf(target) === 'input' && (target.type === 'submit' || target.type === 'image')));
    if (!sends) return;
  }
  stopped = true;
  event.preventDefault();
  event.stopImmediatePropagation();
};
const hold = ({ on }) => {
  for (const type of ['submit', 'click']) (on ? listen : unlisten)(globalThis, type, stopSending, true);
  const told = stopped;
  stopped = false;
  return { stopped: told };
};
