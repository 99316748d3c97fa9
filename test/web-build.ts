import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a small build into a folder as Vite leaves it: a page, and its assets named by the version and by the manifest. */
export function writeWebBuild(folder: string, version: string): void {
  const script = `assets/app-${version}.js`;
  for (const part of ['assets', '.vite']) mkdirSync(join(folder, part), { recursive: true });
  const manifest = { 'index.html': { file: script, isEntry: true, css: [`assets/app-${version}.css`] } };
  writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'index.html'), `<head><script src="/${script}"></script></head><body></body>`);
  for (const name of [script, `${script}.br`, `assets/app-${version}.css`])
    writeFileSync(join(folder, name), `of version ${version}`);
}
