import { type ESTree, parseSync, Visitor } from 'vite';
import { ownValue } from '../../src/domain/own-value.ts';

/** One small change of a source text: the characters from `start` to `end` become `text`. */
export type Change = {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where the changed expression begins: a test that runs this place runs the change. */
  readonly begin: number;
  /** The change as a reader sees it: `a < b → <=`. */
  readonly what: string;
};

type Span = { readonly start: number; readonly end: number };

const operators: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '++': ['--'],
  '--': ['++'],
};

const otherMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

// Calls that hand on what stands before them, changed: without the call it is handed on unchanged.
const droppable = new Set(
  'filter slice sort toSorted reverse toReversed trim replace replaceAll normalize toLowerCase toUpperCase'.split(
    ' ',
  ),
);
// The same for the clauses of a query.
for (const clause of ['where', 'orderBy', 'limit', 'distinct', 'forUpdate', 'skipLocked'])
  droppable.add(clause);

// Sentences are checked by reading; a text without spaces is a code, a key or a column.
const CODE = /^[\w.:/-]*$/;

/** Every change of one operator, literal, condition, call or returned value that the tool knows, in the file's order. */
export function changesOf(file: string, source: string): readonly Change[] {
  const { program, errors } = parseSync(file, source, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  const changes: Change[] = [];
  const kept = new Set<number>();

  function change(place: Span, text: string, shown: Span = place, begin = shown.start): void {
    const before = source.slice(place.start, place.end);
    if (before === text) return;
    const line = source.slice(0, place.start).split('\n').length;
    const what = `${brief(source.slice(shown.start, shown.end))} → ${text === '' ? 'nothing' : brief(text)}`;
    changes.push({ file, line, start: place.start, end: place.end, text, begin, what });
  }

  function changeOperator(operator: string, from: number, whole: Span): void {
    const start = source.indexOf(operator, from);
    for (const other of operators[operator] ?? [])
      change({ start, end: start + operator.length }, other, whole);
  }

  function keep(node: Span | null | undefined): void {
    if (node) kept.add(node.start);
  }

  function changeTest(test: Span | null): void {
    if (!test) return;
    change(test, 'true');
    change(test, 'false');
  }

  function changeLiteral(node: ESTree.Node & { type: 'Literal' }): void {
    if (kept.has(node.start)) return;
    if ('regex' in node) changeAnchors(node);
    else if (typeof node.value === 'boolean') change(node, String(!node.value));
    else if (typeof node.value === 'number') change(node, node.value === 1 ? '0' : String(node.value + 1));
    else if (typeof node.value === 'string' && CODE.test(node.value)) {
      change(node, node.value === '' ? "'changed'" : "''");
    }
  }

  function changeAnchors(node: Span): void {
    const pattern = source.slice(node.start, node.end);
    if (pattern.startsWith('/^')) change({ start: node.start + 1, end: node.start + 2 }, '', node);
    const end = node.start + pattern.lastIndexOf('/');
    if (source[end - 1] === '$') change({ start: end - 1, end }, '', node);
  }

  function changeCall(node: ESTree.CallExpression): void {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed) return;
    const { name } = callee.property;
    const other = ownValue(otherMethods, name);
    if (other !== undefined) change(callee.property, other, node);
    const [first] = node.arguments;
    if (name === 'abs' && first) change(node, source.slice(first.start, first.end));
    const from = source.lastIndexOf(callee.optional ? '?.' : '.', callee.property.start);
    if (droppable.has(name)) change({ start: from, end: node.end }, '', undefined, node.start);
  }

  new Visitor({
    ImportDeclaration: ({ source: from }) => keep(from),
    ExportNamedDeclaration: ({ source: from }) => keep(from),
    ImportExpression: ({ source: from }) => keep(from),
    TSLiteralType: ({ literal }) => keep(literal),
    Property: ({ key }) => keep(key),
    // A loop that never ends would be noticed, and cost its time limit.
    ForStatement: ({ update }) => keep(update),
    BinaryExpression: (node) => {
      // A text is put together with +, and no other operator is meant.
      if (node.operator === '+' && [node.left, node.right].some(isText)) return;
      changeOperator(node.operator, node.left.end, node);
    },
    LogicalExpression: (node) => changeOperator(node.operator, node.left.end, node),
    AssignmentExpression: (node) => changeOperator(node.operator, node.left.end, node),
    UpdateExpression: (node) => {
      if (!kept.has(node.start))
        changeOperator(node.operator, node.prefix ? node.start : node.argument.end, node);
    },
    UnaryExpression: (node) => {
      if (kept.has(node.start)) keep(node.argument);
      else if (node.operator === '!' || node.operator === '-')
        change(node, source.slice(node.argument.start, node.argument.end));
    },
    Literal: changeLiteral,
    IfStatement: ({ test }) => changeTest(test),
    ConditionalExpression: ({ test }) => changeTest(test),
    WhileStatement: ({ test }) => change(test, 'false'),
    // Where a returned literal matters, its own change shows it.
    ReturnStatement: ({ argument }) => {
      if (argument && argument.type !== 'Literal') change(argument, 'undefined');
    },
    ExpressionStatement: (node) => {
      const { expression } = node;
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
      if (call.type === 'CallExpression') change(node, ';');
    },
    CallExpression: changeCall,
  }).visit(program);
  return changes.sort((one, other) => one.start - other.start);
}

/** The source with the change made. */
export function changed(source: string, { start, end, text }: Change): string {
  return source.slice(0, start) + text + source.slice(end);
}

function isText(node: ESTree.Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

function brief(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length <= 60 ? line : `${line.slice(0, 57)}…`;
}
