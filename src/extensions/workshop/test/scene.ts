import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { aClinic, aClinician, anAdmin, signIn, type TestUser } from '../../../../test/builders.ts';
import { call, type Answered } from '../../../../test/call.ts';
import { testServices } from '../../../../test/services.ts';
import { answerForm } from '../../../domain/answer-types.ts';
import { buildApp } from '../../../server/app.ts';
import type { Services } from '../../../server/services.ts';
import { readConfig } from '../../../server/settings/config.ts';
import { fhir } from '../../fhir/index.ts';
import { questionnaireFormats } from '../../questionnaire-formats/index.ts';
import { workshopRoutes, type Draft, type DraftContent } from '../contract/routes.ts';
import { ANY } from '../domain/danger.ts';
import { draftItems } from '../domain/draft-items.ts';
import { workshop } from '../index.ts';

// A questionnaire of our own making, as a clinic pastes it.

const ANSWERS = 'nie=0|manchmal=1|oft=2|immer=3';

export const TABLE = [
  'Frage;Antworten;Skala;umgekehrt',
  `Ich war müde.;Zeit: ${ANSWERS};Belastung;`,
  'Ich war traurig.;Zeit;Belastung;',
  'Ich konnte lachen.;Zeit;Belastung;ja',
  'Ich dachte, ich wäre besser tot.;Zeit;Belastung;',
].join('\n');

export type Scene = { services: Services; app: FastifyInstance };

/** A server with the workshop and its readers of forms. */
export async function workshopServer(changed: Partial<Services> = {}): Promise<Scene> {
  const extensions = [fhir, questionnaireFormats, workshop];
  const services = { ...(await testServices(changed)), extensions };
  return { services, app: await buildApp(services, { extensions }) };
}

/** The same server where the operator has switched the workshop off. */
export function serverWithoutWorkshop(services: Services): Promise<FastifyInstance> {
  const config = { ...readConfig(undefined), ofExtensions: { workshop: 'off' } };
  return buildApp({ ...services, config }, { extensions: [workshop] });
}

export type Staff = {
  readonly clinicId: string;
  readonly admin: TestUser;
  readonly clinician: TestUser;
  readonly as: Record<'admin' | 'clinician', Record<string, string>>;
};

/** A clinic with an admin and a clinician, signed in. */
export async function staffOf(services: Services): Promise<Staff> {
  const { id: clinicId } = await aClinic(services);
  const admin = await anAdmin(services, clinicId);
  const clinician = await aClinician(services, clinicId);
  const as = { admin: await signIn(services, admin), clinician: await signIn(services, clinician) };
  return { clinicId, admin, clinician, as };
}

export type Cookies = Record<string, string>;
type Name = keyof typeof workshopRoutes;

/** The answer of a call that succeeds. */
export async function done(app: FastifyInstance, name: Name, as: Cookies, given: object = {}) {
  const answer = await call(app, workshopRoutes[name], { as, ...given });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** The code of a call that is refused. */
export async function refusal(
  app: FastifyInstance,
  name: Name,
  as: Cookies,
  given: object = {},
): Promise<string> {
  const { status, problem } = await refused(app, name, as, given);
  return `${status} ${problem.code}`;
}

export async function refused(
  app: FastifyInstance,
  name: Name,
  as: Cookies,
  given: object = {},
): Promise<Answered> {
  const answer = await call(app, workshopRoutes[name], { as, ...given });
  assert.ok(answer.status >= 400, JSON.stringify(answer.body));
  return answer;
}

/** A draft of the table. */
export async function aDraft(app: FastifyInstance, as: Cookies): Promise<Draft> {
  const { draft_id: id } = await done(app, 'createDraft', as, { body: { table: TABLE } });
  return done(app, 'getDraft', as, { params: { id } });
}

const WORDS: Readonly<Record<string, string>> = { language: 'de', direction: 'high_is_worse' };

/** What a person decides of a draft: texts, licence, danger of the last answers of the last question, and three examples. */
function decided({ instrument: begun }: DraftContent): DraftContent {
  const instrument = JSON.parse(
    JSON.stringify(begun, (key, value: unknown) =>
      typeof value === 'string' && value.startsWith('DECIDE') ? (WORDS[key] ?? 'Entschieden.') : value,
    ),
  );
  const items = draftItems(instrument);
  const last = items.at(-1)?.id ?? '';
  const marks = items.map(({ id, type, options }) => {
    if (answerForm(type) === 'none' || options.length === 0) return [id, { [ANY]: 'none' as const }] as const;
    const own = options.map((option, index) => {
      const mark = id !== last || index === 0 ? 'none' : index === options.length - 1 ? 'urgent' : 'notice';
      return [option.id, mark] as const;
    });
    return [id, Object.fromEntries(own)] as const;
  });
  const example = (value: number) => ({
    name: `Beispiel ${value + 1}`,
    answers: items.map(({ id }) => ({ item: id, value })),
    // Three questions count as they are, one is reversed.
    expected: [{ scale: instrument.scales[0].key, score: 3 * value + (3 - value) }],
  });
  return {
    instrument,
    licence: { kind: 'licensed', number: 'V-17', date: '2026-02-01' },
    danger: {
      marks: Object.fromEntries(marks),
      says: { [last]: 'Bitte sprechen Sie den Wunsch zu sterben an.' },
    },
    examples: [example(0), example(1), example(3)],
  };
}

/** The content of a draft with the revision that it was read with. */
export const contentOf = ({ revision, instrument, licence, danger, examples }: Draft) => {
  return { revision, instrument, licence, danger, examples };
};

/** A draft in which everything is decided and saved. */
export async function aDecidedDraft(app: FastifyInstance, as: Cookies): Promise<Draft> {
  const draft = await aDraft(app, as);
  const body = { revision: draft.revision, ...decided(draft) };
  return done(app, 'saveDraft', as, { params: { id: draft.draft_id }, body });
}
