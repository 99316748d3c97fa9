const LASTS_MS = 8000;

/**
 * Lets a message leave after some seconds, or with the next press of a key or a pointer. Returns a function that forgets the
 * message.
 */
export function letPass(leave: () => void): () => void {
  const passing = new AbortController();
  const end = () => {
    forget();
    leave();
  };
  const timer = setTimeout(end, LASTS_MS);
  const forget = () => {
    clearTimeout(timer);
    passing.abort();
  };
  const { signal } = passing;
  // A key that is still held belongs to the act that the message is about.
  const endAtPress = ({ repeat }: KeyboardEvent) => !repeat && end();
  document.addEventListener('pointerdown', end, { capture: true, signal });
  document.addEventListener('keydown', endAtPress, { capture: true, signal });
  return forget;
}
