import { Formio } from '@formio/js';
import { exposeAll } from './lib/model.js';
const text = (key, label, more = {}) => ({ type: 'textfield', key, label, input: true, ...more });
const components = [
  { type: 'panel', key: 'who', title: 'Traveller', components: [
    text('traveller', 'Traveller', { validate: { required: true } }),
    { type: 'email', key: 'email', label: 'Email', input: true, validate: { required: true } },
    { type: 'number', key: 'days', label: 'Days away', input: true, validate: { min: 1, max: 60 } },
    { type: 'checkbox', key: 'advance', label: 'I had an advance', input: true },
    text('advanceNo', 'Number of the advance', { customConditional: 'show = data.advance === true', clearOnHide: true }),
  ] },
  { type: 'panel', key: 'what', title: 'Costs', components: [
    { type: 'select', key: 'purpose', label: 'Purpose', input: true, widget: 'html5', data: { values: [{ label: 'Conference', value: 'conf' }, { label: 'Customer', value: 'cust' }, { label: 'Training', value: 'train' }] }, validate: { required: true } },
    { type: 'radio', key: 'class', label: 'Class', input: true, values: [{ label: 'First', value: 'first' }, { label: 'Second', value: 'second' }] },
    { type: 'datagrid', key: 'costs', label: 'Costs', input: true, initEmpty: false, components: [text('what', 'What for'), text('amount', 'Amount')] },
    { type: 'textarea', key: 'note', label: 'Note', input: true },
  ] },
];
const said = document.getElementById('said');
const form = await Formio.createForm(document.getElementById('formio'), { display: 'wizard', components }, { noAlerts: true, buttonSettings: { showCancel: false }, breadcrumbSettings: { clickable: false } });
form.nosubmit = true;
exposeAll(() => {
  const { traveller, email, days, advance, advanceNo, purpose, class: seat, costs, note } = form.data;
  return { traveller: traveller ?? '', email: email ?? '', days: days ?? null, advance: advance ?? false, advanceNo: advanceNo ?? null, purpose: purpose ?? '', class: seat ?? '', costs: (costs ?? []).map(({ what, amount }) => ({ what: what ?? '', amount: amount ?? '' })), note: note ?? '' };
});
form.on('submit', async ({ data }) => {
  const r = await fetch('/api/submit/formio', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) });
  if (r.ok) {
    document.getElementById('formio').replaceChildren();
    said.textContent = 'Your claim has been filed. Thank you.';
    return;
  }
  const j = await r.json();
  said.textContent = j.errors?.email ?? 'The claim could not be filed.';
});
