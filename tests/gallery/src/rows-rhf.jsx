// title: Purchase order
import { useForm, useFieldArray } from 'react-hook-form';
import { useState } from 'react';
import { mount, useModel } from './lib/react.jsx';
function App() {
  const { register, control, handleSubmit, watch, formState: { errors } } = useForm({ defaultValues: { name: '', items: [{ name: '', quantity: '' }], contacts: [] } });
  const items = useFieldArray({ control, name: 'items' });
  const contacts = useFieldArray({ control, name: 'contacts' });
  const [done, setDone] = useState(false);
  const v = watch();
  for (const k of ['name', 'items', 'contacts']) useModel(k, v[k]);
  const send = async (data) => { const r = await fetch('/api/submit/rows', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) }); setDone(r.ok); };
  if (done) return <><h1>Order received</h1><p>Thank you.</p></>;
  return (<form onSubmit={handleSubmit(send)} noValidate><h1>Purchase order</h1>
    <div className="row"><label htmlFor="n">Name</label><input id="n" {...register('name')} /></div>
    <h2>Items</h2>
    {items.fields.map((f, i) => <div className="row" key={f.id}><label htmlFor={`n${f.id}`}>Name</label><input id={`n${f.id}`} {...register(`items.${i}.name`, { required: 'Name the item' })} aria-invalid={!!errors.items?.[i]?.name} />{errors.items?.[i]?.name && <span role="alert">{errors.items[i].name.message}</span>}{' '}
      <label htmlFor={`q${f.id}`}>Quantity</label><input id={`q${f.id}`} inputMode="numeric" {...register(`items.${i}.quantity`)} /> <button type="button" onClick={() => items.remove(i)}>Remove</button></div>)}
    <p><button type="button" onClick={() => items.append({ name: '', quantity: '' })}>+ Add another</button></p>
    <h2>Contacts</h2>
    {contacts.fields.map((f, i) => <div className="row" key={f.id}><label>Name <input {...register(`contacts.${i}.name`)} /></label> <label>Email <input type="email" {...register(`contacts.${i}.email`)} /></label></div>)}
    <p><button type="button" onClick={() => contacts.append({ name: '', email: '' })}>Add contact</button></p>
    <button>Place order</button></form>);
}
mount(App);
