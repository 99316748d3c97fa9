import { useEffect, useState } from 'react';
import type { SurveyItem, SurveyPage } from '../../../contract/surveys.ts';
import { addressKind, isItemType } from '../../../domain/answer-types.ts';
import { type Entries, entriesOf } from './entries.ts';
import { forgetLost, lostEntries, useDraft } from './use-draft.ts';

/** The entries of this page and their draft: from the server, and from before a lost login. */
export function useEntries(page: SurveyPage) {
  const [stored] = useState<Entries>(() => entriesOf(page));
  const [entries, setEntries] = useState<Entries>(() => ({ ...stored, ...lostEntries(page) }));
  const draft = useDraft(page, stored);
  const same = useSameAddress(page.items, entries);
  useEffect(() => {
    if (lostEntries(page)) draft.note(entries);
    forgetLost();
    // Once, when the page is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  function put(changed: Entries) {
    setEntries(changed);
    draft.note(changed);
  }
  const copies = (entry: readonly string[]) =>
    Object.fromEntries(same.addresses.map(({ id }) => [id, entry]));
  return {
    entries,
    draft,
    /** The items that are filled by the first address. */
    hidden: same.isSame ? same.addresses.slice(1) : [],
    same: same.addresses.length > 1 ? { after: same.addresses[0], isSame: same.isSame } : null,
    enter: (id: string, entry: readonly string[]) =>
      put({ ...entries, ...(same.isSame && same.addresses[0]?.id === id ? copies(entry) : { [id]: entry }) }),
    setSame(isSame: boolean) {
      same.setIsSame(isSame);
      const first = same.addresses[0];
      if (isSame && first) put({ ...entries, ...copies(entries[first.id] ?? []) });
    },
  };
}

/** A page that asks for several addresses takes one for all of them, as long as they are not known to differ. */
function useSameAddress(items: readonly SurveyItem[], entries: Entries) {
  const addresses = items.filter(({ type }) => isItemType(type) && addressKind(type) !== undefined);
  const [isSame, setIsSame] = useState(() => {
    const known = addresses.map(({ id, stored_address: stored }) => `${stored} ${entries[id]?.[0] ?? ''}`);
    return addresses.length > 1 && new Set(known).size === 1;
  });
  return { addresses, isSame, setIsSame };
}
