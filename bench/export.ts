import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { extensions } from '../src/extensions/list.ts';
import { runExport } from '../src/server/research/run-export.ts';
import { manySurveys, usualExport } from '../test/many-surveys.ts';
import { startLoadedServer } from './load/server.ts';

const SECRET = randomBytes(32);

export const name = 'Export research data in constant memory';

type Row = { what: string; value: string; target: string };

const SESSIONS = Number(process.env['EXPORT_SESSIONS'] ?? 100_000);

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

export async function run(): Promise<{ rows: Row[] }> {
  const server = await startLoadedServer();
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-bench-export-'));
  try {
    const clinicId = await manySurveys(server.services, SESSIONS, server.databaseUrl);
    const inUse: number[] = [];
    const resident: number[] = [];
    let most = 0;
    let told = 0;
    // Garbage does not count. Collecting it at every step would take longer than the export.
    const progress = (_clinic: string, done: { sessions: number }) => {
      most = Math.max(most, process.memoryUsage.rss());
      if (done.sessions < told + SESSIONS / 20) return;
      told = done.sessions;
      collectGarbage();
      inUse.push(process.memoryUsage().heapUsed);
      resident.push(process.memoryUsage.rss());
    };
    const start = performance.now();
    const request = {
      clinics: [{ id: clinicId, name: 'Export' }],
      ...usualExport,
    } as const;
    const settings = {
      folder: join(folder, 'out'),
      secretOf: () => SECRET,
      start: 'anew',
      extensions,
      progress,
    } as const;
    const [counts] = await runExport(server.services, request, settings);
    const seconds = (performance.now() - start) / 1000;
    // The .sav files are written behind the last step of the progress.
    most = Math.max(most, process.memoryUsage.rss());
    const [early = 0, late = 0] = [inUse[1], inUse.at(-2)];
    const written = [
      'answers.csv',
      'wide_pre.csv',
      'spss/answers.sav',
      'fhir/QuestionnaireResponse.ndjson',
    ].map((file) => {
      return statSync(join(folder, 'out', file)).size;
    });
    return {
      rows: [
        {
          what: 'surveys and answers',
          value: `${counts?.sessions} and ${counts?.answers}`,
          target: '100,000 surveys',
        },
        { what: 'time', value: `${seconds.toFixed(0)} s`, target: '-' },
        {
          what: 'memory in use after 10 % and 90 %',
          value: `${megabytes(early)} and ${megabytes(late)} MB`,
          target: 'the same',
        },
        {
          what: 'memory of the process after each tenth',
          value: `${resident
            .filter((_, step) => step % 2 === 1)
            .map(megabytes)
            .join(', ')} MB`,
          target: 'the same',
        },
        { what: 'most memory of the process', value: `${megabytes(most)} MB`, target: '-' },
        {
          what: 'answers.csv, wide_pre.csv, answers.sav, responses',
          value: `${written.map(megabytes).join(', ')} MB`,
          target: '-',
        },
      ],
    };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
