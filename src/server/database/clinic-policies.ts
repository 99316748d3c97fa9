import { sql } from 'kysely';
import type { Schema } from './schema.ts';
import type { Db } from './transaction.ts';

/** A policy as `pg_policies` shows it, without its table. */
type Policy = {
  name: string;
  permissive: 'PERMISSIVE';
  roles: string;
  command: 'ALL' | 'SELECT' | 'INSERT' | 'UPDATE';
  using: string | null;
  check: string | null;
};

const entered = "(NULLIF(current_setting('app.clinic_id'::text, true), ''::text))::uuid";
const ofClinic = `(clinic_id = ${entered})`;

/** The rows of the clinic that the transaction has entered. */
const own: Policy = {
  name: 'clinic',
  permissive: 'PERMISSIVE',
  roles: '{public}',
  command: 'ALL',
  using: ofClinic,
  check: ofClinic,
};

/** The same, checked once a statement instead of once a new row. */
const ownOfMany: Policy = { ...own, check: `(clinic_id = ( SELECT ${entered} AS "nullif"))` };

/** Functions of the owner look for work in all clinics. */
const across: Policy = {
  name: 'across_clinics',
  permissive: 'PERMISSIVE',
  roles: '{resonanz_owner}',
  command: 'SELECT',
  using: "(current_setting('app.across_clinics'::text, true) = 'on'::text)",
  check: null,
};

/** Everybody reads and locks the clinics and may add one. A transaction changes the clinic that it has entered (record 280). */
const everybody = { permissive: 'PERMISSIVE', roles: '{public}' } as const;
const ofItself = `(id = ${entered})`;
const clinics: Policy[] = [
  { ...everybody, name: 'owner', roles: '{resonanz_owner}', command: 'ALL', using: 'true', check: 'true' },
  { ...everybody, name: 'read', command: 'SELECT', using: 'true', check: null },
  { ...everybody, name: 'add', command: 'INSERT', using: null, check: 'true' },
  { ...everybody, name: 'clinic', command: 'UPDATE', using: 'true', check: ofItself },
];

/** The tables with the id of a clinic: the compiler asks for each that joins the schema. */
type ClinicTable = {
  [Table in keyof Schema]: 'clinic_id' extends keyof Schema[Table] ? Table : never;
}[keyof Schema];

/**
 * Every policy of row-level security, exactly. Permissive policies add up, so one more opens a table. `doctor` and a test compare the
 * database with this list.
 */
export const clinicPolicies = {
  accounts: [own],
  address_confirmations: [own, across],
  answers: [own],
  audit: [own],
  audit_seals: [own],
  clinic_instruments: [own],
  clinic_protocols: [own],
  clinics,
  course_signals: [own],
  crisis_events: [own, across],
  crisis_reminders: [own, across],
  deputies: [own],
  drafts: [own],
  idempotency_keys: [own, across],
  instrument_drafts: [own],
  instrument_examples: [own],
  instrument_signatures: [own],
  instrument_signers: [own],
  known_devices: [own],
  login_locks: [own],
  login_sessions: [own, across],
  login_successes: [own],
  mail_addresses: [own, across],
  outbox: [own, across],
  patient_data_keys: [own],
  patients: [ownOfMany, across],
  reminder_addresses: [own],
  reports: [own],
  scores: [own],
  second_factors: [own],
  security_notices: [own],
  sharing_answers: [own],
  study_consents: [own],
  survey_pages: [own],
  survey_sessions: [own, across],
  survey_windows: [ownOfMany, across],
} as const satisfies Record<ClinicTable | 'clinics', readonly Policy[]>;

type Guard = { table: string; guarded: boolean; policies: Policy[] };

/** A table whose guard is not exactly that of the list, and how it differs. */
export type OpenTable = { table: string; why: string };

/** Compares the row-level security of every table with the list. Empty where they are the same. */
export async function findOpenTables(db: Db): Promise<OpenTable[]> {
  const { rows } = await sql<Guard>`
    SELECT c.relname::text AS "table",
      c.relrowsecurity AND c.relforcerowsecurity AND row_security_active(c.oid) AS guarded,
      (SELECT coalesce(json_agg(json_build_object('name', p.policyname, 'permissive', p.permissive, 'roles', p.roles::text,
          'command', p.cmd, 'using', p.qual, 'check', p.with_check)), '[]')
        FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname) AS policies
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND (EXISTS (SELECT FROM pg_policies p WHERE p.schemaname = 'public' AND p.tablename = c.relname)
        OR EXISTS (SELECT FROM pg_attribute a
          WHERE a.attrelid = c.oid AND a.attname = 'clinic_id' AND NOT a.attisdropped))
    ORDER BY c.relname`.execute(db);
  const found = new Map(rows.map((guard) => [guard.table, guard]));
  const names = [...new Set([...Object.keys(clinicPolicies), ...found.keys()])].sort();
  return names.flatMap((table) => {
    const why = faultOf(found.get(table), expected(table));
    return why === undefined ? [] : [{ table, why }];
  });
}

const expected = (table: string): readonly Policy[] =>
  (clinicPolicies as Record<string, readonly Policy[]>)[table] ?? [];

function faultOf(guard: Guard | undefined, policies: readonly Policy[]): string | undefined {
  if (!guard) return 'it is not there';
  if (!guard.guarded) return 'row-level security is off or not forced';
  const texts = policies.map(textOf);
  const others = guard.policies.map(textOf);
  const more = others.find((one) => !texts.includes(one));
  if (more !== undefined) return `it has the policy ${more}`;
  const less = texts.find((one) => !others.includes(one));
  return less === undefined ? undefined : `it lacks the policy ${less}`;
}

const textOf = ({ name, permissive, roles, command, using, check }: Policy): string =>
  `${name}: ${permissive} FOR ${command} TO ${roles} USING ${using} WITH CHECK ${check}`;
