// The one door: a question in, an answer (or a promise of one) out.

const answers = { inspect, write, read, rest, stir, focus, focused: hasFocus, blur, locate, scroll, click, popup };
const answer = (question) => {
  renew();
  return Object.hasOwn(answers, question.ask) ? answers[question.ask](question) : null;
};

answer.element = elementOf;
answer.number = numberOf;
answer.adopt = adopt;
Object.defineProperty(globalThis, '__ostler', { value: answer });
