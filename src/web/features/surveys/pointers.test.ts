import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPretended } from './pointers.ts';

type Pointer = Parameters<typeof isPretended>[0];

const press = (pointer: Partial<Pointer>) =>
  isPretended({ width: 1, height: 1, pressure: 0.5, pointerType: 'mouse', detail: 0, ...pointer });

test('a mouse is a real pointer, also in an old Safari, which gives it no pressure', () => {
  assert.equal(press({}), false);
  assert.equal(press({ pressure: 0, detail: 1 }), false);
  assert.equal(press({ pressure: 0, detail: 2 }), false);
});

test('a finger is a real pointer, also on a screen that measures no pressure', () => {
  assert.equal(press({ pointerType: 'touch', width: 23, height: 23, pressure: 1 }), false);
  assert.equal(press({ pointerType: 'touch', pressure: 0 }), false);
});

test('the press of a screen reader is no real pointer', () => {
  assert.equal(press({ width: 0, height: 0 }), true);
  assert.equal(press({ pointerType: 'touch', width: 0, height: 0, pressure: 0 }), true);
  assert.equal(press({ pressure: 0 }), true);
});
