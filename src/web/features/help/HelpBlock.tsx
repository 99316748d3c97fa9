import type { Help, HelpNumber } from '../../../domain/crisis.ts';
import { dialLink } from '../../../domain/phone.ts';
import { Icon } from '../../ui/Icon.tsx';
import css from './help.module.css';

/** Help in a crisis: the text, and each number as a link that dials (product 19.7). */
export function HelpBlock({ help }: { help: Help }) {
  return (
    <div className="stack gap-4">
      <p className="paragraphs">{help.text}</p>
      <ul className={`plain ${css.numbers}`}>
        {help.numbers.map((number) => (
          <li key={`${number.name} ${number.number}`}>
            <CallLink number={number} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function CallLink({ number: { name, number, hours } }: { number: HelpNumber }) {
  return (
    <a className={`line box ${css.call}`} href={dialLink(number)}>
      <Icon name="phone" size={22} />
      <span className={css.words}>
        <span>{`${name} `}</span>
        <strong className={css.number}>{number}</strong>
        {hours && <span className="muted small">{` ${hours}`}</span>}
      </span>
    </a>
  );
}
