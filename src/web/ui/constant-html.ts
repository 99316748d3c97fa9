declare const isConstant: unique symbol;

/** Markup written in our own source; nothing from outside can become one (R59). */
export type ConstantHtml = { readonly markup: string; readonly [isConstant]: true };

/** Marks a literal as markup: constantHtml`<p>…</p>`. A value inside it is refused. */
export function constantHtml(literal: TemplateStringsArray, ...values: never[]): ConstantHtml {
  if (values.length > 0 || literal.length !== 1) throw new TypeError('markup must be a constant');
  // The only place that makes one: from a literal without values.
  return { markup: literal[0] } as ConstantHtml;
}
