import { type ComponentProps, useEffect, useRef } from 'react';
import css from './Field.module.css';

type FormProps = Omit<ComponentProps<'form'>, 'className' | 'noValidate'> & {
  /** What is wrong, by field. When it changes, the focus goes to the first field that is marked. */
  problems: object;
};

/** A form that explains problems itself instead of leaving it to the browser, whose words differ from ours. */
export function Form({ problems, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  return <form {...rest} ref={form} className={css.form} noValidate />;
}
