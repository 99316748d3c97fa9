import { errorPageText } from '../../text/frame.ts';
import { Button } from '../ui/Button.tsx';
import css from './Problem.module.css';

function reload() {
  location.reload();
}

export function RenderFailed() {
  return (
    <div className={css.page} role="alert">
      <h1>{errorPageText.renderTitle}</h1>
      <p>{errorPageText.render}</p>
      <Button onClick={reload}>{errorPageText.reload}</Button>
    </div>
  );
}

export function ChunkFailed() {
  return (
    <div className={css.page} role="alert">
      <p className={css.code}>{errorPageText.chunkCode}</p>
      <h1>{errorPageText.chunkTitle}</h1>
      <p>{errorPageText.chunk}</p>
      <Button onClick={reload}>{errorPageText.reload}</Button>
    </div>
  );
}
