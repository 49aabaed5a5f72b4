// The one door: a question in, an answer (or a promise of one) out. With every question comes the greatest number that
// any document has given so far, with every answer goes the greatest that this one has.

const there = ({ elements: asked }) => asked.map((number) => elementOf(number) !== null);
const answers = { inspect, write, read, rest, stir, focus, focused: hasFocus, blur, locate, area, scroll, click, popup, tree, picker, gauge, leaf, chosen, chooser, hold, snapshot, there, cover, way };
const told = (answer) => ({ last: lastNumber, answer });
const answer = (question) => {
  renew();
  if (question.from > lastNumber) lastNumber = question.from;
  const given = Object.hasOwn(answers, question.ask) ? answers[question.ask](question) : null;
  return given instanceof Promise ? given.then(told) : told(given);
};

answer.element = elementOf;
answer.number = numberOf;
// The form that something stands in, if it was told of.
answer.around = (element) => {
  const form = formOf(element);
  return form === null ? null : numbers.get(form) ?? null;
};
answer.adopt = adopt;
answer.hosts = hosts;
// What is carried from one process to the next: the newest elements that have a number, each followed by it.
answer.numbered = (most) => {
  const found = [];
  for (const number of [...elements.keys()].sort((a, b) => b - a)) {
    if (found.length >= 2 * most) break;
    const element = elementOf(number);
    if (element !== null) found.push(element, number);
  }
  return found;
};
// The world may be that of another process, which counted for itself: none of its numbers is known here, and none is
// given again.
answer.recall = (given, found) => {
  numbers = new WeakMap();
  elements.clear();
  given.forEach((number, at) => {
    elements.set(number, new WeakRef(found[at]));
    numbers.set(found[at], number);
    if (number > lastNumber) lastNumber = number;
  });
};
Object.defineProperty(globalThis, '__ostler', { value: answer });
