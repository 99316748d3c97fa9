import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readForm } from '../../../server/instruments/form-reader.ts';
import { fhir } from '../index.ts';
import { frequency, limitation, recovery, type Json } from '../test/samples.ts';
import { parseFhirXml } from './fhir-xml.ts';

const escaped = (value: unknown) =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** A resource in its XML, each element on a line of its own. */
function xmlOf(resource: Json): string {
  const { resourceType, ...rest } = resource;
  return `<${String(resourceType)} xmlns="http://hl7.org/fhir">\n${inner(rest)}</${String(resourceType)}>\n`;
}

function inner(node: Json): string {
  return Object.entries(node)
    .filter(([name]) => !name.startsWith('_') && name !== 'url')
    .flatMap(([name, value]) => [value].flat().map((one) => element(name, one, node[`_${name}`] as Json)))
    .join('');
}

function element(name: string, value: unknown, more: Json | undefined): string {
  if (typeof value !== 'object' || value === null)
    return `<${name} value="${escaped(value)}">\n${more ? inner(more) : ''}</${name}>\n`;
  const node = value as Json;
  if (node['resourceType'] !== undefined) return `<${name}>\n${xmlOf(node)}</${name}>\n`;
  const url = node['url'] === undefined ? '' : ` url="${escaped(node['url'])}"`;
  return `<${name}${url}>\n${inner(node)}</${name}>\n`;
}

/** The URL of a resource is an element, that of an extension an attribute. */
const resourceXml = (resource: Json) =>
  xmlOf(resource).replace('>\n', `>\n<url value="${escaped(resource['url'])}"/>\n`);

/** The line on which the part stands first. */
const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

const read = (text: string) => readForm(fhir.forms ?? [], { name: 'form', bytes: Buffer.from(text) });

const answers = [
  { valueCoding: { system: 'urn:x', code: 'a', display: 'nie & nimmer' } },
  { valueCoding: { system: 'urn:x', code: 'b', display: 'oft' } },
];
const form: Json = {
  resourceType: 'Questionnaire',
  language: 'de',
  url: 'urn:form',
  title: 'Woche',
  status: 'active',
  code: [{ system: 'urn:x', code: 'w' }],
  item: [
    {
      linkId: '1',
      code: [{ system: 'urn:x', code: 'one' }],
      type: 'choice',
      text: 'How often?',
      _text: {
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/translation',
            extension: [
              { url: 'lang', valueCode: 'de' },
              { url: 'content', valueString: 'Wie oft?' },
            ],
          },
        ],
      },
      required: true,
      repeats: false,
      answerOption: answers,
    },
    {
      linkId: '2',
      type: 'integer',
      text: 'Wie viele?',
      maxLength: 3,
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 20 }],
      enableWhen: [{ question: '1', operator: '=', answerCoding: { system: 'urn:x', code: 'b' } }],
    },
  ],
};

test('a Questionnaire in XML, and a Bundle with its ValueSets, become the same draft as in JSON', async () => {
  const xml = await read(resourceXml(form));
  assert.equal(xml.kind, 'draft');
  assert.deepEqual(xml, await read(JSON.stringify(form)));
  const resources = [recovery, frequency, limitation];
  const entries = resources.map((one) => `<entry><resource>${resourceXml(one)}</resource></entry>`);
  const bundle = await read(
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- x --><Bundle xmlns="http://hl7.org/fhir"><type value="collection"/>${entries.join('')}</Bundle>`,
  );
  const json = { resourceType: 'Bundle', entry: resources.map((resource) => ({ resource })) };
  assert.equal(bundle.kind, 'draft', JSON.stringify(bundle));
  assert.deepEqual(bundle, await read(JSON.stringify(json)));
});

test('a narrative, contained value sets and unknown elements of XML are listed or refused as those of JSON', async () => {
  const narrative =
    '<text><status value="generated"/><div xmlns="http://www.w3.org/1999/xhtml"><p>Hallo</p></div></text>';
  const contained =
    '<contained><ValueSet><id value="v"/><compose><include><concept><code value="a"/></concept></include></compose></ValueSet></contained>';
  const value = parseFhirXml(resourceXml(form).replace('<language', `${narrative}${contained}<language`));
  assert.ok(value.kind === 'value');
  const { contained: sets, text } = value.value as Json;
  assert.deepEqual(sets, [
    { resourceType: 'ValueSet', id: 'v', compose: { include: [{ concept: [{ code: 'a' }] }] } },
  ]);
  assert.deepEqual(text, {});
  const strange = await read(resourceXml(form).replace('<required', '<colour value="red"/>\n<required'));
  assert.ok(strange.kind === 'draft');
  assert.ok(strange.toDecide.some(({ what }) => /the element "colour"/.test(what)));
});

test('a mistake in XML has its line, and document types with their entities are never read', async () => {
  const xml = resourceXml(form);
  const typeless = xml
    .replace('<type value="choice">', '<kind value="choice">')
    .replace('</type>', '</kind>');
  const flag = xml.replace('<required value="true">', '<required value="yes">');
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n${xml.replace('Wie oft', '&b;')}`;
  const stray = xml.replace('<required', 'here\n<required');
  for (const [text, line, message] of [
    [typeless, lineOf(typeless, '<linkId value="1"') - 1, /"type" is missing/],
    [flag, lineOf(flag, '<required'), /must be boolean/],
    [bomb, 1, /^The file is no valid XML: It has a document type of its own/],
    [xml.replace('</item>', ''), lineOf(xml, '</Questionnaire>'), /no valid XML/],
    [xml.replace('Wie oft', '&unknown;'), lineOf(xml, 'Wie oft'), /no valid XML/],
    [stray, lineOf(stray, '<item>'), /The element "item" has a text in it/],
    [
      `<Patient xmlns="http://hl7.org/fhir"><id value="p"/></Patient>`,
      1,
      /no FHIR Questionnaire, but Patient p/,
    ],
    ['<!doctype html><html></html>', 1, /no form that can be read: a FHIR Questionnaire \(JSON, XML\)/],
  ] as const) {
    const refused = await read(text);
    assert.ok(refused.kind === 'mistakes', text);
    assert.match(refused.mistakes[0]?.message ?? '', message);
    assert.equal(refused.mistakes[0]?.line, line, JSON.stringify(refused.mistakes));
  }
});

test('XML that is nested too deeply is refused', async () => {
  const deep = `<Questionnaire xmlns="http://hl7.org/fhir">${'<item>'.repeat(50_000)}`;
  const refused = await read(deep);
  assert.ok(refused.kind === 'mistakes');
  assert.match(refused.mistakes[0]?.message ?? '', /nested more than 100 deep/);
});
