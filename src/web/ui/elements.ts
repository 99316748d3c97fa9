import type { ReactElement } from 'react';

/**
 * What stands beside other things: elements, and no bare text. A translator of the browser replaces each text by an element, and React then
 * looks in vain for a text beside which something comes, goes or changes.
 */
export type Elements = ReactElement | '' | false | null | undefined | readonly Elements[];
