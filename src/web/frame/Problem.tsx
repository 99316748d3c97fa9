import type { Elements } from '../ui/elements.ts';
import css from './Problem.module.css';

type ProblemProps = {
  title: string;
  text: string;
  code?: string;
  /** Screen readers announce it at once, because it replaces a page that was shown. */
  isAlert?: boolean;
  children: Elements;
};

/** Shown instead of a page. Names the problem and the next step. */
export function Problem({ title, text, code, isAlert = false, children }: ProblemProps) {
  return (
    <div className={`stack gap-4 start ${css.page}`} role={isAlert ? 'alert' : undefined}>
      {code && (
        <p className="muted strong" lang="en">
          {code}
        </p>
      )}
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  );
}
