import { chooseText } from '../../text/choose.ts';
import { Icon } from './Icon.tsx';
import css from './Tags.module.css';

export type Tag = {
  id: string;
  text: string;
  /** Chosen, but without effect. */
  isStruck?: boolean;
};

/** The chosen values, each with a button to remove it. */
export function Tags({ tags, onRemove }: { tags: readonly Tag[]; onRemove: (id: string) => void }) {
  if (tags.length === 0) return null;
  return (
    <ul className="row gap-2 plain" aria-label={chooseText.chosen}>
      {tags.map(({ id, text, isStruck }) => (
        <li key={id} className={css.tag}>
          {isStruck ? <s className={css.text}>{text}</s> : <span className={css.text}>{text}</span>}
          <button
            type="button"
            className={css.remove}
            aria-label={chooseText.remove(text)}
            title={chooseText.remove(text)}
            onClick={() => onRemove(id)}
          >
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
    </ul>
  );
}
