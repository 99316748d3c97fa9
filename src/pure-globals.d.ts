// tsconfig.pure.json gives psychometrics and domain nothing but ECMAScript: no process, Buffer, fetch or timers, neither
// of Node.js nor of a browser. This is what both have and what depends on its arguments alone.
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes: Uint8Array): string;
}
