import type * as v from 'valibot';
import type { Problem } from './json-lines.ts';

/** A problem that the schema found: a path and an English sentence. */
export function schemaProblem(issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map((step) => (typeof step.key === 'number' ? step.key : String(step.key)));
  return { path, message: schemaSentence(issue, path.at(-1)) };
}

function schemaSentence(issue: v.BaseIssue<unknown>, key: string | number | undefined): string {
  if (issue.expected === 'never') return `The key "${key}" is not known here.`;
  if (issue.received === 'undefined') return `The key "${key}" is missing.`;
  // The messages of our schemas continue the words "The value"; the messages of the library begin with "Invalid".
  if (!issue.message.startsWith('Invalid')) return `The value ${issue.message}.`;
  return `The value must be ${expectation(issue)}, but is ${issue.received}.`;
}

const expectations: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  Object: 'an object in braces',
  Array: 'a list in square brackets',
};

function expectation(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === null) return 'something else';
  const plain = expectations[issue.expected];
  if (plain !== undefined) return plain;
  return issue.expected.includes(' | ') ? `one of ${issue.expected.replace(/[()]/g, '')}` : issue.expected;
}
