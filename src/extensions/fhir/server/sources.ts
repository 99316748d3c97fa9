import { parseJsonLines, showPath, type JsonPath } from '../../../domain/json-lines.ts';
import type { ImportMistake } from '../domain/fhir-questionnaire.ts';
import { isNode } from '../domain/fhir-versions.ts';
import { isFhirXml, parseFhirXml } from './fhir-xml.ts';

/** A resource or a sidecar, and where its parts stand in its file. */
export type Source = {
  readonly file: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly lineOf: (path: JsonPath) => number;
};

/** The resources of a file, of which a Bundle has several; or why it cannot be read. */
export function sourcesIn(
  file: string,
  text: string,
): readonly Source[] | { readonly line: number; readonly message: string } {
  const isXml = isFhirXml(text);
  const json = isXml ? parseFhirXml(text) : parseJsonLines(text);
  if (json.kind === 'mistake')
    return { line: json.line, message: `is no valid ${isXml ? 'XML' : 'JSON'}: ${json.message}` };
  const { value, lineOf } = json;
  if (!isNode(value)) return { line: 1, message: 'holds no JSON object' };
  if (value['resourceType'] !== 'Bundle') return [{ file, content: value, lineOf }];
  const entries: readonly unknown[] = Array.isArray(value['entry']) ? value['entry'] : [];
  return entries.flatMap((entry, index) => {
    const content = isNode(entry) ? entry['resource'] : undefined;
    const within = (path: JsonPath) => lineOf(['entry', index, 'resource', ...path]);
    return isNode(content) ? [{ file, content, lineOf: within }] : [];
  });
}

/** The sources by what the import does with them. A FHIR file names its type; the file without one is the sidecar. */
export function sortedSources(sources: readonly Source[]) {
  const ofType = (type: string | undefined) =>
    sources.filter(({ content }) => content['resourceType'] === type);
  return {
    questionnaires: ofType('Questionnaire'),
    valueSets: ofType('ValueSet'),
    sidecars: ofType(undefined),
    others: sources.flatMap((source) => {
      const { resourceType, id } = source.content;
      return resourceType === undefined || resourceType === 'Questionnaire' || resourceType === 'ValueSet'
        ? []
        : [{ ...source, name: `${String(resourceType)} ${String(id ?? '')}`.trim() }];
    }),
  };
}

/** Where a mistake stands. One of the finished instrument has no line in a file that was given. */
export function placeOf(
  { source, index = 0, path }: ImportMistake,
  files: { questionnaire: Source; valueSets: readonly Source[]; sidecar?: Source },
): { readonly file: string; readonly line: number | null; readonly place: string } {
  const named = {
    questionnaire: files.questionnaire,
    sidecar: files.sidecar,
    value_set: files.valueSets[index],
  };
  const at = source === 'instrument' ? undefined : named[source];
  return {
    file: at?.file ?? files.questionnaire.file,
    line: at?.lineOf(path) ?? null,
    place: showPath(path),
  };
}
