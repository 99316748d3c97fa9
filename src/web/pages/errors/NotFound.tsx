import { errorPageText } from '../../../text/frame.ts';
import css from '../../frame/Problem.module.css';
import { HomeLink } from '../../frame/HomeLink.tsx';

export function NotFound() {
  return (
    <div className={css.page}>
      <p className={css.code}>{errorPageText.notFoundCode}</p>
      <h1>{errorPageText.notFoundTitle}</h1>
      <p>{errorPageText.notFound}</p>
      <HomeLink />
    </div>
  );
}
