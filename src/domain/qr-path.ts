/** The modules of a QR code, row by row; a dark one is not 0. */
type Modules = { readonly size: number; readonly data: Uint8Array };

/** Cameras need a light edge of four modules around the code. */
export const QR_EDGE = 4;

/** The dark modules as a path of SVG. A module is one unit wide, and the first one begins at 0 0. */
export function qrPath({ size, data }: Modules): string {
  return Array.from(data, (isDark, index) =>
    isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  ).join('');
}
