import { meanwhileText as text } from '../../text/meanwhile.ts';
import { Notice } from './Notice.tsx';
import { RadioField } from './RadioField.tsx';

export type ShownChange = {
  label: string;
  /** Who changed it and when. */
  made: string;
  theirs: string;
  /** What this person has typed instead, or null. */
  own: string | null;
  isOwnChosen: boolean;
  choose: (side: 'own' | 'theirs') => void;
};

// A block body: browsers give a promise here, and React would take it for the clean-up of the ref.
const takeFocus = (element: HTMLElement | null) => {
  element?.focus();
};

/** Says what others changed while the form was open, with a choice where this person has typed something else. */
export function ChangedMeanwhile({ changes }: { changes: readonly ShownChange[] | null }) {
  if (changes === null) return null;
  // Another refusal is another message, and takes the focus again.
  const news = changes.map(({ label, theirs, made }) => `${label} ${theirs} ${made}`).join(' ');
  return (
    <fieldset key={news} ref={takeFocus} aria-label={text.title} tabIndex={-1}>
      <Notice tone="warning">
        <p>{text.lead}</p>
        {changes.map((change) => (
          <ChangedField key={change.label} {...change} />
        ))}
      </Notice>
    </fieldset>
  );
}

function ChangedField({ label, made, theirs, own, isOwnChosen, choose }: ShownChange) {
  const sentence = text.changed(label, theirs, made);
  if (own === null) return <p>{`${sentence} ${text.taken}`}</p>;
  return (
    <div className="wide">
      <RadioField
        label={sentence}
        error={undefined}
        value={isOwnChosen ? 'own' : 'theirs'}
        // The options below are the only ones.
        onChange={(side) => choose(side as 'own' | 'theirs')}
        options={[
          { value: 'own', label: text.own(own) },
          { value: 'theirs', label: text.theirs(theirs) },
        ]}
      />
    </div>
  );
}
