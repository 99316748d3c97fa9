/**
 * Calls `back` when the person comes back: the page is visible again, or its window has the focus. Both may come at once.
 * Returns the function that ends it.
 */
export function onReturn(back: () => void): () => void {
  const listen = () => {
    if (document.visibilityState === 'visible') back();
  };
  document.addEventListener('visibilitychange', listen);
  window.addEventListener('focus', listen);
  return () => {
    document.removeEventListener('visibilitychange', listen);
    window.removeEventListener('focus', listen);
  };
}
