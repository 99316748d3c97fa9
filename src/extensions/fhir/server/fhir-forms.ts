import type { DraftedForm } from '../../../domain/instrument-draft.ts';
import type { FormReader } from '../../../server/instruments/form-reader.ts';
import { draftQuestionnaire } from '../domain/fhir-form-draft.ts';
import { isNode } from '../domain/fhir-versions.ts';
import { sidecarLabels } from '../text.ts';
import { isFhirXml } from './fhir-xml.ts';
import { placeOf, sortedSources, sourcesIn, type Source } from './sources.ts';

const refusal = (message: string, line = 1): DraftedForm => ({
  kind: 'mistakes',
  mistakes: [{ line, place: '(file)', message }],
});

/** A clinic waits for its answer, and the largest published forms have some hundred. */
const MOST_ITEMS = 1500;

function countItems(node: Readonly<Record<string, unknown>>): number {
  const items: readonly unknown[] = Array.isArray(node['item']) ? node['item'] : [];
  return items.reduce<number>((sum, item) => sum + 1 + (isNode(item) ? countItems(item) : 0), 0);
}

/** The instrument that the one Questionnaire among the resources of a file becomes. */
function draftOf(sources: readonly Source[]): DraftedForm {
  const { questionnaires, valueSets, others } = sortedSources(sources);
  const [questionnaire, second] = questionnaires;
  if (!questionnaire) {
    const names = others.map(({ name }) => name).join(', ');
    return refusal(`The file holds no FHIR Questionnaire${names === '' ? '' : `, but ${names}`}`);
  }
  if (second) return refusal('The file holds several FHIR Questionnaires', second.lineOf([]));
  const items = countItems(questionnaire.content);
  if (items > MOST_ITEMS) return refusal(`The form has ${items} items, more than ${MOST_ITEMS}`);
  const contents = valueSets.map(({ content }) => content);
  const drafted = draftQuestionnaire(questionnaire.content, contents, sidecarLabels);
  if (drafted.kind === 'draft') {
    const notKept = others.map(({ name }) => ({ name, places: ['Bundle'] }));
    return { ...drafted, notKept: [...drafted.notKept, ...notKept] };
  }
  const mistakes = drafted.mistakes.map((mistake) => {
    const { line, place } = placeOf(mistake, { questionnaire, valueSets });
    return { line: line ?? 1, place, message: mistake.message };
  });
  return { kind: 'mistakes', mistakes };
}

const fhirReader: FormReader = {
  name: 'a FHIR Questionnaire (JSON, XML)',
  fits({ text }) {
    if (isFhirXml(text ?? '')) return true;
    const sources = sourcesIn('', text ?? '');
    return (
      !('message' in sources) && sources.some(({ content }) => typeof content['resourceType'] === 'string')
    );
  },
  draft({ name, text }) {
    const sources = sourcesIn(name, text ?? '');
    return 'message' in sources ? refusal(`The file ${sources.message}`, sources.line) : draftOf(sources);
  },
};

export const fhirForms: readonly FormReader[] = [fhirReader];
