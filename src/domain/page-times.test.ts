import assert from 'node:assert/strict';
import test from 'node:test';
import standard from '../../protocols/standard.json' with { type: 'json' };
import { shippedInstrument } from '../../test/survey-samples.ts';
import type { InstrumentItem } from './instrument-schema.ts';
import { parseProtocol, type Protocol, type ProtocolWindow } from './protocol.ts';
import { blocksOf } from './survey-flow-blocks.ts';

// Page times and durations follow a model of slow readers.

const WORDS_PER_SECOND = 150 / 60;
const SECONDS_PER_CHOICE = 4;
/** An address or a number is typed. */
const SECONDS_PER_TYPED_ANSWER = 15;
const SECONDS_PER_PAGE = 2;

const protocol = standardProtocol();

function standardProtocol(): Protocol {
  const parsed = parseProtocol(standard);
  assert.ok(parsed.kind === 'protocol');
  return parsed.protocol;
}

function planOf({ type, instruments }: ProtocolWindow) {
  return {
    instruments: instruments.map(shippedInstrument),
    context: { window_type: type },
    parts: protocol.parts,
  };
}

const reading = (text: string) => text.split(/\s+/).filter(Boolean).length / WORDS_PER_SECOND;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const answering = (items: readonly InstrumentItem[]) =>
  sum(
    items.map(
      ({ content, options }) =>
        reading(content) + (options.length > 0 ? SECONDS_PER_CHOICE : SECONDS_PER_TYPED_ANSWER),
    ),
  );

/** The pages of a window by instrument: the simulated seconds of each page. */
function simulatedPages(window: ProtocolWindow): ReadonlyMap<string, readonly number[]> {
  const pages = new Map<string, number[]>();
  for (const block of blocksOf(planOf(window))) {
    const asked =
      block.form === 'fixed'
        ? block.pages.map(({ items }) => answering(items))
        : Array.from(
            { length: block.dimension.adaptive.expected_items },
            () => answering(block.dimension.items) / block.dimension.items.length,
          );
    const own = asked.map((seconds) => seconds + SECONDS_PER_PAGE);
    pages.set(block.instrument_id, [...(pages.get(block.instrument_id) ?? []), ...own]);
  }
  return pages;
}

test('the seconds for a page of each part lie between the simulated page time and one and a half times of it', () => {
  const windows = protocol.windows.map(simulatedPages);
  for (const { title, instruments, page_seconds } of protocol.parts) {
    const pages = windows.flatMap((byId) => instruments.flatMap((id) => byId.get(id) ?? []));
    const mean = sum(pages) / pages.length;
    assert.ok(page_seconds >= mean && page_seconds <= mean * 1.5, `${title}: ${page_seconds}, ${mean}`);
  }
});
