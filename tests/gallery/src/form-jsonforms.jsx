// title: Site visit
import { useState } from 'react';
import { JsonForms } from '@jsonforms/react';
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers';
import { mount, useModel } from './lib/react.jsx';
const steps = [
  { schema: { type: 'object', required: ['visitor', 'email'], properties: {
    visitor: { type: 'string', minLength: 2, title: 'Visitor' }, email: { type: 'string', title: 'Email', pattern: '^[^@ ]+@[^@ ]+$' },
    people: { type: 'integer', minimum: 1, maximum: 20, title: 'Number of people' }, day: { type: 'string', format: 'date', title: 'Day of the visit' },
  } } },
  { schema: { type: 'object', required: ['reason'], properties: {
    reason: { type: 'string', enum: ['Audit', 'Delivery', 'Maintenance'], title: 'Reason' }, escort: { type: 'boolean', title: 'Needs an escort' },
    remarks: { type: 'string', title: 'Remarks' }, badge: { type: 'string', title: 'Badge', oneOf: [{ const: 'd', title: 'Day badge' }, { const: 'w', title: 'Week badge' }] },
  } }, ui: { type: 'VerticalLayout', elements: [
    { type: 'Control', scope: '#/properties/reason' }, { type: 'Control', scope: '#/properties/escort' },
    { type: 'Control', scope: '#/properties/remarks', options: { multi: true } }, { type: 'Control', scope: '#/properties/badge', options: { format: 'radio' } },
  ] } },
];
const keys = steps.flatMap((step) => Object.keys(step.schema.properties));
function App() {
  const [data, setData] = useState({}), [step, setStep] = useState(0), [bad, setBad] = useState([]), [asked, setAsked] = useState(false), [extra, setExtra] = useState([]), [state, setState] = useState('form');
  for (const k of keys) useModel(k, data[k]);
  const go = async () => {
    setAsked(true);
    if (bad.length > 0) return;
    if (step === 0) { setStep(1); setAsked(false); return; }
    const r = await fetch('/api/submit/jsonforms', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) });
    if (r.ok) return setState('ok');
    const j = await r.json();
    if (!j.errors) return setState('bad');
    setStep(0); setExtra([{ instancePath: '/email', message: j.errors.email, schemaPath: '', keyword: '', params: {} }]);
  };
  if (state === 'ok') return <><h1>Visit announced</h1><p>See you soon.</p></>;
  const { schema, ui } = steps[step];
  return (<><h1>Site visit</h1><p>Step {step + 1} of 2</p>{state === 'bad' && <p>The visit could not be announced.</p>}
    <JsonForms schema={schema} uischema={ui} data={data} renderers={vanillaRenderers} cells={vanillaCells} additionalErrors={extra} validationMode={asked || extra.length ? 'ValidateAndShow' : 'ValidateAndHide'}
      onChange={({ data: now, errors }) => { setData((old) => { if (old.email !== now.email) setExtra([]); return now; }); setBad((errors ?? []).filter((e) => e.keyword !== '')); }} />
    <p>{step === 1 && <button type="button" onClick={() => setStep(0)}>Back</button>} <button type="button" onClick={go}>{step === 0 ? 'Next' : 'Send'}</button></p></>);
}
mount(App);
