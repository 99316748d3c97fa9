import { readFileSync } from 'node:fs';
import { aPatient, cookieOf, type TestUser } from '../../test/builders.ts';
import { fetchList } from './lists.ts';
import type { LoadedServer } from './server.ts';

const SECONDS = 8;
const LIST = '/api/auth/clinic-admins/patients';
const SURVEY = '/api/auth/patients/survey';

type Beside = {
  /** The milliseconds of each call of the patient. */
  calls: number[];
  /** The calls and lists that were not answered by 200. */
  refused: number;
  lists: number;
  /** The memory of the server at the end. */
  megabytes: number;
};

/** A patient who asks for a page of a survey again and again, while so many admins load the list of the same clinic. */
export async function besideLists(
  { port, pid, services }: LoadedServer,
  admin: TestUser,
  admins: number,
): Promise<Beside> {
  const patient = await cookieOf(services, await aPatient(services, admin.clinicId));
  const cookie = await cookieOf(services, admin);
  const beside: Beside = { calls: [], refused: 0, lists: 0, megabytes: 0 };
  const end = performance.now() + SECONDS * 1000;
  const repeat = async (path: string, mine: string, note: (milliseconds: number) => void) => {
    while (performance.now() < end) {
      const { milliseconds, status } = await fetchList(port, path, mine);
      if (status === 200) note(milliseconds);
      else beside.refused += 1;
    }
  };
  await Promise.all([
    repeat(SURVEY, patient, (milliseconds) => beside.calls.push(milliseconds)),
    ...Array.from({ length: admins }, () => repeat(LIST, cookie, () => (beside.lists += 1))),
  ]);
  beside.megabytes = residentMegabytes(pid);
  return beside;
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1000);
}
