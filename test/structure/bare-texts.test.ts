import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bareTexts } from './bare-texts.ts';

test('every text of a page is the only child of its element, so that a translator of a browser breaks nothing', () => {
  const { files, found } = bareTexts();
  assert.ok(files > 100, `${files} files`);
  assert.deepEqual(found, []);
});

const SAMPLE = 'ui/Card.tsx';

const bare = [
  '<p>{text}{isOpen && <b />}</p>',
  '<p>Text <b /></p>',
  '<p>{text} {text}</p>',
  '<p>{[text, text]}</p>',
  '<p>{children}<b /></p>',
  '<p>{isOpen ? text : <b />}<b /></p>',
  '<>{text}</>',
  '<Suspense>{text}</Suspense>',
  '<p><Words text={text} /><b /></p>',
  '<Box>{text}<b /></Box>',
];

const whole = [
  '<p>{text}</p>',
  '<p>{isOpen ? text : <b />}</p>',
  '<p><span>{text}</span>{isOpen && <b />}</p>',
  '<p>{children}</p>',
  '<Box>{text}</Box>',
  '<>{isOpen && <b />}<Box>{text}</Box></>',
];

/** A file with one component for each line of markup, each on a line of its own. */
const sampleOf = (markups: readonly string[]) =>
  [
    "import { type ReactNode, Suspense } from 'react';",
    'function Box({ children }: { children: ReactNode }) { return <p>{children}</p>; }',
    'function Words({ text }: { text: string }) { return [text, <b key="b" />]; }',
    'type Props = { text: string; isOpen: boolean; children: ReactNode };',
    ...markups.map(
      (markup, nth) =>
        `export function Sample${nth}({ text, isOpen, children }: Props) { return [${markup}, text, isOpen, children, Box, Words, Suspense][0]; }`,
    ),
  ].join('\n');

test('a bare text is found beside an element, in a list, in a fragment and in what a component returns', () => {
  const { found } = bareTexts({ [SAMPLE]: sampleOf([...bare, ...whole]) });
  const lines = found
    .filter((place) => place.startsWith(`${SAMPLE}:`))
    .map((place) => Number(/:(\d+)/.exec(place)?.[1]));
  assert.deepEqual(
    [...new Set(lines)],
    bare.map((_, nth) => nth + 5),
  );
});
