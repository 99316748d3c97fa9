import assert from 'node:assert/strict';
import { eventually } from '../../../eventually.ts';
import type { Hands } from './hands.ts';
import { answerShown, chooseIn, findControl, findField, type Place } from './in-page.ts';

/** So many looks in a row find a control at the same place before it is pressed. */
const STILL = 4;

export type Person = ReturnType<typeof aPerson>;

/** What people do at a page: they read, press what has a name, and type into what has a label. */
export function aPerson(hands: Hands, origin: string, size: { width: number; height: number }) {
  const call = <T>(run: (...words: never[]) => T, ...words: string[]): Promise<T> =>
    hands.evaluate(`(${run.toString()})(...${JSON.stringify(words)})`);
  /** What the person reads: the open dialog, or the whole page. */
  const text = () =>
    hands.evaluate<string>(
      "([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).innerText",
    );

  /** The questions of the shown page, by name. */
  const questions = () =>
    hands.evaluate<string>(
      "[...document.querySelectorAll('[data-item]')].map((item) => item.innerText).join()",
    );

  async function see(...words: string[]): Promise<void> {
    await eventually(async () => {
      const shown = await text();
      for (const word of words) assert.ok(shown.includes(word), `"${word}" does not stand in: ${shown}`);
    });
  }

  // A control that moves, or that something covers, is not pressed yet.
  async function pressWhere(find: () => Promise<Place | string>): Promise<void> {
    const places: string[] = [];
    const place = await eventually(async () => {
      const found = await find();
      assert.ok(typeof found === 'object', `${String(found)}: ${await text()}`);
      places.push(`${found.x} ${found.y}`);
      assert.ok(new Set(places.slice(-STILL)).size === 1 && places.length >= STILL, 'it moves');
      return found;
    });
    await hands.press(place);
  }

  const press = (...names: string[]) => pressWhere(() => call(findControl, ...names));

  return {
    see,
    press,
    text,
    open: (path: string) => hands.open(origin + path, size),
    async type(label: string, words: string): Promise<void> {
      await pressWhere(() => call(findField, label));
      await hands.type(words);
    },
    async choose(label: string, words: string): Promise<void> {
      await eventually(async () => assert.equal(await call(chooseIn, label, words), ''));
    },
    /** Answers every question of the shown page. */
    async answer(): Promise<void> {
      assert.ok((await call(answerShown)) > 0, 'the page has no question');
    },
    questions,
    /** Whether the page is wider than its window. */
    isTooWide: () => hands.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'),
  };
}
