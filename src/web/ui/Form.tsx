import { type ComponentProps, useEffect, useRef } from 'react';

type FormProps = Omit<ComponentProps<'form'>, 'className' | 'noValidate'> & {
  /** The problems by field. When they change, the focus goes to the first marked field. */
  problems: object;
};

/** A form that explains its problems in our words instead of the browser's. */
export function Form({ problems, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  return <form {...rest} ref={form} className="stack gap-5" noValidate />;
}
