import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorPageText, forbiddenText } from '../../text/frame.ts';
import { session } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { homePath, homeState, paths } from '../paths.ts';
import { buttonClass } from '../ui/Button.tsx';
import css from './Problem.module.css';

type ProblemProps = {
  title: string;
  text: string;
  code?: string;
  /** Screen readers announce it at once, because it replaces a page that was shown. */
  isAlert?: boolean;
  children: ReactNode;
};

/** Shown instead of a page. Names the problem and the next step. */
export function Problem({ title, text, code, isAlert = false, children }: ProblemProps) {
  return (
    <div className={css.page} role={isAlert ? 'alert' : undefined}>
      {code && <p className={css.code}>{code}</p>}
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  );
}

export function NotFound() {
  const { notFoundCode, notFoundTitle, notFound } = errorPageText;
  return (
    <Problem code={notFoundCode} title={notFoundTitle} text={notFound}>
      <HomeLink />
    </Problem>
  );
}

/** A page of another user type. */
export function Forbidden() {
  return (
    <Problem title={forbiddenText.title} text={forbiddenText.text}>
      <HomeLink />
    </Problem>
  );
}

/** The way back to the own home page, or to the first page. */
export function HomeLink() {
  const user = useStore(session);
  return (
    <Link
      className={buttonClass('primary')}
      to={user ? homePath[user.userType] : paths.landing}
      state={user ? homeState[user.userType] : null}
    >
      {errorPageText.toHome}
    </Link>
  );
}
