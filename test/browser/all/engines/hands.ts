/** What a walk needs of a browser that Playwright does not know: Debian's Firefox and WebKit. */
export type Hands = {
  /** Sets the size of the window and opens the address. */
  open(url: string, size: { width: number; height: number }): Promise<void>;
  /** The value of an expression in the page, which JSON can hold. */
  evaluate<T>(expression: string): Promise<T>;
  /** Presses and releases at a place of the window, as a mouse does. */
  press(place: { x: number; y: number }): Promise<void>;
  /** Types by keys. */
  type(text: string): Promise<void>;
  close(): Promise<void>;
};

/** The actions of WebDriver and of its newer form BiDi, which are the same. */
export function pressAt({ x, y }: { x: number; y: number }) {
  const place = { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 };
  const actions = [place, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

const CONTROL = '\uE009';

const down = (value: string) => ({ type: 'keyDown', value });
const up = (value: string) => ({ type: 'keyUp', value });

/** What stands in the field is chosen first, so that the text replaces it. */
export function typed(text: string) {
  const chosen = [down(CONTROL), down('a'), up('a'), up(CONTROL)];
  const actions = [...chosen, ...[...text].flatMap((value) => [down(value), up(value)])];
  return [{ type: 'key', id: 'keys', actions }];
}
