import type { Pool } from 'pg';
import type * as v from 'valibot';
import type { Instrument } from '../domain/instrument-schema.ts';
import type { IsoDate } from '../domain/iso-date.ts';
import type { MeasuredScore } from '../domain/scoring-change.ts';
import type { WindowType } from '../domain/window-types.ts';
import type { SessionKey } from './database/row-keys.ts';
import type { Db } from './database/transaction.ts';
import type { Block } from './print/blocks.ts';
import type { ScaleRow } from './print/scale-row.ts';
import type { Config } from './settings/config.ts';
import type { Keys } from './keys/keys.ts';
import { findContentState } from './instruments/clinic-queries.ts';
import type { SurveyRegistry } from './instruments/registry.ts';
import type { FormsPart } from './instruments/form-reader.ts';
import type { Log } from './observe/log.ts';
import type { Metrics } from './observe/metrics.ts';

type Settings = Pick<Services, 'config' | 'registry'>;

/** The services as the operator set them for a clinic: with its own protocol and consent text, where the configuration names them. */
export function configuredFor<Some extends Settings>(services: Some, clinicId: string): Some {
  const { config, registry } = services;
  const own = config.clinics.get(clinicId);
  if (!own) return services;
  return {
    ...services,
    config: { ...config, consent: own.consent ?? config.consent, mailFrom: own.mailFrom ?? config.mailFrom },
    registry: { ...registry, protocol: registry.protocols.get(clinicId) ?? registry.protocol },
  };
}

/**
 * The services of a clinic: as the operator set them, with the questionnaires and the protocol that the clinic published. Whatever
 * reads surveys of a clinic works with these. `contentState` is that of the clinic's row, if the caller has read it.
 */
export async function servicesOf<Some extends Settings>(
  db: Db,
  services: Some,
  clinicId: string,
  contentState?: string | null,
): Promise<Some> {
  const configured = configuredFor(services, clinicId);
  const state = contentState === undefined ? await findContentState(db, clinicId) : contentState;
  if (state === null) return configured;
  return { ...configured, registry: await services.registry.ofClinic(db, clinicId, state) };
}

/** A finished survey of a patient with all measurements up to it, in order. */
export type MeasuredSurvey = {
  readonly patient_id: string;
  readonly window_type: WindowType;
  readonly admission: IsoDate;
  readonly discharge: IsoDate | null;
  readonly instruments: readonly Instrument[];
  readonly points: readonly { readonly date: IsoDate; readonly scores: readonly MeasuredScore[] }[];
};

/** What an extension adds to the report of a survey for clinicians. */
export type ReportAddition = {
  /** The first lines of the report. */
  readonly notes: readonly Block[];
  /** Sections below those of the symptoms, whose scales are given. */
  sections(rows: readonly ScaleRow[]): readonly Block[];
};

/** Whose patients a clinician sees in the list, and when. */
export type ListScope = { readonly clinicId: string; readonly clinicianId: string; readonly today: IsoDate };

/** What an extension does while the server judges, lists and reports the surveys of patients. Each place may stay empty. */
export type SurveysPart = {
  /** Called once for each finished survey, in the transaction that judges it. */
  readonly judge?: (db: Db, services: Services, survey: MeasuredSurvey & SessionKey) => Promise<void>;
  /** Further fields of the patients in a clinician's list, with their schemas. */
  readonly listFields?: {
    readonly entries: v.ObjectEntries;
    read(db: Db, services: Services, scope: ListScope): Promise<ListFields>;
  };
  /** Null where there is nothing to add. */
  readonly report?: (db: Db, services: Services, survey: MeasuredSurvey) => Promise<ReportAddition | null>;
};
/** How the value of each field is read, by the id of a patient. */
export type ListFields = (patientId: string) => Readonly<Record<string, unknown>>;

/** The parts that every handler needs. main.ts or a test builds them once. `now` returns epoch milliseconds. */
export type Services = {
  pool: Pool;
  /** Logins have connections of their own, so that a flood of logins does not stop the surveys (R72). */
  loginPool: Pool;
  keys: Keys;
  config: Config;
  /** The instruments and the protocol in force, and every version that a stored survey session was pinned to. */
  registry: SurveyRegistry;
  extensions: readonly (SurveysPart & FormsPart)[];
  log: Log;
  metrics: Metrics;
  /** The jobs of this process that have not succeeded for too long. */
  lateJobs(): string[];
  /** The seed of a new survey session, from which the questions of its adaptive tests are drawn. */
  drawSeed(): string;
  publicOrigin: string;
  requireAppHeader: boolean;
  now(): number;
  today(): IsoDate;
};
