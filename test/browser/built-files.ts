import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; src?: string; imports?: string[]; css?: string[] };

/** The parts that only staff load. Every other one counts as the patients'. */
const STAFF =
  /^src\/(extensions\/|web\/(clinician-home\.|pages\/(admin|clinician)\/|pages\/login\/Registration\.|features\/(clinicians|clinics|monitor|patients)\/|features\/(crisis\/\w+|login\/SecondFactor)Dialog\.|features\/relatives\/RelativesView\.|frame\/PasswordDialog\.))/;

/** The files of the present build, by the people whose browsers load them. The folder also keeps files of earlier builds. */
export function builtFiles(folder: string): { patients: string[]; staff: string[] } {
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'),
  );
  const needed = new Set<string>();
  const need = (key: string) => {
    if (needed.has(key)) return;
    needed.add(key);
    for (const other of manifest[key]?.imports ?? []) need(other);
  };
  const isScript = ({ file }: Chunk) => file.endsWith('.js');
  const keys = Object.keys(manifest);
  const imported = new Set(keys.flatMap((key) => manifest[key]?.imports ?? []));
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk || !isScript(chunk)) continue;
    const isRoot = chunk.src !== undefined || !imported.has(key);
    if (isRoot && !STAFF.test(chunk.src ?? '')) need(key);
  }
  const filesOf = (one: Chunk) => [one.file, ...(one.css ?? [])];
  const patients = new Set([...needed].flatMap((key) => (manifest[key] ? filesOf(manifest[key]) : [])));
  const all = new Set(Object.values(manifest).filter(isScript).flatMap(filesOf));
  const staff = [...all].filter((file) => !patients.has(file));
  return { patients: [...patients, ...unlisted(folder, [...patients])], staff };
}

/** What the manifest does not name: the files of the report, and a worker, which the script that starts it names. */
function unlisted(folder: string, listed: readonly string[]): string[] {
  const scripts = listed
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const assets = readdirSync(join(folder, 'assets'))
    .map((name) => `assets/${name}`)
    .filter((file) => file.endsWith('.js') && !listed.includes(file));
  const workers = assets.filter(
    (file) => /worker/.test(file) && scripts.some((script) => script.includes(file)),
  );
  return [...workers, 'js/final_report.js', 'report.css'];
}
