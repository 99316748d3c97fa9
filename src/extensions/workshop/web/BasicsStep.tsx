import { useState } from 'react';
import { instrumentKey } from '../../../domain/instrument-draft.ts';
import { SECTION_KINDS, type SectionKind } from '../../../domain/sections.ts';
import { sectionText } from '../../../text/reports.ts';
import { useAnswer } from '../../../web/api/queries.ts';
import { Card } from '../../../web/ui/Card.tsx';
import { SelectField } from '../../../web/ui/SelectField.tsx';
import type { DraftContent } from '../contract/routes.ts';
import { formOf, wordsOf } from '../domain/form.ts';
import { withHeadings } from '../domain/questions.ts';
import { renamedDraft } from '../domain/renamed.ts';
import { basicsText as text } from '../text/steps.ts';
import { listInstruments } from './calls.ts';
import type { StepProps } from './use-draft.ts';
import { LongWordsField, WordsField } from './fields.tsx';

/** What the questionnaire is called, what it measures, and where it stands in reports. */
export function BasicsStep({ work }: StepProps) {
  const { form, edit, editForm, markOf } = work;
  const field = (name: string) => ({
    ...markOf(name),
    value: form[name],
    onChange: (value: string) => editForm((now) => ({ ...now, [name]: value })),
  });
  return (
    <Card>
      <WordsField
        {...field('title')}
        label={text.name}
        hint={text.nameHint}
        maxLength={200}
        onBlur={() => edit((content) => namedByTitle(content))}
      />
      <IdField work={work} />
      <LongWordsField {...field('purpose')} label={text.purpose} hint={text.purposeHint} />
      <LongWordsField {...field('source')} label={text.source} hint={text.sourceHint} />
      <SelectField
        {...field('language')}
        value={wordsOf(form['language'])}
        label={text.language}
        options={languagesWith(wordsOf(form['language']))}
      />
      <div className="columns">
        <WordsField {...field('version')} label={text.version} hint={text.versionHint} maxLength={20} />
        <Comparable work={work} />
      </div>
      <SectionFields work={work} />
    </Card>
  );
}

// What the server calls a questionnaire that came without a name.
const GENERIC = /^(questionnaire|fragebogen|form|table|draft|new)(-\d+)?$/;

/** A questionnaire without a name of its own is called by its title, and so is its page. */
function namedByTitle(content: DraftContent): DraftContent {
  const form = withHeadings(formOf(content.instrument), wordsOf(content.instrument['title']));
  const id = instrumentKey(wordsOf(form['title']));
  const headed = { ...content, instrument: form };
  return GENERIC.test(form.id) && wordsOf(form['title']) !== '' ? renamedDraft(headed, id) : headed;
}

function languagesWith(own: string) {
  const known: Readonly<Record<string, string>> = text.languages;
  const all = own === '' || Object.hasOwn(known, own) ? known : { ...known, [own]: own };
  return Object.entries(all).map(([value, label]) => ({ value, label }));
}

const isKey = (id: string) => /^[a-z][a-z0-9-]{0,63}$/.test(id);

/** The id, which every question bears, changes as a whole when the field is left. */
function IdField({ work }: StepProps) {
  const { form, edit, markOf } = work;
  const mark = markOf('id');
  const { data } = useAnswer(listInstruments);
  const [typed, setTyped] = useState<string | null>(null);
  const isPublished = data?.instruments.some(({ own, id }) => own && id === form.id) ?? false;
  const value = typed ?? form.id;
  const take = () => {
    const id = instrumentKey(value);
    setTyped(null);
    if (value.trim() !== '' && id !== form.id) edit((content) => renamedDraft(content, id));
  };
  return (
    <WordsField
      {...mark}
      label={text.id}
      hint={isPublished ? text.idFixed : text.idHint}
      value={value}
      readOnly={isPublished}
      onChange={setTyped}
      onBlur={take}
      maxLength={40}
      error={value === '' || isKey(value) ? mark.error : text.idWrong}
    />
  );
}

function Comparable({ work: { form, editForm } }: StepProps) {
  const versions = form['comparable_with'];
  const [typed, setTyped] = useState<string | null>(null);
  const shown = Array.isArray(versions) ? versions.join(', ') : '';
  const change = (value: string) => {
    setTyped(value);
    const list = value.split(/[\s,;]+/).filter((one) => one !== '');
    editForm((now) => {
      const { comparable_with: _, ...rest } = now;
      return { ...rest, ...(list.length > 0 && { comparable_with: list }) };
    });
  };
  return (
    <WordsField
      label={text.comparable}
      hint={text.comparableHint}
      value={typed ?? shown}
      onChange={change}
      maxLength={200}
    />
  );
}

type OwnSection = {
  readonly key: string;
  readonly title: string;
  readonly patient_title: string;
  readonly kind: string;
};

const OWN = 'own';
const places = [
  { value: OWN, label: text.ownPlace },
  ...Object.entries(sectionText).map(([value, title]) => ({ value, label: text.defaultPlace(title) })),
];

function SectionFields({ work: { form, editForm } }: StepProps) {
  const given = form['section'];
  const isOwn = typeof given === 'object' && given !== null;
  // The section of a draft is a key or such an object.
  const own = isOwn ? (given as OwnSection) : null;
  const choose = (value: string) =>
    editForm((now) => {
      const { section: _, ...rest } = now;
      if (value === '') return rest;
      const title = wordsOf(rest['title']);
      const section = { key: rest.id, title, patient_title: title, kind: 'symptom' };
      return { ...rest, section: value === OWN ? section : value };
    });
  const change = (changed: Partial<OwnSection>) =>
    editForm((now) => ({ ...now, section: { ...own, ...changed } }));
  return (
    <>
      <SelectField
        label={text.place}
        hint={text.placeHint}
        value={own ? OWN : wordsOf(given)}
        onChange={choose}
        options={places}
      />
      {own && (
        <div className="columns">
          <WordsField
            label={text.sectionTitle}
            value={own.title}
            onChange={(title) => change({ title })}
            maxLength={200}
          />
          <WordsField
            label={text.patientTitle}
            value={own.patient_title}
            onChange={(title) => change({ patient_title: title })}
            maxLength={200}
          />
          <SelectField
            label={text.kind}
            value={own.kind}
            // The options are the kinds.
            onChange={(kind) => change({ kind: kind as SectionKind })}
            options={SECTION_KINDS.map((kind) => ({ value: kind, label: text.kinds[kind] }))}
          />
        </div>
      )}
    </>
  );
}
