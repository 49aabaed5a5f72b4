// Whether the page is at work: mutations seen here, and what the counter in the main world says.

const SECRET = '__SECRET__';
const now = () => performance.now();
const pause = setTimeout;

let lastHappened = now();
let lastActed = -Infinity;
const acted = () => {
  lastHappened = now();
  lastActed = lastHappened;
  stirred();
};
const waitingForStir = new Set();
const stirred = () => {
  for (const tell of waitingForStir) tell(true);
  waitingForStir.clear();
};

// --- the counter -------------------------------------------------------------

const counts = { inFlight: 0, last: 0, closed: 0, inner: 0, keyed: 0, beating: 0, later: 0, drops: 0 };
let reply = null;
let takeRoots = null; // what to do while they are held out
const hear = (event) => {
  reply = event.detail;
  takeRoots?.();
};
listen(document, `${SECRET}=`, hear);
const ask = (target, question) => {
  reply = null;
  dispatch(target, new CustomEvent(SECRET, { detail: question, composed: true }));
  if (reply !== null) return reply;
  // `document.open()` takes listeners away; to add one twice is nothing.
  listen(document, `${SECRET}=`, hear);
  dispatch(target, new CustomEvent(SECRET, { detail: question, composed: true }));
  return reply;
};
// Without an answer (the counter has not run in this document) the last counts stand for nothing in flight.
const work = (question = '') => {
  const told = ask(document, question);
  if (typeof told === 'string') {
    const [inFlight, last, closed, inner, keyed, beating, later, drops] = told.split(' ').map(Number);
    if (inFlight >= 0 && last >= 0) return { answered: true, inFlight, last, closed: closed || 0, inner: inner || 0, keyed: keyed || 0, beating: beating || 0, later: later || 0, drops: drops || 0 };
  }
  return { answered: false, ...counts };
};
const hasKeys = (element) => ask(element, 'keys') === 1;
const takesDrops = (element) => ask(element, 'drops') === 1;

// What a custom element says of itself by its internals, by the names of the attributes that would say it.
const INNER_NAMES = ['role', 'aria-checked', 'aria-label', 'aria-disabled', 'aria-required', 'aria-valuenow', 'aria-expanded', 'aria-selected'];
const innerOf = (element) => {
  const told = ask(element, 'inner');
  if (typeof told !== 'string' || told === '') return null;
  const values = told.split('\n');
  return new Map(INNER_NAMES.map((name, i) => [name, values[i] ?? '']));
};

// Makes the closed shadow roots that were attached since the last time as good as open. Answers how many there were.
const openUp = () => {
  let count = 0;
  takeRoots = () => {
    for (const range of CSS.highlights.get(SECRET) ?? []) {
      const root = range.startContainer;
      if (!(root instanceof ShadowRoot)) continue;
      adopt(hostOf(root), root);
      count += 1;
    }
  };
  ask(document, 'roots');
  takeRoots = null;
  return count;
};
const adopt = (host, root) => {
  adopted.set(host, root);
  anyAdopted = true;
  anyShadow = true;
  watch([root]);
};

// --- mutations -----------------------------------------------------------------

const WATCHED = {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: ['disabled', 'readonly', 'hidden', 'style', 'class', 'open', 'type', 'inert', 'contenteditable', 'role', 'required', 'aria-disabled', 'aria-readonly', 'aria-hidden', 'aria-expanded', 'aria-invalid', 'aria-busy', 'aria-checked', 'aria-selected', 'aria-pressed', 'aria-valuenow'],
};
const LONGEST_STYLING = 1500; // ms for which one element's changes of style count as something that happens
const styled = new WeakMap();
let heed = null; // what wants to see the records before they are forgotten

// Whoever stirs again and again of his own accord is not at rest in between.
const STEADY = 4; // bursts
const LATELY = 500; // ms
const bursts = [];
const noteBurst = (time) => {
  const before = bursts.at(-1) ?? -Infinity;
  if (time - before < 8 || time - lastActed < 30) return;
  bursts.push(time);
  if (bursts.length > STEADY) bursts.shift();
};
const isRestless = () => bursts.length === STEADY && now() - bursts[0] < LATELY;

// An animation changes one style over and over for as long as the page lives: after a while it is no news.
const noteRecords = (records) => {
  const time = now();
  for (const record of records) {
    if (record.type === 'attributes' && (record.attributeName === 'style' || record.attributeName === 'class')) {
      const since = styled.get(record.target);
      if (since === undefined) styled.set(record.target, time);
      else if (time - since > LONGEST_STYLING) continue;
    }
    lastHappened = time;
    noteBurst(time);
    break;
  }
  restyled ||= records.some((it) => it.type === 'attributes');
  freshen(records);
  heed?.(records);
  if (records.length > 0) stirred();
};
const observer = new MutationObserver(noteRecords);
const watched = new WeakSet();
const watch = (roots) => {
  for (const root of roots) {
    if (watched.has(root)) continue;
    watched.add(root);
    observer.observe(root, WATCHED);
    watchNames(root);
  }
};
watch([document]);

// What people do (and what is done for them from outside of this script) is something that happens, too.
for (const type of ['pointerdown', 'mousedown', 'click', 'keydown', 'keyup', 'input', 'change', 'submit', 'drop']) listen(globalThis, type, acted, { capture: true, passive: true });

const STILL = 1e9; // ms

// --- at rest? ---------------------------------------------------------------------

const idle = () => (globalThis.scheduler?.postTask ? globalThis.scheduler.postTask(() => {}, { priority: 'background' }) : new Promise((done) => pause(() => pause(done, 0), 0)));
// A document whose deferred and module scripts have not run is `interactive` already, and empty as often as not.
const parsed = () => {
  const state = readyState(document);
  if (state !== 'interactive') return state === 'complete';
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation === undefined || navigation.domContentLoadedEventEnd > 0;
};
const ready = () => (parsed() ? ['loading', 'interactive', 'complete'].indexOf(readyState(document)) : 0);

// A document that names another one to be shown in its place in a while.
const SOON = 5; // s
const isLeaving = () =>
  [...queryAll[9](document, 'meta[http-equiv="refresh" i]')].some((meta) => {
    const [, delay, url] = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=)?\s*(.*)$/i.exec(meta.content) ?? [];
    return url && Number(delay) <= SOON && performance.now() < (Number(delay) + 2) * 1000;
  });

// `watch` says how far what is still to come is waited for: 0: not; 1: another document; 2: long timers as well.
const restNow = (watch) => {
  noteRecords(observer.takeRecords());
  const counter = work();
  const happened = Math.max(lastHappened, counter.last);
  const restless = isRestless() || counter.beating > 0;
  const quiet = Math.max(0, now() - happened);
  return {
    in_flight: counter.inFlight + (watch > 0 && isLeaving() ? 1 : 0) + (watch > 1 ? counter.later : 0),
    quiet: restless ? quiet / 10 : quiet,
    unmoved: counter.answered && !restless && happened <= lastActed,
    ready: ready(),
  };
};

// A document that may run no script does nothing by itself, and nothing can be waited for in it: no timer runs out.
const isMute = () => matchMedia('(scripting: none)').matches;

const rest = async ({ hush, unmoved, cap, watch }) => {
  if (isMute()) return { in_flight: 0, quiet: STILL, unmoved: true, ready: ready() };
  const start = now();
  let told = restNow(watch);
  if (told.ready > 0 && told.in_flight === 0 && told.quiet >= hush) return told;
  const owed = () => (told.unmoved ? unmoved : hush);
  const left = () => cap - (now() - start);
  // What the last act set going must have had its turn.
  await Promise.race([idle(), new Promise((done) => pause(done, Math.max(0, left())))]);
  if (!parsed()) await once(document, 'DOMContentLoaded', left());
  for (;;) {
    told = restNow(watch);
    if (told.ready === 0 && left() > 0) {
      await new Promise((done) => pause(done, Math.max(1, Math.min(left(), hush))));
      continue;
    }
    if (told.in_flight === 0 && told.quiet >= owed()) return told;
    if (left() <= 0) return told;
    if (told.in_flight === 0) await new Promise((done) => pause(done, Math.max(1, Math.min(left(), owed() - told.quiet))));
    else if (work().inFlight > 0) await over(left());
    else await new Promise((done) => pause(done, Math.max(1, Math.min(left(), 100))));
  }
};

// Until something happens, or the time is up.
const stir = ({ cap }) =>
  new Promise((done) => {
    const tell = (stirred) => {
      waitingForStir.delete(tell);
      done({ stirred });
    };
    waitingForStir.add(tell);
    pause(() => tell(false), Math.max(0, cap));
  });

// Until `type` happens, or the time is up.
const once = (target, type, most) =>
  new Promise((done) => {
    pause(done, Math.max(0, most));
    listen(target, type, done);
  });

// Until the counter says that nothing is in flight, or the time is up.
const over = (most) =>
  new Promise((done) => {
    let timer = 0;
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener(`${SECRET}0`, end);
      done();
    };
    timer = pause(end, Math.max(0, Math.min(most, 250))); // looked at now and then, should the event get lost
    listen(document, `${SECRET}0`, end);
    if (work('wait').inFlight === 0) end();
  });
