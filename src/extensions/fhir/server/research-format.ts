import type { Answer } from '../../../domain/answer-types.ts';
import { linkedInstrument, questionnaireOf } from '../domain/fhir-instrument.ts';
import {
  observationResource,
  organizationResource,
  patientResource,
  responseResource,
  type SessionFacts,
} from '../domain/fhir-results.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import type { Instrument } from '../../../domain/instrument.ts';
import type { Catalogue } from '../../../server/research/catalogue.ts';
import type { AnswerContext, ExportedAnswer } from '../../../server/research/answers.ts';
import type { Lines, Writer } from '../../../server/research/csv-files.ts';
import type { Pseudonyms } from '../../../server/research/pseudonyms.ts';
import type { ReadPerson, ReadSession } from '../../../server/research/read-person.ts';
import type { ExportRequest } from '../../../server/research/request.ts';
import type { ResearchFormat, TitledLines } from '../../../server/research/research-part.ts';
import { findScale } from '../../../server/research/scales.ts';
import { fhirFileText } from '../text.ts';

type Resource = { readonly resourceType: string; readonly id: string };

const fileOf = (type: string) => `fhir/${type}.ndjson`;
const grown = ['Patient', 'QuestionnaireResponse', 'Observation'] as const;

/** Instruments with their linked form for the Questionnaires. */
type Linked = readonly {
  readonly known: Instrument;
  readonly linked: Instrument;
  readonly ids: ReadonlySet<string>;
}[];

/** Writes FHIR R4 as NDJSON: one file per resource type, or one transaction Bundle per person and line. */
function fhirWriter(ids: Pseudonyms, context: AnswerContext, layout: 'by_type' | 'bundles'): Writer {
  const linked = linkedInstruments(context.catalogue);
  const files = layout === 'bundles' ? ['Bundle'] : grown;
  const resources = (file: ReadPerson) => personResources(file, ids, context.catalogue.instruments, linked);
  return {
    heads: new Map(files.map((type) => [fileOf(type), ''])),
    write: (persons) => {
      const all = persons.map(resources);
      if (layout === 'bundles') return [ndjson('Bundle', all.map(bundleOf))];
      return grown.map((type) =>
        ndjson(
          type,
          all.flat().filter(({ resourceType }) => resourceType === type),
        ),
      );
    },
  };
}

function ndjson(type: string, resources: readonly object[]): Lines {
  const text = resources.map((resource) => `${JSON.stringify(resource)}\n`).join('');
  return { file: fileOf(type), text, rows: resources.length };
}

/** A bundle that loads one person completely into a FHIR server and can be loaded again. */
function bundleOf(resources: readonly Resource[]) {
  const entry = resources.map((resource) => ({
    resource,
    request: { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
  }));
  return { resourceType: 'Bundle', type: 'transaction', entry };
}

function linkedInstruments({ instruments }: Catalogue): Linked {
  return instruments.flatMap((known) => {
    const linked = linkedInstrument(known);
    return linked ? [{ known, linked, ids: new Set(instrumentItems(linked).map(({ id }) => id)) }] : [];
  });
}

function personResources(
  { person, sessions }: ReadPerson,
  ids: Pseudonyms,
  instruments: readonly Instrument[],
  linked: Linked,
): readonly Resource[] {
  const { studyId, patient, clinicId } = person;
  const subject = patientResource({ studyId, gender: patient.gender, clinicId: ids.clinic(clinicId) });
  return [subject, ...sessions.flatMap((session) => sessionResources(session, ids, instruments, linked))];
}

function sessionResources(
  { record, answers: shown, scores }: ReadSession,
  ids: Pseudonyms,
  instruments: readonly Instrument[],
  linked: Linked,
): readonly Resource[] {
  const { person, session, sessionId } = record;
  const facts: SessionFacts = {
    studyId: person.studyId,
    sessionId,
    finished: session.finished_day !== null,
    day: person.shown(session.last_day ?? session.started_day),
  };
  const idOf = (part: string) => ids.resource(person.clinicId, session.id, part);
  const answers = shown.flatMap(fhirAnswer);
  const own = linked.filter(({ known }) =>
    session.instruments.some(({ id, version }) => id === known.id && version === known.version),
  );
  const made = new Map<string, string>();
  const responses = own.flatMap(({ linked: instrument, ids: items }) => {
    const given = answers.filter(({ id }) => items.has(id));
    const response = responseResource(idOf(instrument.id), facts, instrument, given, record.scores);
    if (response) made.set(instrument.id, response.id);
    return response ?? [];
  });
  const observations = scores.flatMap(({ score, words }) => {
    const found = findScale(instruments, score);
    if (!found) return [];
    const { algorithm_version: algorithmVersion, instrument_id: id, scale } = score;
    const all = { score, algorithmVersion, ...found, error: words.error, responseId: made.get(id) };
    return [observationResource(idOf(`${id}|${scale}`), facts, all)];
  });
  return [...responses, ...observations];
}

/** The answer in the form of the domain. An empty answer gives an empty list. */
function fhirAnswer({ asked, value, label, seconds }: ExportedAnswer): readonly Answer[] {
  const { item } = asked.columns;
  if (value === null) return [];
  return [{ id: item.id, value, label: label ?? '', time_taken: seconds, optionalQuestion: false }];
}

/** The files that do not grow with the persons. */
function fhirFiles(
  catalogue: Catalogue,
  ids: Pseudonyms,
  { clinics, clinicNames, freeText }: ExportRequest,
): readonly TitledLines[] {
  const organizations = clinics.map(({ id, name }) =>
    organizationResource({ id: ids.clinic(id), name: clinicNames === 'shown' ? name : null }),
  );
  const questionnaires = linkedInstruments(catalogue).map(({ linked }) => questionnaireOf(linked, freeText));
  return [
    { ...ndjson('Organization', organizations), title: fhirFileText.Organization },
    { ...ndjson('Questionnaire', questionnaires), title: fhirFileText.Questionnaire },
  ];
}

/** FHIR R4 as a format of research data. */
export const fhirFormat: ResearchFormat = {
  name: 'fhir',
  summary: 'FHIR R4',
  options: { bundles: { type: 'boolean' } },
  help: '--bundles makes one FHIR transaction Bundle per person instead of a file\nfor each type of resource',
  writer: (ids, context, { formatOptions }) =>
    fhirWriter(ids, context, formatOptions['bundles'] === true ? 'bundles' : 'by_type'),
  titles: Object.fromEntries(Object.entries(fhirFileText).map(([type, title]) => [fileOf(type), title])),
  files: fhirFiles,
};
