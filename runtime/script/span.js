// Two boxes of one widget that take the first and the last day of a span: one question, which only its picker answers.
//
// Each by itself holds nothing: such a widget takes both days or none. Boxes with labels of their own are two questions.

const SPAN_START = /start|from|begin|check.?in|depart|von|beginn|début|debut|desde|inicio|inizio|início|begin|od|开始|開始/i;
const SPAN_END = /end|until|\bto\b|check.?out|return|bis|ende|fin|hasta|fine|fim|eind|do|结束|終了/i;
const DATED = /date|day|datum|tag|fecha|día|jour|data|giorno|dia|日|yyyy|mm|dd|jjjj|aaaa/i;

let spanned = new Map(); // the last box of the span that begins in a box, as last seen

const spansIn = (scene) => {
  const spans = new Map();
  const boxes = scene.controls.filter((it) => tagOf(it) === 'input' && WRITING.has(it.type) && roleOf(it) === '' && attr(it, 'placeholder') !== '');
  for (let i = 0; i + 1 < boxes.length; i += 1) {
    const [start, end] = [boxes[i], boxes[i + 1]];
    if (spans.has(boxes[i - 1]) && spans.get(boxes[i - 1]).end === start) continue;
    const [one, other] = [attr(start, 'placeholder'), attr(end, 'placeholder')];
    if (!SPAN_START.test(one) || !SPAN_END.test(other) || !DATED.test(`${one} ${other}`)) continue;
    if ([start, end].some((it) => labelsOf(it).length > 0 || ariaName(it) !== '')) continue;
    const holder = around1(start, end);
    if (holder === null || /^(form|body|main|fieldset|section|tr|table)$/.test(tagOf(holder)) || scene.controls.filter((it) => shown(it) && flatContains(holder, it)).length !== 2) continue;
    const style = getComputedStyle(holder);
    if (parseFloat(style.borderTopWidth) === 0 || style.borderTopStyle === 'none') continue;
    const named = ariaName(holder);
    const before = named ? { text: named, first: null } : nearby(holder, false, scene);
    if (before === null) continue;
    spans.set(start, { end, label: { text: before.text, source: named ? 'aria' : 'nearby', from: before.first ?? null } });
  }
  spanned = new Map([...spans].map(([start, { end }]) => [start, end]));
  return spans;
};

const spanText = (start) => {
  const end = spanned.get(start);
  return start.value === '' && end.value === '' ? '' : `${start.value} – ${end.value}`;
};
