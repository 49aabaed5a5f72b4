// Places that take files and have no file input: one that a script makes when they are pressed, or none at all.
//
// What is written there tells that it is files that are wanted, and where; that files can be dropped there, or that it
// can be pressed, tells that it is more than a picture.

const areas = new WeakSet(); // those that were told as controls
const DROPS = /\bdrag|\bdrop|ziehen|ablegen|\bgliss|dépos|arrastr|solta|suelt|\bsolt[ea]|trascin|rilasci|\bsle(?:ep|pen)|neerzet|przeciąg|upuść|ドラッグ|ドロップ|खींच|छोड़|拖|끌어/iu;
const OF_FILES = /\bfiles?\b|upload|browse|\bdocuments?\b|\bphotos?\b|\bimages?\b|\bpictures?\b|\bpdf|\bcv\b|r[ée]sum[ée]|\bscans?\b|attach|datei|dokument|\bbild|\bfoto|anhang|lebenslauf|hochlad|durchsuch|fichier|pièce|télé(?:vers|charg)|parcour|archivo|documento|imagen|adjunt|\bsubir|examinar|ficheiro|arquivo|carreg|caric|sfoglia|bestand|bladeren|\bplik|prześl|przegląd|ファイル|画像|書類|फ़ाइल|फाइल|दस्तावेज़|文件|图片|파일/iu;
const LONGEST_NOTICE = 200;
const takesFiles = (element) => hasAttribute(element, 'ondrop') || (work().drops > 0 && takesDrops(element));
const NOT_PRESSED = 'a[href],nav,[role=link i],[role=navigation i]';

// The areas of a page, each once, in document order.
const areasIn = (scene) => {
  const body = bodyOf(document);
  if (body === null || !DROPS.test(textContent(body))) return [];
  const found = new Set();
  for (const root of scene.roots) {
    for (const it of findAll(root, 'div,section,p,span,button,label,li,strong,b,small,h2,h3,h4')) {
      let own = '';
      for (let child = firstChild(it); child !== null; child = nextSibling(child)) if (nodeType(child) === 3) own += dataOf(child);
      if (own.length > LONGEST_NOTICE * 2 || !DROPS.test(own)) continue;
      const area = areaAround(it);
      if (area !== null && ![...found].some((other) => contains(other, area))) {
        for (const other of found) if (contains(area, other)) found.delete(other);
        found.add(area);
      }
    }
  }
  const files = scene.controls.filter((it) => tagOf(it) === 'input' && it.type === 'file');
  return [...found].filter((area) => !files.some((it) => contains(area, it) || contains(flatParent(area) ?? area, it) || labelsOf(it).some((label) => contains(label, area)) || !scene.sight.itself(it)));
};

const areaAround = (notice) => {
  let pressed = null;
  for (let at = notice, up = 0; at !== null && up < 5; at = flatParent(at), up += 1) {
    if (/^(form|body|main|html|table|fieldset)$/.test(tagOf(at)) || find(at, CONTROL) !== null || sendsForm(at)) break;
    const text = textOf(at, { controls: true });
    if (text.length > LONGEST_NOTICE) break;
    if (!DROPS.test(text) || !OF_FILES.test(text) || !shown(at)) continue;
    if (takesFiles(at)) return at;
    if (pressed === null && takesPress(at) && closest(at, NOT_PRESSED) === null && (isButtonLike(at) || getComputedStyle(flatParent(at) ?? at).cursor !== 'pointer')) pressed = at;
  }
  return pressed;
};

const labelOfArea = (area, scene) => {
  const own = ariaName(area);
  if (own !== '' && !PLAIN_FILE.test(own)) return { text: own, source: 'aria', from: null };
  const before = labelsOf(area).length > 0 ? labelOf(area, scene) : nearby(area, false, scene);
  if (before !== null && /\p{L}/u.test(before.text)) return { text: before.text, source: before.source ?? 'nearby', from: before.from ?? before.first ?? null };
  const group = scene.groupOf(area);
  if (group && group.size === 1 && group.label) return { text: group.label, source: 'legend', from: group.legend };
  return { text: textOf(area, { controls: true }).slice(0, LONGEST_LABEL), source: 'nearby', from: area };
};
