import { computed, createApp, reactive, ref } from 'vue';
import { useVuelidate } from '@vuelidate/core';
import { email, helpers, minValue, required } from '@vuelidate/validators';
import { expose } from './lib/model.js';
createApp({
  setup() {
    const form = reactive({ name: '', email: '', rooms: '', housing: '', pets: '', kind: '', members: [] });
    const step = ref(0), done = ref(false), failed = ref('');
    const taken = ref('');
    const say = (text, rule) => helpers.withMessage(text, rule);
    const rules = computed(() => (step.value === 0
      ? { name: { required: say('Enter your name', required) }, email: { required: say('Enter an email address', required), email: say('That is no email address', email) } }
      : { rooms: { required: say('How many rooms?', required), least: say('At least one room', minValue(1)) }, housing: { required: say('Choose how you live', required) },
        members: { $each: helpers.forEach({ name: { required: say('Enter the name of this person', required) } }) } }));
    const v$ = useVuelidate(rules, form);
    for (const key of ['name', 'email', 'rooms', 'housing', 'pets']) expose(key, () => form[key]);
    expose('kind', () => (form.pets === 'yes' ? form.kind : null));
    expose('members', () => form.members.map((it) => ({ ...it })));
    const go = async () => {
      failed.value = '';
      if (!await v$.value.$validate()) return;
      if (step.value === 0) { step.value = 1; v$.value.$reset(); return; }
      const r = await fetch('/api/submit/vuelidate', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(form) });
      if (r.ok) { done.value = true; return; }
      const j = await r.json();
      if (j.errors) { taken.value = form.email; step.value = 0; } else failed.value = 'Your answers could not be saved.';
    };
    const said = (key) => v$.value[key]?.$errors.map((it) => it.$message).join(' ');
    const of = (i) => (v$.value.members?.$dirty ? v$.value.members.$each.$response?.$errors[i]?.name.map((it) => it.$message).join(' ') : '');
    return { form, step, done, failed, taken, go, said, of };
  },
  template: `<div v-if="done"><h1>Saved</h1><p>Thank you for your answers.</p></div>
  <form v-else @submit.prevent="go" novalidate><h1>Household</h1><p>Page {{ step + 1 }} of 2</p><p v-if="failed" class="err">{{ failed }}</p>
  <template v-if="step === 0">
  <div class="row"><label for="n">Your name</label><input id="n" v-model="form.name"><div v-if="said('name')" class="input-errors"><div class="error-msg">{{ said('name') }}</div></div></div>
  <div class="row"><label for="e">Email</label><input id="e" type="email" v-model.trim="form.email"><div v-if="said('email')" class="input-errors"><div class="error-msg">{{ said('email') }}</div></div><div v-else-if="taken && taken === form.email" class="input-errors"><div class="error-msg">This address is already registered</div></div></div>
  </template><template v-else>
  <div class="row"><label for="r">Rooms</label><input id="r" inputmode="numeric" v-model="form.rooms"><div v-if="said('rooms')" class="input-errors"><div class="error-msg">{{ said('rooms') }}</div></div></div>
  <div class="row"><label for="h">Housing</label><select id="h" v-model="form.housing"><option value="">Choose</option><option value="own">Own home</option><option value="rent">Rented</option></select><div v-if="said('housing')" class="input-errors"><div class="error-msg">{{ said('housing') }}</div></div></div>
  <fieldset><legend>Any pets?</legend><label><input type="radio" v-model="form.pets" value="yes"> Yes</label> <label><input type="radio" v-model="form.pets" value="no"> No</label></fieldset>
  <div class="row" v-if="form.pets === 'yes'"><label for="k">Which kind?</label><input id="k" v-model="form.kind"></div>
  <section><h2>Members of the household</h2>
  <div class="row" v-for="(it, i) in form.members" :key="i"><label :for="'mn' + i">Name</label><input :id="'mn' + i" v-model="it.name"> <label :for="'mb' + i">Year of birth</label><input :id="'mb' + i" inputmode="numeric" v-model="it.born"><div v-if="of(i)" class="input-errors"><div class="error-msg">{{ of(i) }}</div></div></div>
  <button type="button" @click="form.members.push({ name: '', born: '' })">Add a person</button></section>
  </template>
  <p><button type="button" v-if="step === 1" @click="step = 0">Back</button> <button>{{ step === 0 ? 'Continue' : 'Save' }}</button></p></form>`,
}).mount('#app');
