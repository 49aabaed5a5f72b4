// Errors, hints and other messages, and the step of a wizard.

const LIKE_ERROR = /err(or|mess|txt|text)|invalid|danger|fehler|erreur/i;
const LIKE_SUCCESS = /success|confirm|thank|erfolg/i;
const LIKE_HINT = /hint|help|desc|info/i;
// An id such as `with-error-hint` has the word by chance; what it ends with counts.
const ERROR_ID = /(^|[-_:. ])(err(or)?s?|invalid|feedback|validation|alert)([-_]?(msg|message|text|label|\d+))?$|Err(or)?s?(Msg|Message|Text)?$/;
const errorish = (element) => {
  if (roleOf(element) === 'alert' || attr(element, 'aria-live') === 'assertive') return true;
  const name = attr(element, 'class');
  return (LIKE_ERROR.test(name) && !LIKE_HINT.test(name)) || ERROR_ID.test(attr(element, 'id'));
};
const readable = shown;
const MOST = 500;
const noteText = (element) => textOf(element, { controls: true }).slice(0, MOST);

// The error and the hint of a control. A text is an error by what ties it to the control, and by what says that it
// is one: `aria-errormessage`, an alert, or `aria-invalid`; the name of a class alone is not enough, but it tells
// which of several texts it is.
const notesOf = (element, scene, group) => {
  const invalid = isInvalid(element);
  const errors = [];
  const hints = [];
  for (const target of byIds(element, 'aria-errormessage')) {
    if (invalid && readable(target)) {
      const text = noteText(target);
      if (text) errors.push(text);
    }
  }
  sort(byIds(element, 'aria-describedby'), invalid && errors.length === 0, errors, hints);
  if (group && !group.made && (isBox(element) || group.size <= 4)) {
    const shared = byIds(group.element, 'aria-describedby');
    if (shared.length > 0) sort(shared, attr(group.element, 'aria-invalid') === 'true', errors, hints);
    if (errors.length === 0) {
      for (const target of byIds(group.element, 'aria-errormessage')) {
        const text = readable(target) ? noteText(target) : '';
        if (text && attr(group.element, 'aria-invalid') === 'true') errors.push(text);
      }
    }
  }
  if (errors.length === 0) {
    const labels = [...labelsOf(element)];
    for (const label of labels.slice(1)) {
      if (!LIKE_ERROR.test(attr(label, 'class')) || !readable(label)) continue;
      const text = noteText(label);
      if (text) errors.push(text);
    }
  }
  if (errors.length === 0) {
    const text = beside(element, scene, invalid);
    if (text) errors.push(text);
  }
  return { error: [...new Set(errors)].join(' '), description: [...new Set(hints)].filter((it) => !errors.includes(it)).join(' ') };
};

const isInvalid = (element) => {
  const word = attribute(element, 'aria-invalid');
  if (word !== null && word !== '' && word !== 'false') return true;
  return NATIVE.has(tagOf(element)) && matches(element, ':user-invalid');
};

const sort = (targets, invalid, errors, hints) => {
  const texts = [];
  for (const target of targets) {
    if (!readable(target)) continue;
    const text = noteText(target);
    if (text) texts.push({ text, error: errorish(target) || (find(target, '[role=alert]') !== null && fold(textContent(find(target, '[role=alert]'))) !== '') });
  }
  const told = texts.some((it) => it.error);
  for (let i = 0; i < texts.length; i += 1) {
    const { text, error } = texts[i];
    if (error || (invalid && !told && i === texts.length - 1)) errors.push(text);
    else hints.push(text);
  }
};

// What stands next to something, up to the next control: some of what follows, and what comes just before.
const around = (element, scene) => {
  const near = [];
  for (const [after, most] of [[true, 4], [false, 2]]) {
    let count = 0;
    for (let at = flatSibling(element, after); at !== null && count < most; at = flatSibling(at, after)) {
      if (nodeType(at) !== 1) continue;
      if (scene.holders.has(at)) {
        // In a set of boxes the message is after the last or before the first of them.
        if (isBox(element) && scene.allBoxes(at)) continue;
        if (isBox(element) && isBox(at)) continue;
        break;
      }
      near.push(at);
      count += 1;
    }
  }
  return near;
};

// What stands around the control in what holds this control (or this set of boxes) alone.
const neighbours = (element, scene) => {
  const found = [];
  let at = element;
  for (let up = 0; up < 4; up += 1) {
    const parent = flatParent(at);
    if (parent === null) break;
    found.push(...around(at, scene));
    if (scene.sizeOf(parent) > 1) {
      // A set of boxes under one question is one thing; anything else is not.
      if (!isBox(element) || !scene.allBoxes(parent)) break;
    }
    const tag = tagOf(parent);
    if (tag === 'form' || tag === 'body' || tag === 'main' || tag === 'section') break;
    at = parent;
  }
  return found;
};

const tells = (sibling, scene) => scene.sight.itself(sibling) && tagOf(sibling) !== 'label' && tagOf(sibling) !== 'legend' && !isField(sibling);

// Every text around it that is not its label: of use only in comparison with what stood there before.
const besideText = (element, scene) => {
  const texts = [];
  for (const sibling of neighbours(element, scene)) {
    if (tagOf(sibling) === 'button' || !tells(sibling, scene)) continue;
    const text = noteText(sibling);
    if (text && /\p{L}/u.test(text) && !texts.includes(text)) texts.push(text);
  }
  return texts.join('\n').slice(0, MOST);
};

// Whether other elements than this control say of a text, or of what is in it, that it is about them.
const isTiedElsewhere = (text, element) => {
  const named = [text, ...findAll(text, '[id]')].map((it) => attr(it, 'id')).filter(Boolean);
  const owners = named.flatMap((id) => [...findAll(rootOf(text), tiedTo(id))]);
  return owners.length > 0 && !owners.some((it) => flatContains(it, element));
};
const tiedTo = (id) => ['aria-describedby', 'aria-errormessage'].map((name) => `[${name}~="${CSS.escape(id)}"]`).join(',');

// A message just after the control, in what holds this control alone.
const beside = (element, scene, invalid) => {
  for (const sibling of neighbours(element, scene)) {
    const live = roleOf(sibling) === 'alert' || attr(sibling, 'aria-live') === 'assertive';
    if (!live && !errorish(sibling)) {
      // Wrapped once: `<div><span class=error>…`.
      const inner = firstElement(sibling);
      if (!(inner && nextElement(inner) === null && (roleOf(inner) === 'alert' || LIKE_ERROR.test(attr(inner, 'class'))))) continue;
    }
    if (!tells(sibling, scene) || isTiedElsewhere(sibling, element)) continue;
    const text = noteText(sibling);
    if (text && /\p{L}/u.test(text)) return text;
  }
  if (!invalid) return '';
  // The browser or the page says that it is wrong: then the text after it says why, unless it is (a link in) its label.
  const label = labelOf(element, scene).text;
  for (let next = nextElement(element), i = 0; next !== null && i < 3; next = nextElement(next), i += 1) {
    if (scene.holders.has(next) || isField(next)) break;
    if (tagOf(next) === 'label' || !scene.sight.itself(next) || isTiedElsewhere(next, element)) continue;
    const text = noteText(next);
    if (text && text.length > 3 && !label.includes(text)) return text;
  }
  return '';
};

// --- messages --------------------------------------------------------------------------

const LIVE_ROLES = new Set(['alert', 'status', 'alertdialog']);
const isLive = (element) => LIVE_ROLES.has(roleOf(element)) || /^(assertive|polite)$/i.test(attr(element, 'aria-live'));
const SUCCESS_WORDS = /\b(thank you|thanks|success(fully|ful)?|has been (sent|received|saved|submitted)|we('| ha)ve received|received your|confirmed|danke|vielen dank|erfolgreich|merci|succès|gracias|éxito|correctamente|grazie|successo|obrigad[oa]|sucesso|bedankt|gelukt|dziękujemy|pomyślnie)\b|ありがとう|完了しました|谢谢|成功/iu;
const ERROR_WORDS = /\b(error|errors|failed|failure|invalid|incorrect|wrong|problem|could not|couldn't|cannot|can't|please (enter|select|choose|check|correct|try)|must|required|fehler|ungültig|bitte|erreur|invalide|veuillez|erronée?|errore|non valido|inválid[oa]|obligatorio|erro|fout|ongeldig|verplicht|błąd|nieprawidłow\w+)\b|エラー|错误/iu;

const NOTICE = /(^|[\s_-])(alert|notice|notification|flash|toast)([\s_-]|$)/i;

const messagesOf = (scene) => {
  const messages = [];
  const told = new Set();
  const taken = new Set(); // elements whose text was told as another's part
  const push = (element, text, tone) => {
    const key = `${element ?? 0} ${text}`;
    if (!text || told.has(key) || messages.length >= 60) return;
    told.add(key);
    messages.push({ element, text, tone });
  };
  for (const element of scene.notes.length > 600 ? scene.notes.filter(isLive) : scene.notes) {
    const live = isLive(element);
    if (!live && suggests(attribute(element, 'class')) < LIKE_NOTE && suggests(attribute(element, 'id')) < LIKE_NOTE) continue;
    if (taken.has(element) || scene.holders.has(element) || inside(element, taken)) continue;
    const tag = tagOf(element);
    if (tag === 'input' || tag === 'body' || tag === 'html' || tag === 'form' || tag === 'button' || tag === 'a' || tag === 'label' || isField(element)) continue;
    if (!scene.sight.itself(element) && !(live && shown(element) && isElement(firstElement(element)))) continue;
    const text = noteText(element);
    if (!text || !/\p{L}/u.test(text)) continue;
    if (!live && text.length > 300) continue;
    const tone = toneOf(element, text, live);
    // What is no live region is told only where it is made to catch the eye.
    if (!live && tone === 'status' && !(NOTICE.test(attr(element, 'class')) && find(element, 'button,input,select,textarea') === null)) continue;
    taken.add(element);
    // A summary whose links lead to the fields: a message for each.
    const links = [...findAll(element, 'a[href^="#"]')].map((link) => ({ link, target: targetOf(link, scene) })).filter((it) => it.target !== null);
    if (links.length > 0) {
      for (const { link, target } of links) push(numberOf(target), textOf(link), 'error');
      continue;
    }
    const target = tone === 'error' ? ownerOf(element, scene) : null;
    push(target ? numberOf(target) : null, text, tone);
  }
  return messages;
};

const inside = (element, set) => {
  for (let at = flatParent(element); at !== null; at = flatParent(at)) if (set.has(at)) return true;
  return false;
};

const toneOf = (element, text, live) => {
  const role = roleOf(element);
  const marks = `${attr(element, 'class')} ${attr(element, 'id')}`;
  if (LIKE_SUCCESS.test(marks) && !LIKE_ERROR.test(marks)) return 'success';
  if (LIKE_ERROR.test(marks) && (live || getComputedStyle(element).display !== 'none')) return 'error';
  if (SUCCESS_WORDS.test(text) && !ERROR_WORDS.test(text)) return live || /alert|message|notice|banner|flash|toast|notification/i.test(marks) ? 'success' : 'status';
  if (role === 'alert' || attr(element, 'aria-live') === 'assertive') return 'error';
  if (live && role === 'status') return ERROR_WORDS.test(text) ? 'error' : 'status';
  if (/alert|message|notice|flash|toast/i.test(marks) && ERROR_WORDS.test(text)) return 'error';
  return 'status';
};

const targetOf = (link, scene) => {
  const target = byId(rootOf(link), decode(attr(link, 'href').slice(1)));
  if (target === null) return null;
  if (scene.chosen.has(target)) return target;
  return scene.controls.find((it) => flatContains(target, it)) ?? null;
};
const decode = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

// The control that a message is about: the one that names it, or the one alone with it in what holds both.
const ownerOf = (message, scene) => {
  const id = attr(message, 'id');
  if (id) {
    for (const element of findAll(rootOf(message), tiedTo(id))) {
      if (scene.chosen.has(element)) return element;
      const first = scene.controls.find((it) => flatContains(element, it));
      if (first) return first;
    }
  }
  for (let at = flatParent(message), up = 0; at !== null && up < 4; at = flatParent(at), up += 1) {
    const tag = tagOf(at);
    if (tag === 'form' || tag === 'body' || tag === 'main') return null;
    if (!scene.holders.has(at)) continue;
    const held = scene.controls.filter((it) => flatContains(at, it));
    if (held.length === 1 || held.every((it) => isBox(it))) return held[0];
    return null;
  }
  return null;
};

// --- the step of a wizard -------------------------------------------------------------------

const STEP = /(?:\b(?:step|schritt|[ée]tape|paso|passo|passaggio|stap|krok|page|seite|página|pagina|part)\s*[:#]?\s*(\d{1,2})\s*(?:\/|of|von|sur|de|di|van|z|out of)\s*(\d{1,2})\b)|(?:ステップ\s*(\d{1,2})\s*\/\s*(\d{1,2}))|(?:第\s*(\d{1,2})\s*步)/iu;
const readStep = (text) => {
  const found = STEP.exec(text);
  if (!found) return [];
  const [step, of] = found.slice(1).filter((it) => it !== undefined).map(Number);
  if (!(step >= 1) || (of !== undefined && (of < step || of < 2))) return [];
  return of === undefined ? [step] : [step, of];
};

const stepOf = (scene, text) => {
  for (const root of scene.roots) {
    for (const current of findAll(root, '[aria-current=step i]')) {
      if (!scene.sight.itself(current)) continue;
      let item = current;
      // The item of the list, if the mark is inside of it.
      for (let up = 0; up < 3; up += 1) {
        const parent = flatParent(item);
        if (parent === null) break;
        const alike = flatChildren(parent).filter((it) => nodeType(it) === 1 && tagOf(it) === tagOf(item));
        if (alike.length > 1) return [alike.indexOf(item) + 1, alike.length];
        item = parent;
      }
    }
  }
  const said = readStep(text);
  if (said.length > 0) return said;
  for (const root of scene.roots) {
    for (const bar of findAll(root, '[role=progressbar i],progress')) {
      if (!scene.sight.itself(bar)) continue;
      const said = readStep(`${attr(bar, 'aria-valuetext')} ${attr(bar, 'aria-label')}`);
      if (said.length > 0) return said;
      const now = Number(attribute(bar, 'aria-valuenow') ?? attribute(bar, 'value'));
      const max = Number(attribute(bar, 'aria-valuemax') ?? attribute(bar, 'max'));
      if (Number.isInteger(now) && Number.isInteger(max) && now >= 1 && now <= max && max >= 2 && max <= 20) return [now, max];
    }
  }
  return [];
};
