import { isUndecided } from '../../../domain/undecided.ts';
import type { Form, FormBand, FormScale } from './form.ts';

// The fields of the basics and of the scoring that a person must still fill in or put right.

export type OpenField = {
  /** Its place in the file, which is its address on the page, too. */
  readonly path: string;
  readonly step: 'basics' | 'scoring';
  readonly matter: 'missing' | 'undecided' | 'number' | 'unsorted';
};

const BASICS = ['id', 'title', 'purpose', 'source', 'language'] as const;

export const openBasics = (form: Form): readonly OpenField[] =>
  BASICS.flatMap((name) => gap('basics', name, form[name]));

export const openScoring = ({ scales }: Pick<Form, 'scales'>): readonly OpenField[] =>
  scales.flatMap(openOfScale);

export const openFields = (form: Form): readonly OpenField[] => [...openBasics(form), ...openScoring(form)];

function gap(step: OpenField['step'], path: string, value: unknown): readonly OpenField[] {
  if (isUndecided(value)) return [{ path, step, matter: 'undecided' }];
  const isEmpty = value === undefined || (typeof value === 'string' && value.trim() === '');
  return isEmpty ? [{ path, step, matter: 'missing' }] : [];
}

function openOfScale(scale: FormScale, index: number): readonly OpenField[] {
  const { items, bands, formula, method } = scale;
  const at = (name: string) => `scales[${index}].${name}`;
  const isCounted = items === undefined || items.length > 0;
  return [
    ...(['title', 'direction', 'clinician', 'patient'] as const).flatMap((name) =>
      gap('scoring', at(name), scale[name]),
    ),
    ...(method === 'formula'
      ? gap('scoring', at('formula'), formula)
      : gap('scoring', at('items'), isCounted ? 'counted' : '')),
    ...(bands
      ? [
          ...gap('scoring', at('bands.source'), bands.source),
          ...bands.list.flatMap((band, number) =>
            openOfBand(band, at(`bands.list[${number}]`), bands.list.slice(0, number)),
          ),
        ]
      : []),
  ];
}

/** Each band but the lowest begins at a number, above that of the band before it. */
function openOfBand(band: FormBand, path: string, before: readonly FormBand[]): readonly OpenField[] {
  const gaps = (['label', 'clinician', 'patient'] as const).flatMap((name) =>
    gap('scoring', `${path}.${name}`, band[name]),
  );
  const { from } = band;
  if (from === null) return gaps;
  const open = (matter: OpenField['matter']) =>
    [{ path: `${path}.from`, step: 'scoring', matter }, ...gaps] as const;
  if (typeof from !== 'number') {
    const empty = gap('scoring', `${path}.from`, from);
    return empty.length > 0 ? [...empty, ...gaps] : open('number');
  }
  const last = before.findLast((one) => typeof one.from === 'number')?.from;
  return typeof last === 'number' && last >= from ? open('unsorted') : gaps;
}
