import { contentHash } from '../../../domain/canonical-json.ts';
import { codingOf, placedItems, type ReadItem } from './fhir-questionnaire-items.ts';
import type { ImportContext } from './fhir-questionnaire-options.ts';
import { dimensionsOf } from './fhir-questionnaire-pages.ts';
import type { FhirCoding } from './fhir-questionnaire-schema.ts';

/** The instrument file of the items that are asked. */
export function instrumentFile(
  context: ImportContext,
  read: readonly ReadItem[],
  ids: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const { questionnaire, sidecar } = context;
  const { id, version, status, licence, source, title, section, purpose, construction } = sidecar;
  const { crisis_decided_by: decided } = sidecar;
  const url = questionnaire.url ?? sidecar.questionnaire;
  const codes = (questionnaire.code ?? []).map(codingOf);
  const scoreCodes = new Map(
    placedItems(questionnaire.item, []).map(({ item }) => [item.linkId, item.code ?? []]),
  );
  return {
    format: 1,
    id,
    version,
    status,
    licence,
    source,
    language: sidecar.language ?? questionnaire.language ?? 'de',
    title,
    ...(section ? { section } : {}),
    ...(url === undefined ? {} : { url, ...canonicalName(context, url, read) }),
    ...(codes.length > 0 ? { codes } : {}),
    purpose,
    ...(construction ? { construction } : {}),
    dimensions: dimensionsOf(context, read),
    norm_sets: sidecar.norm_sets,
    scales: sidecar.scales.map((scale) => withItemIds(withCodes(scale, scoreCodes), ids)),
    crisis: (sidecar.crisis ?? []).map((rule) => ({ ...rule, item: ids.get(rule.item) ?? rule.item })),
    ...(decided === undefined ? {} : { crisis_decided_by: decided }),
  };
}

/** A response may name the published Questionnaire only if every question of it is asked, each at its place. */
function canonicalName(
  { questionnaire: { version }, sidecar }: ImportContext,
  url: string,
  read: readonly ReadItem[],
) {
  const moved = read.some(
    ({ placed: { item, above, groups } }) => above.length > groups.length || item.type === 'open-choice',
  );
  if (moved || sidecar.skip.length > 0 || sidecar.not_kept.length > 0) return {};
  return { canonical: version === undefined ? url : `${url}|${version}` };
}

/** A scale has the codes of its item in the Questionnaire, unless the sidecar names others. */
function withCodes(
  scale: Readonly<Record<string, unknown>>,
  codes: ReadonlyMap<string, readonly FhirCoding[]>,
): Readonly<Record<string, unknown>> {
  const own = codes.get(String(scale['link_id'])) ?? [];
  return scale['codes'] === undefined && own.length > 0 ? { ...scale, codes: own.map(codingOf) } : scale;
}

/** A scale of the sidecar with linkIds replaced by item ids. */
function withItemIds(scale: Readonly<Record<string, unknown>>, ids: ReadonlyMap<string, string>): object {
  const named = (value: unknown) => (typeof value === 'string' ? (ids.get(value) ?? value) : value);
  const entries = Object.entries(scale).map(([key, value]): [string, unknown] => {
    if (key === 'item') return [key, named(value)];
    if ((key === 'items' || key === 'reversed') && Array.isArray(value)) return [key, value.map(named)];
    if (key !== 'decrements' || typeof value !== 'object' || value === null) return [key, value];
    return [key, Object.fromEntries(Object.entries(value).map(([id, losses]) => [named(id), losses]))];
  });
  return Object.fromEntries(entries);
}

// 64 signs at most, and the field beside an open choice needs six more.
const LONGEST_ID = 58;

/**
 * Puts the id of the instrument before a linkId that does not begin with it, to be unique among instruments. A linkId that is
 * too long becomes a short hash.
 */
export function itemId(linkId: string, instrumentId: string): string {
  const clean = linkId.replaceAll(/[^A-Za-z0-9._-]/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  const id = clean.toLowerCase().startsWith(instrumentId.toLowerCase()) ? clean : `${instrumentId}.${clean}`;
  return id.length > LONGEST_ID ? `${instrumentId}.${contentHash(linkId).slice(0, 12)}` : id;
}
