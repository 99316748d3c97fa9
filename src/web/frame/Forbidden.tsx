import { forbiddenText } from '../../text/frame.ts';
import css from './Problem.module.css';
import { HomeLink } from './HomeLink.tsx';

/** A page of another user type. */
export function Forbidden() {
  return (
    <div className={css.page}>
      <h1>{forbiddenText.title}</h1>
      <p>{forbiddenText.text}</p>
      <HomeLink />
    </div>
  );
}
