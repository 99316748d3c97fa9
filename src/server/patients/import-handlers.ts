import { randomUUID } from 'node:crypto';
import { checkRow, countCodes, type CheckedRow, type ImportRecord } from '../../domain/csv-import.ts';
import { surveyWindows } from '../../domain/windows.ts';
import { cellText } from '../../text/csv-import.ts';
import { appendAudit, appendAuditOfEach } from '../audit/queries.ts';
import { provisionalHash } from '../login/password-hash.ts';
import { mapInSlices } from '../work/slices.ts';
import { AppError } from '../settings/app-error.ts';
import type { Handler, UserContext } from '../http/context.ts';
import { sealContent } from '../keys/patient-cells.ts';
import * as patients from './queries.ts';
import type { Services } from '../services.ts';
import * as queries from './import-queries.ts';
import { readCsv } from './read-csv.ts';

export const validateCsv: Handler<'validateCsv'> = async ({ file }, context) => {
  const { db, user, request } = context;
  const { rows: cells, lines, check } = await readImport(file, context, { lock: false });
  const rows = await mapInSlices(cells, check);
  const lined = rows.map(({ cells: checked }, index) => ({ cells: checked, line: lines[index] ?? 0 }));
  // A check reveals the codes of the clinic, so it leaves a trace as well.
  await appendAudit(db, user, request, { action: 'import_checked', objectId: String(rows.length) });
  return {
    // A file with nothing but a header has no patients to import.
    valid: rows.length > 0 && rows.every(isValid),
    patients: await mapInSlices(lined, ({ line, cells: checked }) => ({
      line,
      items: checked.map(({ value, valid, message }) => ({
        value,
        valid,
        message: message === undefined ? '' : cellText[message],
      })),
    })),
  };
};

/** R27: the transaction of the import checks the file again and stores all rows or none. */
export const importCsv: Handler<'importCsv'> = async ({ file }, context) => {
  const { db, user, request } = context;
  const { rows, check } = await readImport(file, context, { lock: true });
  if (rows.length === 0) throw new AppError('csv_invalid');
  await queries.planByIndexes(db);
  const ids = await insertAll(rows, check, context).catch(refuseTakenCode);
  const entry = { action: 'patients_imported', objectId: String(rows.length) } as const;
  await appendAuditOfEach(db, user, request, entry, ids);
  return { data: { imported: rows.length } };
};

const isValid = ({ record }: CheckedRow) => record !== undefined;

type Cells = readonly string[];
type Check = (row: Cells) => CheckedRow;

/**
 * The rows of the file and the check for each of them, against the other rows and the state of the clinic. With `lock` no
 * clinician is disabled or renamed until the transaction ends.
 */
async function readImport(
  file: Buffer | undefined,
  { db, user, services }: UserContext,
  { lock }: { lock: boolean },
): Promise<{ rows: readonly Cells[]; lines: readonly number[]; check: Check }> {
  if (!file) throw new AppError('invalid_request');
  const read = await readCsv(file);
  if (read.kind === 'refused') throw new AppError(read.code);
  const against = {
    today: services.today(),
    codeKeys: await queries.codeKeys(db, user.clinicId),
    clinicians: await queries.clinicians(db, user.clinicId, { lock }),
    diagnosisIds: await queries.diagnosisIds(db),
  };
  const counts = countCodes(read.rows);
  return { rows: read.rows, lines: read.lines, check: (row) => checkRow(row, against, counts) };
}

// Another user registered one of the codes after this transaction had read the codes.
function refuseTakenCode(error: unknown): never {
  if (error instanceof AppError && error.code === 'code_taken')
    throw new AppError('csv_invalid', { cause: error });
  throw error;
}

const BATCH = 500;

// A refused row fails the transaction and so takes back every batch.
async function insertAll(rows: readonly Cells[], check: Check, context: UserContext): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < rows.length; at += BATCH)
    ids.push(...(await insertBatch(rows.slice(at, at + BATCH), check, context)));
  return ids;
}

async function insertBatch(rows: readonly Cells[], check: Check, context: UserContext): Promise<string[]> {
  const { db, services, user } = context;
  const { protocol } = services.registry;
  const today = services.today();
  const made = await mapInSlices(rows, (row) => {
    const record = accepted(check(row));
    const patient = patientRecord(services, record, randomUUID());
    const windows = surveyWindows(protocol, record.admission, record.discharge, today);
    return { patient, windows: { patientId: patient.id, windows } };
  });
  await patients.insertPatients(
    db,
    user.clinicId,
    made.map(({ patient }) => patient),
  );
  await patients.insertWindows(
    db,
    user.clinicId,
    made.map(({ windows }) => windows),
  );
  return made.map(({ patient }) => patient.id);
}

function accepted({ record }: CheckedRow): ImportRecord {
  if (!record) throw new AppError('csv_invalid');
  return record;
}

function patientRecord(services: Services, record: ImportRecord, id: string): patients.PatientRecord {
  return {
    id,
    code: record.code,
    clinicianId: record.clinician_id,
    gender: record.gender,
    admission: record.admission,
    discharge: record.discharge,
    secretHash: provisionalHash(services.keys, record.date_of_birth),
    birthDateEncrypted: sealContent(services.keys, id, {
      birthDate: record.date_of_birth,
      labels: record.system_ids.map((value) => ({ key: 'CLUSTER', value })),
      diagnosisIds: [record.diagnosis_id],
    }),
  };
}
