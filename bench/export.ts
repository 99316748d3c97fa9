import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { runExport } from '../src/server/manage/export/run-export.ts';
import { manySurveys } from '../test/many-surveys.ts';
import { startLoadedServer } from './load/server.ts';

export const name = 'Export research data in constant memory';

type Row = { what: string; value: string; target: string };

const SESSIONS = Number(process.env['EXPORT_SESSIONS'] ?? 100_000);

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

export async function run(): Promise<{ rows: Row[] }> {
  const server = await startLoadedServer();
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-bench-export-'));
  try {
    const clinicId = await manySurveys(server.services, SESSIONS);
    const samples: number[] = [];
    const timer = setInterval(() => samples.push(process.memoryUsage.rss()), 250);
    const start = performance.now();
    const request = {
      clinics: [{ id: clinicId, name: 'Export' }],
      clinicNames: 'pseudonyms',
      from: null,
      until: null,
      dates: 'shifted',
      freeText: 'left_out',
      format: 'both',
      fhirLayout: 'by_type',
    } as const;
    const settings = {
      folder: join(folder, 'out'),
      secret: randomBytes(32),
      start: 'anew',
      progress: () => {},
    } as const;
    const [counts] = await runExport(server.services, request, settings);
    const seconds = (performance.now() - start) / 1000;
    clearInterval(timer);
    const [early, late] = [0.1, 0.9].map((part) => {
      const at = Math.floor(samples.length * part);
      const window = samples.slice(Math.max(0, at - 4), at + 5);
      return Math.max(0, ...window);
    });
    const written = ['answers.csv', 'wide_pre.csv', 'fhir/QuestionnaireResponse.ndjson'].map((file) => {
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
          what: 'memory after 10 % and 90 %',
          value: `${megabytes(early ?? 0)} and ${megabytes(late ?? 0)} MB`,
          target: 'the same',
        },
        { what: 'most memory', value: `${megabytes(Math.max(...samples))} MB`, target: '-' },
        {
          what: 'answers.csv, wide_pre.csv, responses',
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
