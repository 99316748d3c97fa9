import { useState } from 'react';
import { longListText } from '../../text/table.ts';
import { Button } from './Button.tsx';
import type { Elements } from './elements.ts';

const MANY = 16;

/**
 * The rows of a list that are wanted at first, and a button for all of them. A list that is not long is shown whole and has no
 * button. The button stays, so that it keeps the focus.
 */
export function useFewRows<Row>(
  rows: readonly Row[],
  isWanted: (row: Row, place: number) => boolean,
): { shown: readonly Row[]; button: Elements } {
  const [isWhole, setWhole] = useState(false);
  if (rows.length <= MANY) return { shown: rows, button: null };
  const button = (
    <div>
      <Button look="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? longListText.fewer : longListText.all(rows.length)}
      </Button>
    </div>
  );
  return { shown: isWhole ? rows : rows.filter(isWanted), button };
}
