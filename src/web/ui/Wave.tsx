import css from './Wave.module.css';

/** The two arcs of the logo as an ornament in the corner of a warm card: one asks, the other answers. */
export function Wave() {
  return (
    <svg className={css.wave} viewBox="0 0 240 80" aria-hidden="true" focusable="false">
      <path d="M12 46a54 34 0 0 1 108-6" />
      <path className={css.answer} d="M228 34a54 34 0 0 1-108 6" />
    </svg>
  );
}
