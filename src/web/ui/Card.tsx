import type { ReactNode } from 'react';
import css from './Card.module.css';

/** A raised area that holds one subject. */
export function Card({ children }: { children: ReactNode }) {
  return <div className={`card stack gap-4 ${css.card}`}>{children}</div>;
}
