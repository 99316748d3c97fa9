import type { ReactNode } from 'react';
import { wideOnlyText } from '../../../text/clinician.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useMedia } from '../../ui/use-media.ts';

/** A table where there is room for one, a red notice on small screens (product 2). */
export function WideOnly({ children }: { children: ReactNode }) {
  const isWide = useMedia('(min-width: 48rem)');
  return isWide ? children : <Notice tone="error">{wideOnlyText}</Notice>;
}
