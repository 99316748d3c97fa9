import type { PointerEvent } from 'react';

type Pointer = Pick<PointerEvent, 'width' | 'height' | 'pressure' | 'pointerType' | 'detail'>;

/**
 * A screen reader that presses pretends to have a pointer: a point without a size, or a mouse without pressure that counts no click. A mouse
 * in Safari before 17.2 has no pressure either, but it counts its clicks.
 */
export function isPretended({ width, height, pressure, pointerType, detail }: Pointer): boolean {
  return (width === 0 && height === 0) || (pointerType === 'mouse' && pressure === 0 && detail === 0);
}
