import type { ReactNode } from 'react';
import { wideOnlyText } from '../../text/clinician.ts';
import { Notice } from './Notice.tsx';
import { useMedia } from './use-media.ts';

/** A table on wide screens, a red notice in its place on small ones (product 2.13). */
export function WideOnly({ children }: { children: ReactNode }) {
  const isWide = useMedia('(min-width: 48rem)');
  return isWide ? children : <Notice tone="error">{wideOnlyText}</Notice>;
}
