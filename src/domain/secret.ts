declare const secretMark: unique symbol;

/**
 * A generated password, a shared secret or a recovery code. It is a text when the program runs, but the compiler does not
 * take it for one: a handler can answer it only in a `secretText` field of the contract, which makes the route a secret one.
 */
export type Secret = { readonly [secretMark]: true };

export function asSecret(text: string): Secret {
  // The type only hides that it is a text.
  return text as unknown as Secret;
}
