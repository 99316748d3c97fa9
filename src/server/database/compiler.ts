import {
  type CompiledQuery,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryId,
  RawNode,
  type RootOperationNode,
  ValueNode,
} from 'kysely';

// Stands for a value between two pieces of a text.
const VALUE = Symbol('value');

/** A place between the pieces of statements: the text of the statement that ends here, and the pieces that may follow. */
type Place = { text?: string; readonly next: Map<string | typeof VALUE, Place> };

// Texts whose pieces have no bound, such as long lists, must not fill the memory.
const MOST_PLACES = 20_000;

/**
 * Writes the text of a raw statement once, and knows it by its pieces from then on. The same string is then the name of
 * the prepared statement, which saves comparing long texts as well.
 */
class TextsOnce extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const parameters: unknown[] = [];
    const end = RawNode.is(node) ? follow(start, node, parameters) : undefined;
    if (!end) return super.compileQuery(node, queryId);
    end.text ??= super.compileQuery(node, queryId).sql;
    return { query: node, queryId, sql: end.text, parameters };
  }
}

const start: Place = { next: new Map() };
let places = 0;

/** The place behind a raw piece; collects its values. Undefined if it holds more than text and values. */
function follow(from: Place, { sqlFragments, parameters }: RawNode, values: unknown[]): Place | undefined {
  let place: Place | undefined = from;
  // An iterator would be the largest part of the garbage of a page turn.
  for (let index = 0; index < sqlFragments.length; index += 1) {
    place = place && step(place, sqlFragments[index]!);
    const parameter = parameters[index];
    if (!place || !parameter) continue;
    if (RawNode.is(parameter)) place = follow(place, parameter, values);
    else if (ValueNode.is(parameter) && !parameter.immediate) {
      values.push(parameter.value);
      place = step(place, VALUE);
    } else return undefined;
  }
  return place;
}

function step({ next }: Place, piece: string | typeof VALUE): Place | undefined {
  const known = next.get(piece);
  if (known || places >= MOST_PLACES) return known;
  const made: Place = { next: new Map() };
  next.set(piece, made);
  places += 1;
  return made;
}

export class Dialect extends PostgresDialect {
  override createQueryCompiler(): TextsOnce {
    return new TextsOnce();
  }
}
