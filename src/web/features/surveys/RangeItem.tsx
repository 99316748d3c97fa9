import { type ComponentProps, useId, useState, useRef, type PointerEvent } from 'react';
import { surveyText as text } from '../../../text/survey.ts';
import { Button } from '../../ui/Button.tsx';
import type { Elements } from '../../ui/elements.ts';
import { Ends, ItemField, type ItemProps } from './ItemField.tsx';
import css from './RangeItem.module.css';
import { isPretended } from './pointers.ts';

type SliderEnds = readonly [least: number, most: number];

/** The nearest whole number of the line, also beyond its ends. */
const within = ([least, most]: SliderEnds, place: number) =>
  Math.min(most, Math.max(least, Math.round(place)));

/**
 * 0 to 100 in whole steps, or what the item says instead (product 5): a line for a finger, a mouse or the arrow keys, and below it the same number to type or to change
 * by one.
 */
export function RangeItem(props: ItemProps) {
  const { entry, onChange, item } = props;
  const ends: SliderEnds = [item.min ?? 0, item.max ?? 100];
  const [least, most] = ends;
  const id = useId();
  const typed = entry[0] ?? '';
  const value = /^\d+$/.test(typed) ? Number(typed) : null;
  // A slider without an answer stands in the middle. The arrow keys and the buttons begin here, too.
  const position = value ?? Math.round((least + most) / 2);
  const word = (of: number) => item.response_options.find((option) => option.value === of)?.label;
  const spoken = value === null ? text.notChosen : [typed, word(value)].filter(Boolean).join(': ');
  return (
    <ItemField {...props}>
      {({ className, 'aria-describedby': described, ...attributes }) => (
        <div className={`stack gap-2 ${css.range}`}>
          <p className={`muted small ${css.words}`}>{text.rangeLine}</p>
          <RangeLine
            ends={ends}
            before={props.reason ? [props.reason] : entry}
            onChoose={onChange}
            value={position}
            className={`${css.slider} ${value === null ? css.unset : ''}`}
            aria-label={`${item.content} ${text.rangeSlider}`}
            aria-describedby={`${id}-ends`}
            aria-valuetext={spoken}
          />
          <Ends
            low={<End value={least} word={word(least)} />}
            high={<End value={most} word={word(most)} />}
          />
          <p className={`muted small ${css.words}`} id={`${id}-number`}>
            {text.rangeNumber(least, most)}
          </p>
          <span id={`${id}-ends`} hidden>
            {text.rangeEnds(least, most, word(least), word(most))}
          </span>
          <Steps ends={ends} from={position} question={item.content} onStep={(next) => onChange([`${next}`])}>
            <NumberBox
              {...attributes}
              className={`${className} ${css.value}`}
              aria-describedby={[`${id}-number ${id}-ends`, described].filter(Boolean).join(' ')}
              value={typed}
              onType={(next) => onChange([next])}
            />
          </Steps>
        </div>
      )}
    </ItemField>
  );
}

function End({ value, word = '' }: { value: number; word: string | undefined }) {
  return (
    <>
      <b>{value}</b>
      <span>{` ${word}`}</span>
    </>
  );
}

type NumberBoxProps = Omit<ComponentProps<'input'>, 'onChange'> & { onType: (text: string) => void };

/** Refuses an e, a plus or a minus as it is typed, so that "-5" does not become another number. */
function NumberBox({ onType, ...rest }: NumberBoxProps) {
  return (
    <input
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="next"
      maxLength={3}
      onChange={({ currentTarget: { value } }) => /[e+-]/i.test(value) || onType(value)}
    />
  );
}

type StepsProps = {
  ends: SliderEnds;
  from: number;
  question: string;
  onStep: (next: number) => void;
  children: Elements;
};

/** A button for one less and one for one more, on both sides of the number. A screen reader hears the number that results. */
function Steps({ ends, from, question, onStep, children }: StepsProps) {
  const [last, setLast] = useState<number>();
  const step = (by: number) => {
    const next = within(ends, from + by);
    setLast(next);
    onStep(next);
  };
  return (
    <div className={`row gap-2 ${css.steps}`}>
      <Button
        look="secondary"
        icon="minus"
        aria-label={`${text.rangeLess}: ${question}`}
        onClick={() => step(-1)}
      />
      {children}
      <Button
        look="secondary"
        icon="plus"
        aria-label={`${text.rangeMore}: ${question}`}
        onClick={() => step(1)}
      />
      <output className="visually-hidden">{last === from && last}</output>
    </div>
  );
}

type RangeLineProps = ComponentProps<'input'> & {
  ends: SliderEnds;
  before: Entry;
  onChoose: (entry: Entry) => void;
};

/** The line of the slider. Fingers and mice press the line; keys and screen readers use the slider on it. */
function RangeLine({ ends, before, onChoose, ...rest }: RangeLineProps) {
  const slider = useRef<HTMLInputElement>(null);
  const { line, listeners } = useLine(ends, before, onChoose, () =>
    slider.current?.focus({ preventScroll: true }),
  );
  const take = ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => onChoose([value]);
  return (
    <div className={css.track} {...listeners}>
      <span ref={line} className={css.line} />
      <input
        {...rest}
        ref={slider}
        type="range"
        min={ends[0]}
        max={ends[1]}
        onChange={take}
        // A screen reader that presses the slider takes the number that the slider stands on.
        onClick={take}
      />
    </div>
  );
}

// A finger that rests moves no further.
const REST_PX = 8;

type Entry = readonly string[];
type Press = { pointerId: number; x: number; y: number; before: Entry; slides: boolean };

/**
 * A finger or a mouse on a line. The answer is the place where the pointer leaves the line after a tap or a move along it. A
 * scroll of the page that begins on the line is no answer. If the browser takes the finger for something else, the answer of before returns.
 */
function useLine(ends: SliderEnds, entry: Entry, onChange: (entry: Entry) => void, onTaken: () => void) {
  const line = useRef<HTMLSpanElement>(null);
  const press = useRef<Press | null>(null);
  const take = (x: number) => {
    const { left = 0, width = 1 } = line.current?.getBoundingClientRect() ?? {};
    const [least, most] = ends;
    onChange([`${within(ends, least + ((x - left) / width) * (most - least))}`]);
  };
  const pressOf = ({ pointerId }: PointerEvent) =>
    press.current?.pointerId === pointerId ? press.current : null;
  return {
    line,
    listeners: {
      onPointerDown(event: PointerEvent) {
        const { pointerId, clientX: x, clientY: y, pointerType } = event;
        if (!event.isPrimary || event.button !== 0 || isPretended(event)) return;
        event.currentTarget.setPointerCapture(pointerId);
        // A mouse never scrolls by a press.
        press.current = { pointerId, x, y, before: entry, slides: pointerType === 'mouse' };
      },
      onPointerMove(event: PointerEvent) {
        const down = pressOf(event);
        if (!down) return;
        const { x, y } = distance(down, event);
        down.slides ||= x > REST_PX && x > y;
        if (down.slides) take(event.clientX);
      },
      onPointerUp(event: PointerEvent) {
        const down = pressOf(event);
        press.current = null;
        if (!down || !(down.slides || isRest(distance(down, event)))) return;
        take(event.clientX);
        onTaken();
      },
      onPointerCancel(event: PointerEvent) {
        const down = pressOf(event);
        press.current = null;
        if (down?.slides) onChange(down.before);
      },
      // The browser would take the focus from the slider.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}

type Distance = { x: number; y: number };

function distance(down: Press, { clientX, clientY }: PointerEvent): Distance {
  return { x: Math.abs(clientX - down.x), y: Math.abs(clientY - down.y) };
}

const isRest = ({ x, y }: Distance) => Math.max(x, y) <= REST_PX;
