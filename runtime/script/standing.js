// A calendar that stands open in the page with a name of its own and no box to type into: a question that only a day
// answers.

const stands = new WeakSet(); // those that were told as controls
const STANDING_ROLES = new Set(['group', 'application', 'grid', 'region']);

// Whether the element is such a calendar: cheap signs first, since every group of the page is asked.
const isStanding = (element) => {
  if (!STANDING_ROLES.has(roleOf(element)) && tagOf(element) !== 'fieldset') return false;
  const name = tagOf(element) === 'fieldset' ? textOf(legendOf(element) ?? element) : ariaName(element);
  if (name === '' || YEAR.test(name) || name.length > LONGEST_LABEL) return false;
  if ([...findAll(element, 'input,textarea,select')].some((it) => tagOf(it) !== 'select' && shown(it))) return false;
  const presses = findAll(element, 'a,button,td,[role=gridcell i],[role=button i],[tabindex]').length;
  if (presses < 28 || presses > 300) return false;
  for (let at = element, up = 0; at !== null && up < 6; at = flatParent(at), up += 1) if (roleOf(at) === 'dialog' || tagOf(at) === 'dialog' || /^(absolute|fixed)$/.test(getComputedStyle(at).position)) return false;
  return shown(element) && calendarAt(element, new Sight()) !== null;
};

// How a day looks. The chosen one looks like no other.
const lookOf = (element) => {
  const style = getComputedStyle(element);
  return `${style.backgroundColor} ${style.color} ${style.fontWeight} ${style.borderTopColor} ${style.borderTopWidth} ${style.outlineStyle} ${style.boxShadow}`;
};
const atFirst = new WeakMap(); // the days that stood out when the calendar was first seen, such as today

// The day that it shows as chosen, in its own words; none where that is not sure.
const chosenDay = (element) => {
  const told = calendarAt(element, new Sight());
  if (told === null) return '';
  const days = told.days.filter((day) => !day.outside).map((day) => ({ day, at: elementOf(day.element) })).filter((it) => it.at !== null);
  const say = ({ day }) => (day.name !== '' ? day.name : `${day.text} ${told.header}`);
  const marked = days.filter(({ at }) => [at, parentElement(at)].some((it) => it !== null && it !== element && isMarked(it)));
  if (marked.length > 0) return marked.length === 1 ? say(marked[0]) : '';
  const looks = new Map();
  for (const it of days) looks.set(lookOf(it.at), [...(looks.get(lookOf(it.at)) ?? []), it]);
  const odd = [...looks.values()].filter((set) => set.length === 1).map(([it]) => it);
  const known = atFirst.get(element);
  if (known === undefined) {
    atFirst.set(element, new Set(odd.map(say)));
    return '';
  }
  const since = odd.filter((it) => !known.has(say(it)));
  return since.length === 1 ? say(since[0]) : '';
};
