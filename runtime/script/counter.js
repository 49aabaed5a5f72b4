// Counts work in the main world: fetches, XHRs, short timers and animation frames that have not ended.
//
// This is the only code of ours that the page could meet, so there is little of it. It runs before any script of the
// page and keeps its own references to every builtin that it uses: what a page puts in their place later is never
// called from here. It answers an event whose name the page does not know and cannot guess.
(() => {
  'use strict';
  const SECRET = '__SECRET__';

  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const uncurry = (f) => Function.prototype.call.bind(f);
  const getter = (type, name) => uncurry(getOwnPropertyDescriptor(type.prototype, name).get);
  const now = performance.now.bind(performance);
  const then = uncurry(Promise.prototype.then);
  const microtask = queueMicrotask;
  const weakGet = uncurry(WeakMap.prototype.get);
  const weakSet = uncurry(WeakMap.prototype.set);
  const weakHas = uncurry(WeakSet.prototype.has);
  const weakAdd = uncurry(WeakSet.prototype.add);
  const mapSet = uncurry(Map.prototype.set);
  const mapDelete = uncurry(Map.prototype.delete);
  const listen = uncurry(EventTarget.prototype.addEventListener);
  const dispatch = uncurry(EventTarget.prototype.dispatchEvent);
  const Custom = CustomEvent;
  const detailOf = getter(CustomEvent, 'detail');
  const pathOf = uncurry(Event.prototype.composedPath);
  const stop = uncurry(Event.prototype.stopImmediatePropagation);
  const hidden = getter(Document, 'hidden');
  const localName = getter(Element, 'localName');
  const modeOf = getter(ShadowRoot, 'mode');
  const readyState = getter(XMLHttpRequest, 'readyState');
  const setAdd = uncurry(Set.prototype.add);
  const setForEach = uncurry(Set.prototype.forEach);
  const setClear = uncurry(Set.prototype.clear);
  const Weak = WeakRef;
  const deref = uncurry(WeakRef.prototype.deref);
  const Marks = Highlight;
  const Range = StaticRange;
  const marks = CSS.highlights;
  const setMark = uncurry(HighlightRegistry.prototype.set);
  const deleteMark = uncurry(HighlightRegistry.prototype.delete);
  const addMark = uncurry(Highlight.prototype.add);
  const doc = document;
  const window = globalThis;
  // Objects without a prototype, because the page may have put `once` or `detail` or `get` on the common one.
  const ONCE = { __proto__: null, once: true };
  const event = (name, detail) => new Custom(name, { __proto__: null, detail });
  const is = (brand, it) => {
    try {
      brand(it);
      return true;
    } catch {
      return false;
    }
  };

  let inFlight = 0;
  let last = now(); // when work last began or ended
  let waiting = false; // whether the other world wants to be told when nothing is left
  let closed = 0; // closed shadow roots made

  const begin = () => {
    inFlight += 1;
    last = now();
    listen(window, SECRET, answer, true); // `document.open()` takes all listeners away; to add one twice is nothing
  };
  const end = () => {
    inFlight -= 1;
    last = now();
    if (inFlight === 0 && waiting) {
      waiting = false;
      dispatch(doc, event(`${SECRET}0`));
    }
  };

  // A Proxy keeps name, length, prototype and `new`, and prints as native code.
  const wrap = (owner, name, apply) => {
    const described = owner && getOwnPropertyDescriptor(owner, name);
    if (!described || typeof described.value !== 'function') return;
    defineProperty(owner, name, { ...described, value: new Proxy(described.value, { __proto__: null, apply }) });
  };

  // The page gets a promise derived from the real one, not the real one: to listen on the real one would mark its
  // rejection as handled, and the page's `unhandledrejection` would never come.
  wrap(globalThis, 'fetch', (target, self, args) => {
    const promise = apply(target, self, args);
    begin();
    return then(
      promise,
      (answer) => {
        end();
        return answer;
      },
      (error) => {
        end();
        throw error;
      },
    );
  });

  const sending = new WeakMap(); // each XHR that is on its way, with what ends it
  const settle = (request) => {
    const done = weakGet(sending, request);
    if (!done) return;
    weakSet(sending, request, undefined);
    end();
  };
  wrap(XMLHttpRequest.prototype, 'open', (target, self, args) => {
    // To open it anew ends the one before without a `loadend`.
    if (is(readyState, self)) settle(self);
    return apply(target, self, args);
  });
  wrap(XMLHttpRequest.prototype, 'send', (target, self, args) => {
    if (!is(readyState, self) || weakGet(sending, self)) return apply(target, self, args);
    listen(self, 'loadend', () => settle(self), ONCE);
    weakSet(sending, self, true);
    begin();
    try {
      return apply(target, self, args);
    } catch (error) {
      settle(self);
      throw error;
    }
  });

  // How deep in a chain of counted callbacks the running code is. Timers deeper than DEEPEST are pollers. A loop of
  // `await`s sets its next timer some microtasks after the callback, so the depth outlives the callback for as long.
  const DEEPEST = 3;
  const LONGEST = 2000;
  const FARTHEST = 10000; // what is set for later than that is not waited for by anybody
  const BEAT = 200; // ms between the strokes of a fast interval
  let depth = 0;
  let epoch = 0;
  const forget = (mine, hops) => {
    if (mine !== epoch) return;
    if (hops === 0) depth = 0;
    else microtask(() => forget(mine, hops - 1));
  };
  const inside = (level, callback, self, args) => {
    epoch += 1;
    depth = level;
    try {
      return apply(callback, self, args);
    } finally {
      forget(epoch, 12);
    }
  };

  const timers = new Map(); // counted timers by id
  const laters = new Map(); // timers by id that are no work, but something is still to come of them
  let later = 0;
  const frames = new Map(); // counted animation frames by id
  const over = (map, id) => {
    if (mapDelete(map, id)) end();
  };
  wrap(globalThis, 'setTimeout', (target, self, args) => {
    const callback = args[0];
    const delay = typeof args[1] === 'number' || typeof args[1] === 'string' ? +args[1] || 0 : 0;
    const level = depth + 1;
    if (typeof callback === 'function' && delay > LONGEST && delay <= FARTHEST && level <= DEEPEST) {
      let id;
      args[0] = function () {
        if (mapDelete(laters, id)) later -= 1;
        return inside(level, callback, this, arguments);
      };
      id = apply(target, self, args);
      mapSet(laters, id, true);
      later += 1;
      return id;
    }
    if (typeof callback !== 'function' || delay > LONGEST || level > DEEPEST) {
      if (typeof callback !== 'function' || depth === 0 || delay > LONGEST) return apply(target, self, args);
      // Too deep to count; but what it sets is deeper still.
      args[0] = function () {
        return inside(level, callback, this, arguments);
      };
      return apply(target, self, args);
    }
    let id;
    args[0] = function () {
      try {
        return inside(level, callback, this, arguments);
      } finally {
        over(timers, id);
      }
    };
    id = apply(target, self, args);
    mapSet(timers, id, true);
    begin();
    return id;
  });
  // An interval is no work, but whoever stirs every few milliseconds is not at rest between two strokes.
  const beats = new Map();
  let beating = 0;
  wrap(globalThis, 'setInterval', (target, self, args) => {
    const id = apply(target, self, args);
    if (+args[1] <= BEAT || args.length < 2) {
      mapSet(beats, id, true);
      beating += 1;
    }
    return id;
  });
  const clears = (target, self, args) => {
    const answer = apply(target, self, args);
    if (typeof args[0] === 'number' && mapDelete(beats, args[0])) beating -= 1;
    if (typeof args[0] === 'number' && mapDelete(laters, args[0])) later -= 1;
    if (typeof args[0] === 'number') over(timers, args[0]);
    return answer;
  };
  wrap(globalThis, 'clearTimeout', clears);
  wrap(globalThis, 'clearInterval', clears);

  // A frame set while another one runs is an animation. One set in a hidden document may never come.
  let painting = false;
  wrap(globalThis, 'requestAnimationFrame', (target, self, args) => {
    const callback = args[0];
    if (typeof callback !== 'function' || painting || depth >= DEEPEST || hidden(doc)) {
      if (typeof callback !== 'function') return apply(target, self, args);
      const level = depth;
      args[0] = function () {
        painting = true;
        try {
          return inside(level, callback, this, arguments);
        } finally {
          painting = false;
        }
      };
      return apply(target, self, args);
    }
    let id;
    const level = depth + 1;
    args[0] = function () {
      painting = true;
      try {
        return inside(level, callback, this, arguments);
      } finally {
        painting = false;
        over(frames, id);
      }
    };
    id = apply(target, self, args);
    mapSet(frames, id, true);
    begin();
    return id;
  });
  wrap(globalThis, 'cancelAnimationFrame', (target, self, args) => {
    const answer = apply(target, self, args);
    if (typeof args[0] === 'number') over(frames, args[0]);
    return answer;
  });

  // Which elements have listeners for keys of their own. A framework's root listens for all its components: only
  // what is set on the very element counts. What is to be typed in is asked for where a page writes it down itself,
  // and that only keys tell, wherever it listens.
  const keyed = new WeakSet();
  const before = new WeakSet();
  let keys = 0;
  const heed = (target) => {
    if (weakHas(before, target)) return;
    weakAdd(before, target);
    keys += 1;
  };
  const isKeyed = (path) => {
    if (weakHas(keyed, path[0])) return true;
    for (let i = 0; i < path.length; i += 1) if (weakHas(before, path[i])) return true;
    return false;
  };
  const key = (element) => {
    if (!is(localName, element) || weakHas(keyed, element)) return;
    weakAdd(keyed, element);
    keys += 1;
  };
  // And which take files that are dropped on them.
  const dropped = new WeakSet();
  let drops = 0;
  const drop = (element) => {
    if (!is(localName, element) || weakHas(dropped, element)) return;
    weakAdd(dropped, element);
    drops += 1;
  };
  wrap(EventTarget.prototype, 'addEventListener', (target, self, args) => {
    const type = args[0];
    if (type === 'drop' && args[1]) drop(self);
    if (type === 'beforeinput' && args[1]) heed(self ?? window);
    if ((type === 'keydown' || type === 'keypress' || type === 'keyup') && args[1]) key(self);
    return apply(target, self, args);
  });
  for (const name of ['onkeydown', 'onkeypress', 'onkeyup', 'onbeforeinput', 'ondrop']) {
    const described = getOwnPropertyDescriptor(HTMLElement.prototype, name);
    if (!described) continue;
    const note = name === 'ondrop' ? drop : name === 'onbeforeinput' ? heed : key;
    const set = new Proxy(described.set, {
      __proto__: null,
      apply(target, self, args) {
        if (args[0]) note(self);
        return apply(target, self, args);
      },
    });
    defineProperty(HTMLElement.prototype, name, { ...described, set });
  }

  // Closed shadow roots. A node crosses from one world to the other only by what the document itself holds; a
  // highlight holds ranges, and a range holds its nodes. The highlight is there for one question, while no code of the
  // page can run.
  const waitingRoots = new Set(); // weak, so that what the page forgets is forgotten here
  wrap(Element.prototype, 'attachShadow', (target, self, args) => {
    const root = apply(target, self, args);
    if (modeOf(root) === 'closed') {
      closed += 1;
      setAdd(waitingRoots, new Weak(root));
    }
    return root;
  });
  const handOver = () => {
    const mark = new Marks();
    setForEach(waitingRoots, (weak) => {
      const root = deref(weak);
      if (root) addMark(mark, new Range({ __proto__: null, startContainer: root, startOffset: 0, endContainer: root, endOffset: 0 }));
    });
    setClear(waitingRoots);
    setMark(marks, SECRET, mark);
    dispatch(doc, event(`${SECRET}=`, 1));
    deleteMark(marks, SECRET);
  };

  // A form-associated custom element may have its role and state in its internals alone, where no attribute tells.
  const internals = new WeakMap();
  let inner = 0;
  wrap(HTMLElement.prototype, 'attachInternals', (target, self, args) => {
    const made = apply(target, self, args);
    weakSet(internals, self, made);
    inner += 1;
    return made;
  });
  const told = ['role', 'ariaChecked', 'ariaLabel', 'ariaDisabled', 'ariaRequired', 'ariaValueNow', 'ariaExpanded', 'ariaSelected'].map((name) => getter(ElementInternals, name));
  const innerOf = (element) => {
    const its = weakGet(internals, element);
    if (!its) return '';
    let text = '';
    for (let i = 0; i < told.length; i += 1) text += `${told[i](its) ?? ''}\n`;
    return text;
  };

  // The other world asks by an event on the document ("how much?") or on an element ("does it listen for keys?"), and
  // is answered by another event before its own call returns. Only strings and numbers can cross.
  const answer = (asked) => {
    stop(asked);
    const question = detailOf(asked);
    if (question === 'keys') {
      dispatch(doc, event(`${SECRET}=`, isKeyed(pathOf(asked)) ? 1 : 0));
      return;
    }
    if (question === 'drops') {
      dispatch(doc, event(`${SECRET}=`, weakHas(dropped, pathOf(asked)[0]) ? 1 : 0));
      return;
    }
    if (question === 'roots') {
      handOver();
      return;
    }
    if (question === 'inner') {
      dispatch(doc, event(`${SECRET}=`, innerOf(pathOf(asked)[0])));
      return;
    }
    if (question === 'wait') waiting = inFlight > 0;
    dispatch(doc, event(`${SECRET}=`, `${inFlight} ${last} ${closed} ${inner} ${keys} ${beating} ${later} ${drops}`));
  };
  // On the window and in the capture phase, so that nothing of the page's comes before.
  listen(window, SECRET, answer, true);
})();
