import { expectedText } from '../text/report.ts';
import { heading, muted, note, paragraph, type Block } from '../../../server/print/blocks.ts';
import { courseChart } from '../../../server/print/charts/course-chart.ts';
import { germanNumber, scoreDigits } from '../../../server/print/number-format.ts';
import type { ScaleRow } from '../../../server/print/scale-row.ts';
import type { Db } from '../../../server/database/transaction.ts';
import type { MeasuredSurvey, ReportAddition, Services } from '../../../server/services.ts';
import { expectedScales, type ExpectedScale } from './signals.ts';

/** Narrow enough for a phone, whose reader must see the last point, and readable on paper. */
const SIZE = { width: 300, height: 180 };

type Compared = { readonly shown: ScaleRow; readonly expected: ExpectedScale };

/** What the report says of an expected course. Null where the protocol switches it off, and after the therapy. */
export async function reportExpectation(
  db: Db,
  services: Services,
  survey: MeasuredSurvey,
): Promise<ReportAddition | null> {
  const expected = await expectedScales(db, services, survey);
  return expected && expectation(expected);
}

/** The measured course in the band of what the first measurement let expect (product 20.5). */
export function expectation(expected: readonly ExpectedScale[]): ReportAddition {
  return {
    notes: [note('plain', expectedText.research)],
    sections: (rows) => [expectedSection(expected, rows)],
  };
}

function expectedSection(expected: readonly ExpectedScale[], rows: readonly ScaleRow[]): Block {
  const compared = rows.flatMap((shown): Compared[] => {
    const found = expected.find(
      (one) => one.instrument_id === shown.instrument.id && one.scale === shown.scale.key,
    );
    return found ? [{ shown, expected: found }] : [];
  });
  const signals = compared.filter(({ expected: { signal } }) => signal?.is_signal);
  const blocks = compared.length > 0 ? compared.flatMap(scaleBlocks) : [paragraph(expectedText.none)];
  return {
    kind: 'section',
    id: 'expected-course',
    title: expectedText.title,
    level: 2,
    folded: [{ text: expectedText.folded(signals.map(({ shown }) => shown.scale.title)) }],
    blocks,
  };
}

function scaleBlocks({ shown, expected }: Compared): readonly Block[] {
  const { scale, current } = shown;
  const { signal, days, model } = expected;
  const last = days.at(-1);
  if (!current || !last) return [];
  const number = (value: number) => germanNumber(value, scoreDigits(scale));
  const { lower, upper } = last.four_fifths;
  const { version, persons, source } = model;
  const band = source === null ? expectedText.band : expectedText.publishedBand;
  const origin =
    source === null ? expectedText.source(version, persons) : expectedText.published(version, source);
  const text = [
    band(current.score, number(lower), number(upper)),
    signal ? expectedText.probabilities(signal.unexpected, signal.recovery) : expectedText.tooFew,
  ].join(' ');
  const title = `${scale.title}: ${expectedText.title}`;
  const labels = { id: `${shown.id}-expected`, title, desc: `${shown.words} ${text}` };
  return [
    heading(3, scale.title),
    {
      kind: 'columns',
      look: 'scale',
      cells: [
        [paragraph(text), muted(origin)],
        [
          {
            kind: 'figure',
            svg: courseChart({ ...shown, expected: days }, labels, 'card', SIZE),
            alt: `${title}. ${text}`,
          },
        ],
      ],
    },
  ];
}
