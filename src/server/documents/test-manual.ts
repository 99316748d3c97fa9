import { Z_95 } from '../../psychometrics/t-scores.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';
import type { Instrument } from '../../domain/instrument.ts';
import { allNorms } from '../../domain/scoring-classical.ts';
import { sectionOf } from '../../domain/sections.ts';
import { sectionTitle } from '../../text/reports.ts';
import { manualText as text } from '../../text/test-manual.ts';
import { heading, line, list, note, paragraph, type Block, type Document } from '../print/blocks.ts';
import { itemBlocks } from './test-manual-items.ts';
import { normBlocks, scaleBlocks } from './test-manual-scoring.ts';
import { qualityBlocks } from './test-manual-quality.ts';
import { simulateQuality } from './test-quality.ts';

export type ManualOptions = {
  readonly product: string;
  /** Whether every reader of the manual may see the wording of the items. */
  readonly items: 'shown' | 'left out';
};

/** The test manual of an instrument. A demonstration is named as such at the top. */
export async function testManual(
  instrument: Instrument,
  { product, items }: ManualOptions,
): Promise<Document> {
  const { title, id, version } = instrument;
  return {
    title: text.title(title),
    layout: 'page',
    footer: text.footer(product, title, id, version),
    blocks: [
      ...warnings(instrument),
      ...profile(instrument),
      heading(2, text.purpose),
      paragraph(instrument.purpose),
      heading(2, text.use),
      paragraph(text.useLead),
      list(useOf(instrument)),
      ...(instrument.construction === ''
        ? []
        : [heading(2, text.construction), paragraph(instrument.construction)]),
      heading(2, text.items),
      ...(items === 'shown' ? itemBlocks(instrument) : [note('plain', text.itemsLeftOut)]),
      ...scoring(instrument),
      ...(await quality(instrument)),
      ...crisis(instrument),
      heading(2, text.sources),
      paragraph(text.source(instrument.source)),
      paragraph(text.licence(instrument.licence)),
    ],
  };
}

function warnings({ status }: Instrument): readonly Block[] {
  if (status === 'demonstration') return [note('warning', text.demonstration)];
  return status === 'draft' ? [note('warning', text.draft)] : [];
}

/** The uses of the values, and the conclusions that they do not allow. */
function useOf(instrument: Instrument): readonly string[] {
  const { scales, dimensions } = instrument;
  const { diagnosis, one, norm, adaptive, groups, crisis } = text.notFor;
  const isAdaptive = dimensions.some(({ form }) => form === 'adaptive');
  return [
    diagnosis,
    ...(scales.length > 0 ? [one] : []),
    ...(allNorms(instrument).length === 0 ? [norm] : []),
    ...(isAdaptive ? [adaptive] : []),
    groups,
    crisis,
  ];
}

function profile(instrument: Instrument): readonly Block[] {
  const { id, version, status, language, section, scales, dimensions } = instrument;
  const forms = new Set(dimensions.map(({ form }) => form));
  const [form = 'fixed'] = forms;
  const rows: [string, string][] = [
    [text.facts.id, id],
    [text.facts.version, version],
    [text.facts.status, text.status[status]],
    [text.facts.language, text.language(language)],
    [text.facts.form, forms.size > 1 ? text.form.mixed : text.form[form]],
    [text.facts.items, String(instrumentItems(instrument).length)],
    [text.facts.scales, scales.map(({ title }) => title).join(', ') || text.noScales],
    ...(section
      ? [[text.facts.section, sectionTitle(sectionOf(instrument))] satisfies [string, string]]
      : []),
  ];
  return [heading(2, text.overview), { kind: 'facts', rows }];
}

function scoring(instrument: Instrument): readonly Block[] {
  const { scales } = instrument;
  if (scales.length === 0) return [heading(2, text.scoring), paragraph(text.noScales)];
  return [
    heading(2, text.scoring),
    ...scales.flatMap((scale) => scaleBlocks(scale, instrument)),
    heading(2, text.norms),
    ...normBlocks(instrument),
  ];
}

async function quality({ dimensions, scales, norm_sets: norms }: Instrument): Promise<readonly Block[]> {
  const parts: Block[] = [];
  for (const dimension of dimensions) {
    if (dimension.form !== 'adaptive') continue;
    const scale = scales.find((one) => one.method === 'irt' && one.dimension === dimension.id);
    const z = scale?.reliable_change?.z ?? Z_95;
    parts.push(...qualityBlocks(dimension, norms[0], await simulateQuality(dimension), z));
  }
  return parts.length === 0 ? [] : [heading(2, text.quality), ...parts];
}

function crisis(instrument: Instrument): readonly Block[] {
  // Without the wording of question and answer, which may be licensed.
  const rules = instrument.crisis.map(({ item, at_least: from, level, clinician }) =>
    text.crisisRule[level](item, from, clinician),
  );
  const { crisis_decided_by: name } = instrument;
  const decided = name === undefined ? [] : [paragraph(text.crisisDecidedBy(name))];
  const told = rules.length === 0 ? [] : [paragraph(text.crisisLead), list(rules)];
  return told.length + decided.length === 0 ? [] : [heading(2, text.crisis), ...told, ...decided];
}

/** A list of all test manuals with links to them. */
export function manualOverview(instruments: readonly Instrument[], product: string): Document {
  const rows = instruments.map(({ title, id, purpose }) => [
    line(title),
    line(purpose),
    [
      { text: text.asHtml, href: `testmanual-${id}.html` },
      { text: ', ' },
      { text: text.asPdf, href: `testmanual-${id}.pdf` },
    ],
  ]);
  const { title, purpose, manual } = text.allColumns;
  return {
    title: text.allTitle,
    layout: 'page',
    footer: text.allFooter(product),
    blocks: [
      paragraph(text.allLead),
      { kind: 'table', head: [title, purpose, manual].map(line), rows, widths: [3, 7, 3] },
    ],
  };
}

/** The test manuals of all instruments in one book. */
export async function manualBook(
  instruments: readonly Instrument[],
  product: string,
  itemsOf: (instrument: Instrument) => ManualOptions['items'],
): Promise<Document> {
  const blocks: Block[] = [paragraph(text.allLead), list(instruments.map(({ title }) => title))];
  for (const instrument of instruments) {
    const manual = await testManual(instrument, { product, items: itemsOf(instrument) });
    blocks.push({ kind: 'page-break' }, heading(2, instrument.title), ...manual.blocks.map(lowered));
  }
  return { title: text.allTitle, layout: 'page', footer: text.allFooter(product), blocks };
}

// Sections of one manual are subsections of the book.
function lowered(block: Block): Block {
  if (block.kind !== 'heading') return block;
  return { ...block, level: block.level === 2 ? 3 : 4 };
}
