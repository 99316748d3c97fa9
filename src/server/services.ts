import type { Pool } from 'pg';
import type { IsoDate } from '../domain/iso-date.ts';
import type { Config } from './settings/config.ts';
import type { Keys } from './keys/keys.ts';
import type { SurveyRegistry } from './instruments/registry.ts';
import type { Log } from './observe/log.ts';
import type { Metrics } from './observe/metrics.ts';

type Settings = Pick<Services, 'config' | 'registry'>;
const known = new WeakMap<Settings, Map<string, Settings>>();

/** The services as a clinic has them: with its own protocol and consent text, where the configuration names them. */
export function servicesOf<Some extends Settings>(services: Some, clinicId: string): Some {
  const { config, registry } = services;
  const own = config.clinics.get(clinicId);
  if (!own) return services;
  const made = known.get(services) ?? new Map<string, Settings>();
  known.set(services, made);
  const ofClinic = made.get(clinicId) ?? {
    ...services,
    config: { ...config, consent: own.consent ?? config.consent, mailFrom: own.mailFrom ?? config.mailFrom },
    registry: { ...registry, protocol: registry.protocols.get(clinicId) ?? registry.protocol },
  };
  made.set(clinicId, ofClinic);
  // It has every part of the given services.
  return ofClinic as Some;
}

/** The parts that every handler needs. main.ts or a test builds them once. `now` returns epoch milliseconds. */
export type Services = {
  pool: Pool;
  /** Logins have connections of their own, so that a flood of logins does not stop the surveys (R72). */
  loginPool: Pool;
  keys: Keys;
  config: Config;
  /** The instruments and the protocol in force, and every version that a stored survey session was pinned to. */
  registry: SurveyRegistry;
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
