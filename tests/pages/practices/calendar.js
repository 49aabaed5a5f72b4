// A modal calendar in a dialog, which a box opens. What was chosen is kept as a day, not as the text in the box.
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const two = (number) => String(number).padStart(2, '0');
const iso = (day) => `${day.getUTCFullYear()}-${two(day.getUTCMonth() + 1)}-${two(day.getUTCDate())}`;
const american = (day) => `${two(day.getUTCMonth() + 1)}/${two(day.getUTCDate())}/${day.getUTCFullYear()}`;
const at = (year, month, day) => new Date(Date.UTC(year, month, day));

class Calendar {
  constructor({ dialog, taken, closed }) {
    this.dialog = dialog;
    this.taken = taken;
    this.closed = closed;
    this.focus = at(2026, 5, 15);
    this.selected = null;
    dialog.hidden = true;
    dialog.innerHTML = `<div><button type="button" aria-label="previous year">«</button><button type="button" aria-label="previous month">‹</button>
      <h2 id="${dialog.id}-title" aria-live="polite"></h2>
      <button type="button" aria-label="next month">›</button><button type="button" aria-label="next year">»</button></div>
      <table role="grid" aria-labelledby="${dialog.id}-title"><thead><tr>${DAYS.map((name) => `<th scope="col" abbr="${name}">${name.slice(0, 2)}</th>`).join('')}</tr></thead><tbody></tbody></table>`;
    const steps = { 'previous year': -12, 'previous month': -1, 'next month': 1, 'next year': 12 };
    for (const button of dialog.querySelectorAll('button')) button.addEventListener('click', () => this.turn(steps[button.getAttribute('aria-label')]));
    dialog.addEventListener('keydown', (event) => this.key(event));
    document.addEventListener('mousedown', (event) => { if (!dialog.hidden && !dialog.contains(event.target)) this.close(); });
  }

  turn(months) {
    const day = this.focus;
    const last = at(day.getUTCFullYear(), day.getUTCMonth() + months + 1, 0).getUTCDate();
    this.focus = at(day.getUTCFullYear(), day.getUTCMonth() + months, Math.min(day.getUTCDate(), last));
    this.draw();
  }

  open() {
    this.dialog.hidden = false;
    if (this.selected !== null) this.focus = this.selected;
    this.draw();
    this.dialog.querySelector('[tabindex="0"]').focus();
  }

  close() {
    if (this.dialog.hidden) return;
    this.dialog.hidden = true;
    this.closed();
  }

  take(day) {
    this.selected = day;
    this.focus = day;
    this.taken(day);
    this.close();
  }

  draw() {
    const year = this.focus.getUTCFullYear(), month = this.focus.getUTCMonth();
    this.dialog.querySelector('h2').textContent = `${MONTHS[month]} ${year}`;
    const body = this.dialog.querySelector('tbody');
    body.textContent = '';
    const first = at(year, month, 1 - at(year, month, 1).getUTCDay());
    for (let week = 0; week < 6; week += 1) {
      const row = body.appendChild(document.createElement('tr'));
      for (let weekday = 0; weekday < 7; weekday += 1) {
        const day = new Date(first.getTime() + (week * 7 + weekday) * 86400000);
        const cell = row.appendChild(document.createElement('td'));
        cell.tabIndex = iso(day) === iso(this.focus) ? 0 : -1;
        if (day.getUTCMonth() !== month) { cell.className = 'disabled'; continue; }
        cell.textContent = day.getUTCDate();
        cell.dataset.date = iso(day);
        if (this.selected !== null && iso(day) === iso(this.selected)) { cell.setAttribute('role', 'gridcell'); cell.setAttribute('aria-selected', true); }
        cell.addEventListener('click', () => this.take(day));
      }
    }
  }

  key(event) {
    if (event.key === 'Escape') { this.close(); return; }
    if (event.target.tagName !== 'TD') return;
    const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const turns = { PageUp: event.shiftKey ? -12 : -1, PageDown: event.shiftKey ? 12 : 1 };
    if (event.key in moves) this.focus = new Date(this.focus.getTime() + moves[event.key] * 86400000);
    else if (event.key in turns) this.turn(turns[event.key]);
    else if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); this.take(this.focus); return; }
    else return;
    event.preventDefault();
    this.draw();
    this.dialog.querySelector('[tabindex="0"]').focus();
  }
}

// The day that a text means, `null` if it means none.
const read = (text) => {
  const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim());
  if (found === null) return null;
  const day = at(+found[3], found[1] - 1, +found[2]);
  return day.getUTCMonth() === found[1] - 1 ? day : null;
};
