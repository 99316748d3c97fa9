import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { project } from './imports.ts';

// One thing has one word in what users read.
const words = [
  { wrong: /Ambulanz(?:en)?\b/, right: 'Klinik' },
  { wrong: /Patienten-ID/, right: 'Patient*innen-ID' },
  { wrong: /Patientinnen und Patienten/, right: 'Patient*innen' },
  { wrong: /\(HTML\)/, right: 'Online lesen' },
] as const;

// The section of the patient's home has its specified name. The demonstration has two clinics with this word in their names.
const specified = /clinics: 'Ambulanz'|\*\*Ambulanz\*\*|„Ambulanz“|Ambulanz (?:Musterstadt|Beispielhausen)/g;
// A consent text never changes without a new version, because patients have agreed to it.
const versioned = new Set(['consent-default.ts']);

test('texts and documents use one word for one thing', () => {
  const found = ['src/text', 'documents'].flatMap((folder) =>
    readdirSync(join(project, folder))
      .filter((file) => file.includes('.') && !versioned.has(file))
      .flatMap((file) => {
        const text = readFileSync(join(project, folder, file), 'utf8').replaceAll(specified, '');
        return words
          .filter(({ wrong }) => wrong.test(text))
          .map(({ wrong, right }) => `${file}: "${wrong.exec(text)?.[0]}" instead of "${right}"`);
      }),
  );
  assert.deepEqual(found, []);
});
