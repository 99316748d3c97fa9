import { manualText as text } from '../../text/test-manual.ts';
import { germanNumber } from '../print/number-format.ts';
import { heading, paragraph, table, type Block } from '../print/blocks.ts';
import { CLINICAL_PERSONS, type TestQuality } from './test-quality.ts';

const percent = (share: number) => text.share(germanNumber(share * 100, 0));

/** What the test asks patients, and which changes it finds. The figures of a general population hide both. */
export function clinicalBlocks({ clinical }: Pick<TestQuality, 'clinical'>): readonly Block[] {
  const names = text.clinicalFacts;
  const { change } = clinical;
  const facets = Object.entries(clinical.asked)
    .toSorted(([, one], [, other]) => other - one)
    .map(([facet, share]) => [facet, percent(share)]);
  return [
    heading(3, text.clinicalTitle),
    paragraph(text.clinical(String(CLINICAL_PERSONS))),
    {
      kind: 'facts',
      rows: [
        [names.items, text.medianOf(String(clinical.median_items), germanNumber(clinical.items, 1))],
        [names.facets, germanNumber(clinical.facets, 1)],
        [names.sameSet, percent(clinical.same_set)],
        [names.coverage, percent(clinical.coverage)],
        [names.better5, percent(change.power_5_better)],
        [names.better8, percent(change.power_8_better)],
        [names.worse8, percent(change.power_8_worse)],
        [names.falseAlarms, percent(change.false_alarms)],
      ],
    },
    // A bank without facets is one facet.
    ...(facets.length > 1
      ? [table(text.facetColumns, facets, { caption: text.facetTable, numeric: [1], widths: [4, 1] })]
      : []),
  ];
}
