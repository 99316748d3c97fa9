import * as v from 'valibot';

// Values that several parts of the instrument format use.

export const Key = v.pipe(
  v.string(),
  v.regex(
    /^[a-z][a-z0-9-]{0,63}$/,
    'must be a key: small letters, digits and hyphens, a letter first, at most 64',
  ),
);
export const ItemId = v.pipe(
  v.string(),
  v.regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
    'must be an item id: letters, digits, ".", "_", "-", at most 64',
  ),
);
export const Finite = v.pipe(v.number(), v.finite('must be a finite number'));
export const Positive = v.pipe(Finite, v.gtValue(0, 'must be greater than 0'));
export const Count = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
);

export const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(5000));

export const CodingSchema = v.strictObject({
  system: v.optional(Text),
  code: Text,
  display: v.optional(Text),
});
export type Coding = v.InferOutput<typeof CodingSchema>;
