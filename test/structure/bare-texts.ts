import { join, relative } from 'node:path';
import { API, type Checker, type Type, TypeFlags, type UnionType } from 'typescript/unstable/sync';
import {
  type JsxChild,
  type JsxOpeningElement,
  type JsxSelfClosingElement,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import {
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
} from 'typescript/unstable/ast/is';
import { project } from './imports.ts';

// A translator of a browser replaces each text by an element. React looks for its text again when it puts something beside it, removes it
// or changes it, and fails. React looks for no text that is the only child of an element: it then sets the content of the element.

type Place = { line: number; code: string };

const config = join(project, 'src', 'web', 'tsconfig.json');

/**
 * The bare texts of the pages: texts that are not the only child of an element, as `file:line code`. `changed` are sources to read in place of
 * those on the disk, by their path from `src/web`.
 */
export function bareTexts(changed: Readonly<Record<string, string>> = {}): {
  files: number;
  found: string[];
} {
  const readFile = (path: string) => changed[pathFromWeb(path)];
  const api = new API({ cwd: project, ...(Object.keys(changed).length > 0 && { fs: { readFile } }) });
  try {
    const web = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!web) throw new Error(`no project ${config}`);
    const files = web.rootFiles.filter((file) => file.endsWith('.tsx'));
    const found = files.flatMap((file) => {
      const source = web.program.getSourceFile(file);
      if (!source) throw new Error(`no source of ${file}`);
      return placesIn(source, web.checker).map(({ line, code }) => `${pathFromWeb(file)}:${line} ${code}`);
    });
    return { files: files.length, found };
  } finally {
    api.close();
  }
}

const pathFromWeb = (path: string) => relative(join(project, 'src', 'web'), path).replaceAll('\\', '/');

function placesIn(source: SourceFile, checker: Checker): Place[] {
  const places: Place[] = [];
  const visit = (node: Node): undefined => {
    for (const bare of bareChildren(node, checker)) {
      const line = source.text.slice(0, bare.getStart(source)).split('\n').length;
      places.push({ line, code: bare.getText(source).replaceAll(/\s+/g, ' ') });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return places;
}

function bareChildren(node: Node, checker: Checker): readonly JsxChild[] {
  if (!isJsxElement(node) && !isJsxFragment(node)) return [];
  const children = node.children.filter((child) => !isEmpty(child));
  const isOwn = isJsxElement(node) && !isTransparent(node.openingElement, checker);
  const [only] = children;
  if (isOwn && only && children.length === 1) return isList(only, checker) ? [only] : [];
  return children.filter((child) => canBeText(child, checker));
}

/** True for what React leaves out: line breaks of the source and comments. */
function isEmpty(child: JsxChild): boolean {
  if (isJsxText(child)) return child.text.trim() === '' && child.text.includes('\n');
  return isJsxExpression(child) && !child.expression;
}

function canBeText(child: JsxChild, checker: Checker): boolean {
  if (isJsxText(child)) return true;
  if (isJsxElement(child)) return isOwnText(child.openingElement, checker);
  if (isJsxSelfClosingElement(child)) return isOwnText(child, checker);
  return isJsxExpression(child) && holdsText(typeOf(child, checker), checker);
}

/** True for a list that holds texts. */
function isList(child: JsxChild, checker: Checker): boolean {
  const type = isJsxExpression(child) ? typeOf(child, checker) : undefined;
  return (
    type !== undefined &&
    partsOf(type).some((part) => checker.isArrayLikeType(part) && holdsText(part, checker))
  );
}

type Opening = JsxOpeningElement | JsxSelfClosingElement;

/** True for a component of React or of a library that may return its children, such as a provider. */
function isTransparent(element: Opening, checker: Checker): boolean {
  return !isOwn(element, checker) && returnsText(element, checker);
}

/** True for a component of the product that may return a text. */
function isOwnText(element: Opening, checker: Checker): boolean {
  return isOwn(element, checker) && returnsText(element, checker);
}

function isOwn(element: Opening, checker: Checker): boolean {
  const path = checker.getResolvedSignature(element)?.declaration?.path ?? '';
  return !path.includes('/node_modules/');
}

function returnsText(element: Opening, checker: Checker): boolean {
  if (/^[a-z]/.test(element.tagName.getText())) return false;
  const signature = checker.getResolvedSignature(element);
  const returned = signature && checker.getReturnTypeOfSignature(signature);
  return !returned || holdsText(returned, checker);
}

function typeOf(child: JsxChild, checker: Checker): Type | undefined {
  return isJsxExpression(child) && child.expression ? checker.getTypeAtLocation(child.expression) : undefined;
}

const TEXT =
  TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.Any | TypeFlags.Unknown;

function holdsText(type: Type | undefined, checker: Checker, seen: readonly Type[] = []): boolean {
  if (!type) return true;
  return partsOf(type).some((part) => {
    // React leaves out an empty text.
    if (seen.includes(part) || (part.isStringLiteralType() && part.value === '')) return false;
    if (part.flags & TEXT) return true;
    const inside = checker.isArrayLikeType(part) ? checker.getIndexInfosOfType(part) : [];
    return (
      inside.some(({ valueType }) => holdsText(valueType, checker, [...seen, part])) ||
      /^Iterable|ReactNode/.test(checker.typeToString(part))
    );
  });
}

const partsOf = (type: Type): readonly Type[] =>
  type.isUnionType() ? (type as UnionType).getTypes() : [type];
