import { randomUUID } from 'node:crypto';
import { checkRow, countCodes, type CheckedRow, type ImportRecord } from '../../domain/csv-import.ts';
import { surveyWindows } from '../../domain/windows.ts';
import { cellText } from '../../text/csv-import.ts';
import { appendAudit } from '../audit/queries.ts';
import { provisionalHash } from '../auth/password-hash.ts';
import { meanwhile } from '../db/meanwhile.ts';
import type { Db } from '../db/transaction.ts';
import { AppError } from '../app-error.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { sealBirthDate } from '../patients/birth-date.ts';
import * as patients from '../patients/queries.ts';
import type { Services } from '../services.ts';
import { mapInSlices } from '../slices.ts';
import * as queries from './queries.ts';
import { readCsv } from './read-csv.ts';

export const validateCsv: Handler<'validateCsv'> = async ({ file }, context) => {
  const { db, user, request } = context;
  const { rows: cells, check } = await readFile(file, context, { held: false });
  const rows = await mapInSlices(cells, check);
  // The check tells which codes the clinic has.
  await appendAudit(db, user, request, { action: 'import_checked', objectId: String(rows.length) });
  return {
    // A header alone is nothing to import.
    valid: rows.length > 0 && rows.every(isValid),
    patients: await mapInSlices(rows, ({ cells: checked }) => ({
      items: checked.map(({ value, valid, message }) => ({
        value,
        valid,
        message: message === undefined ? '' : cellText[message],
      })),
    })),
  };
};

/** R27: checks again in the transaction of the import; all rows or none. */
export const importCsv: Handler<'importCsv'> = async ({ file }, context) => {
  const { db, user, request } = context;
  const { rows, check } = await readFile(file, context, { held: true });
  if (rows.length === 0) throw new AppError('csv_invalid');
  await queries.planForManyRows(db);
  await insertAll(rows, check, context).catch(refuseTakenCode);
  await appendAudit(db, user, request, { action: 'patients_imported', objectId: String(rows.length) });
  return { data: { imported: rows.length } };
};

const isValid = ({ record }: CheckedRow) => record !== undefined;

type Cells = readonly string[];
type Check = (row: Cells) => CheckedRow;

/** The rows of the file, and how each of them is checked against the others and against what the clinic has. */
async function readFile(
  file: Buffer | undefined,
  { db, user, services }: UserContext,
  { held }: { held: boolean },
): Promise<{ rows: readonly Cells[]; check: Check }> {
  if (!file) throw new AppError('invalid_request');
  const read = await readCsv(file);
  if (read.kind === 'refused') throw new AppError(read.code);
  const against = {
    today: services.today(),
    codeKeys: await queries.codeKeys(db, user.clinicId),
    clinicians: await queries.clinicians(db, user.clinicId, { held }),
    diagnosisIds: await queries.diagnosisIds(db),
  };
  const counts = countCodes(read.rows);
  return { rows: read.rows, check: (row) => checkRow(row, against, counts) };
}

// Somebody registered one of the codes since they were read.
function refuseTakenCode(error: unknown): never {
  if (error instanceof AppError && error.code === 'code_taken')
    throw new AppError('csv_invalid', { cause: error });
  throw error;
}

const BATCH = 500;

// While the database stores two batches, one behind the other, the next is checked and made ready here: it never waits.
// A row that is refused takes back all.
async function insertAll(rows: readonly Cells[], check: Check, context: UserContext): Promise<void> {
  const identified = await withIds(rows);
  let [before, last] = [Promise.resolve(), Promise.resolve()];
  for (let at = 0; at < identified.length; at += BATCH) {
    const [, store] = await meanwhile(before, prepareBatch(identified.slice(at, at + BATCH), check, context));
    [before, last] = [last, store(context.db)];
    // Awaited a round later; its failure must not count as an error nobody saw.
    last.catch(() => undefined);
  }
  await meanwhile(before, last);
}

type Identified = { id: string; row: Cells };

// Random ids (R21), stored in their order: so neighbours in time are neighbours in the indexes.
async function withIds(rows: readonly Cells[]): Promise<Identified[]> {
  const identified = await mapInSlices(rows, (row) => ({ id: randomUUID(), row }));
  return identified.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function prepareBatch(
  batchRows: readonly Identified[],
  check: Check,
  { services, user }: UserContext,
): Promise<(db: Db) => Promise<void>> {
  const identified = await mapInSlices(batchRows, ({ id, row }) => ({ id, record: accepted(check(row)) }));
  const { protocol } = services.registry;
  const batch = {
    patients: await mapInSlices(identified, ({ record, id }) => patientRecord(services, record, id)),
    windows: await mapInSlices(identified, ({ record: { admission, discharge }, id }) => ({
      patientId: id,
      windows: surveyWindows(protocol, admission, discharge),
    })),
  };
  return patients.prepareInsertion(user.clinicId, batch);
}

function accepted({ record }: CheckedRow): ImportRecord {
  if (!record) throw new AppError('csv_invalid');
  return record;
}

function patientRecord({ keys }: Services, record: ImportRecord, id: string): patients.PatientRecord {
  return {
    id,
    code: record.code,
    clinicianId: record.clinician_id,
    gender: record.gender,
    admission: record.admission,
    discharge: record.discharge,
    birthDateEncrypted: sealBirthDate(keys, id, record.date_of_birth),
    secretHash: provisionalHash(keys, record.date_of_birth),
    labels: record.system_ids.map((value) => ({ key: 'CLUSTER', value })),
    diagnosisIds: [record.diagnosis_id],
  };
}
