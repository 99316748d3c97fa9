import { convertText as text } from '../../../text/imports.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Conversion } from './checked-file.ts';
import css from './imports.module.css';

type ConversionOfferProps = { offer: Conversion | null; onConvert: (file: File) => void };

/** Offers to make a file as spreadsheet programs save it one that can be imported, and says what would change. */
export function ConversionOffer({ offer, onConvert }: ConversionOfferProps) {
  if (!offer) return null;
  if (offer === 'no_text') return <Notice tone="info">{text.noText}</Notice>;
  return (
    <Notice tone="info">
      <p>{text.offer}</p>
      <ul className={css.changes}>
        {offer.changes.map((change) => (
          <li key={change}>{text.change[change]}</li>
        ))}
      </ul>
      <Button look="secondary" onClick={() => onConvert(offer.file)}>
        {text.convert}
      </Button>
    </Notice>
  );
}
