import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormOptions, freshForm, problemOf, submitForm } from './form.ts';
import { createStore } from './store.ts';

type Values = { code: string; name: string };
type Options = FormOptions<Values, string>;

const noCall = () => Promise.reject(new Error('no call is made here'));

/** A form with the given behaviour, and a record of its calls. */
function aForm(options: Partial<Options> = {}) {
  const store = createStore(freshForm<Values>({ code: 'P1', name: 'Weber' }));
  const sent: Values[] = [];
  const done: string[] = [];
  const whole: Options = {
    defaults: store.get().values,
    check: () => ({}),
    send: async (values) => {
      sent.push(values);
      return 'answer';
    },
    onRefused: () => undefined,
    onDone: (answer) => done.push(answer),
    ...options,
  };
  const type = (name: keyof Values, value: string) =>
    store.set({ ...store.get(), values: { ...store.get().values, [name]: value } });
  return { store, sent, done, type, submit: () => submitForm(store, whole, noCall) };
}

test('a form without a problem is sent once and calls its next step', async () => {
  const { sent, done, submit } = aForm();
  await submit();
  assert.deepEqual(sent, [{ code: 'P1', name: 'Weber' }]);
  assert.deepEqual(done, ['answer']);
});

test('a form with a problem is not sent and shows the problem at its field', async () => {
  const { store, sent, submit } = aForm({ check: () => ({ code: 'missing', name: undefined }) });
  await submit();
  assert.deepEqual(sent, []);
  assert.equal(store.get().isPending, false);
  assert.equal(problemOf(store.get(), 'code'), 'missing');
  assert.equal(problemOf(store.get(), 'name'), undefined);
});

test('a second press during the sending of a form sends nothing', async () => {
  const { sent, submit } = aForm();
  await Promise.all([submit(), submit()]);
  assert.equal(sent.length, 1);
});

test('a sent form is not sent again until it restarts', async () => {
  const { store, sent, submit } = aForm();
  await submit();
  await submit();
  assert.equal(sent.length, 1);
  store.set(freshForm(store.get().values));
  await submit();
  assert.equal(sent.length, 2);
});

test('a refused form shows the refusal, keeps the entered values and can be sent again', async () => {
  const refusal = { code: 'taken', form: 'not registered' };
  const { store, sent, done, submit } = aForm({
    send: () => Promise.reject(new Error('refused')),
    onRefused: () => refusal,
  });
  await submit();
  const { values, problems, isPending } = store.get();
  assert.deepEqual(values, { code: 'P1', name: 'Weber' });
  assert.equal(problemOf(store.get(), 'code'), 'taken');
  assert.equal(problems.form, 'not registered');
  assert.equal(isPending, false);
  assert.deepEqual([sent, done], [[], []]);
});

test('a changed field loses its error, even if it was changed before the refusal arrived', async () => {
  const form = aForm({
    send: async () => {
      form.type('code', 'P2');
      throw new Error('refused');
    },
    onRefused: () => ({ code: 'taken', name: 'too long' }),
  });
  await form.submit();
  assert.equal(form.store.get().values.code, 'P2');
  assert.equal(problemOf(form.store.get(), 'code'), undefined);
  assert.equal(problemOf(form.store.get(), 'name'), 'too long');
  form.type('name', 'Kaya');
  assert.equal(problemOf(form.store.get(), 'name'), undefined);
});

test('a form that is sent again loses its general error', async () => {
  const form = aForm({
    send: () => Promise.reject(new Error('refused')),
    onRefused: () => ({ form: 'not registered' }),
  });
  await form.submit();
  const again = form.submit();
  assert.equal(form.store.get().problems.form, undefined);
  await again;
  assert.equal(form.store.get().problems.form, 'not registered');
});
