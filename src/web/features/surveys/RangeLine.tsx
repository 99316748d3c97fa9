import { type ComponentProps, useRef } from 'react';
import { DECLINED } from '../../../domain/answer-types.ts';
import type { ItemProps } from './ItemField.tsx';
import css from './RangeItem.module.css';
import { useLine } from './use-line.ts';

type RangeLineProps = Pick<ItemProps, 'entry' | 'isDeclined' | 'onChange'> &
  Pick<ComponentProps<'input'>, 'aria-label' | 'aria-describedby' | 'aria-valuetext'> & {
    position: number;
    /** Nothing is chosen: the knob is a hollow ring. */
    isUnset: boolean;
  };

/** A line from 0 to 100. Fingers and mice press the line; keys and screen readers use the slider on it. */
export function RangeLine({ entry, isDeclined, onChange, position, isUnset, ...rest }: RangeLineProps) {
  const slider = useRef<HTMLInputElement>(null);
  const before = isDeclined ? [DECLINED] : entry;
  const { line, listeners } = useLine(before, onChange, () => slider.current?.focus({ preventScroll: true }));
  return (
    <div className={css.track} {...listeners}>
      <span ref={line} className={css.line} />
      <input
        aria-label={rest['aria-label']}
        aria-describedby={rest['aria-describedby']}
        aria-valuetext={rest['aria-valuetext']}
        ref={slider}
        type="range"
        min={0}
        max={100}
        step={1}
        className={isUnset ? `${css.slider} ${css.unset}` : css.slider}
        value={position}
        onChange={(event) => onChange([event.currentTarget.value])}
        // A screen reader that presses the slider takes the number that the slider stands on.
        onClick={(event) => onChange([event.currentTarget.value])}
      />
    </div>
  );
}
