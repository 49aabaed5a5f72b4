// The one door: a question in, an answer (or a promise of one) out.

const answers = { inspect, write, read, rest, focus, blur, locate, click, popup, cover };
const answer = (question) => {
  renew();
  return Object.hasOwn(answers, question.ask) ? answers[question.ask](question) : null;
};

answer.element = elementOf;
answer.number = numberOf;
answer.adopt = adopt;
answer.hosts = hosts;
Object.defineProperty(globalThis, '__ostler', { value: answer });
