// The one door: a question in, an answer (or a promise of one) out. With every question comes the greatest number that
// any document has given so far, with every answer goes the greatest that this one has.

const there = ({ elements: asked }) => asked.map((number) => elementOf(number) !== null);
const answers = { inspect, write, read, rest, stir, focus, focused: hasFocus, blur, locate, area, scroll, click, popup, snapshot, there, cover, way };
const told = (answer) => ({ last: lastNumber, answer });
const answer = (question) => {
  renew();
  if (question.from > lastNumber) lastNumber = question.from;
  const given = Object.hasOwn(answers, question.ask) ? answers[question.ask](question) : null;
  return given instanceof Promise ? given.then(told) : told(given);
};

answer.element = elementOf;
answer.number = numberOf;
answer.adopt = adopt;
answer.hosts = hosts;
Object.defineProperty(globalThis, '__ostler', { value: answer });
