import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { project } from './imports.ts';

// One thing has one word in what users read.
const words = [
  { wrong: /Ambulanz(?:en)?\b/, right: 'Klinik' },
  { wrong: /Patienten-ID/, right: 'Patient*innen-ID' },
  { wrong: /Patientinnen und Patienten/, right: 'Patient*innen' },
  { wrong: /\(HTML\)/, right: 'Online lesen' },
  { wrong: /Schweregrade?\b/, right: 'Einordnung' },
  { wrong: /Betreibende\b/, right: 'Betreiber' },
  { wrong: /\*\*Clinician\*\*/, right: '**Mitarbeitende**' },
] as const;

// The section of the patient's home has its specified name. The demonstration has two clinics with this word in their names.
const specified = /clinics: 'Ambulanz'|\*\*Ambulanz\*\*|„Ambulanz“|Ambulanz (?:Musterstadt|Beispielhausen)/g;

const documents = () => readdirSync(join(project, 'documents')).filter((file) => file.endsWith('.md'));
const read = (...path: string[]) => readFileSync(join(project, ...path), 'utf8');

// A sentence in bold type or in quotation marks ends with a full stop; anything else there is a name on the screen.
const namesIn = (text: string) =>
  [...text.matchAll(/\*\*((?:[^*]|\*(?!\*))+)\*\*|„([^“]+)“/g)]
    .map(([, bold, quoted]) => (bold ?? quoted ?? '').replaceAll('\\', ''))
    .filter((name) => !name.endsWith('.'));

test('a guide calls each button and page by its name on the screen', () => {
  const files = globSync(['src/text/*.ts', 'src/extensions/*/text{/*,}.ts'], { cwd: project });
  assert.ok(files.some((file) => file.includes('extensions')));
  const texts = files.map((file) => read(file));
  const literals = new Set(texts.join('\n').match(/(?<=')[^'\n]+(?=')/g));
  const unknown = documents().flatMap((file) =>
    namesIn(read('documents', file))
      .filter((name) => !literals.has(name))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(unknown, []);
});

test('texts and documents use one word for one thing', () => {
  const ofExtensions = globSync('src/extensions/*/text', { cwd: project });
  const found = ['src/text', 'documents', ...ofExtensions].flatMap((folder) =>
    readdirSync(join(project, folder))
      .filter((file) => file.includes('.'))
      .flatMap((file) => {
        const text = readFileSync(join(project, folder, file), 'utf8').replaceAll(specified, '');
        return words
          .filter(({ wrong }) => wrong.test(text))
          .map(({ wrong, right }) => `${file}: "${wrong.exec(text)?.[0]}" instead of "${right}"`);
      }),
  );
  assert.deepEqual(found, []);
});
