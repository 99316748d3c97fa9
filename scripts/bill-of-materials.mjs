// Prints the packages of production as CycloneDX 1.5, from the lock file. `npm sbom --omit dev` omits packages that a tool
// for development needs as well.
import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

const modules = 'node_modules/';

function component([path, { name, version, integrity, license, optional }]) {
  const title = name ?? path.slice(path.lastIndexOf(modules) + modules.length);
  const purl = `pkg:npm/${title.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': `${purl}?path=${encodeURIComponent(path)}`,
    name: title,
    version,
    scope: optional ? 'optional' : 'required',
    purl,
    ...(license && { licenses: [licenseOf(license)] }),
    ...(integrity && { hashes: [digest(integrity)] }),
  };
}

function licenseOf(text) {
  return /^[\w.-]+$/.test(text) ? { license: { id: text } } : { expression: text };
}

function digest(integrity) {
  return { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') };
}

const { name, version, packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
const shipped = Object.entries(packages).filter(([path, entry]) => path.includes(modules) && !entry.dev);

console.log(
  JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
      components: shipped.map(component),
    },
    null,
    2,
  ),
);
