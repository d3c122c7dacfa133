import type { Type } from 'typebox';
import { Check } from 'typebox/value';

/** One way to break a value, with the broken value. */
export interface Mutation {
  /** For example `missing data.uuid`. */
  readonly title: string;
  readonly value: unknown;
}

type Path = readonly (string | number)[];

/** The parts of JSON Schema that the contracts use. */
interface Node {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly anyOf?: readonly Type.TSchema[];
  readonly items?: Type.TSchema;
  readonly properties?: Readonly<Record<string, Type.TSchema>>;
  readonly patternProperties?: Readonly<Record<string, Type.TSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

/**
 * Every small way in which a value that fits the schema could go wrong: a required field missing, a field too many, a
 * number instead of text, an exponent in an amount, text instead of anything else, a value outside the list.
 */
export function mutationsOf(schema: Type.TSchema, value: unknown): Mutation[] {
  const found: Mutation[] = [];
  visit(schema, value, []);
  return found;

  function breakAt(what: string, path: Path, change: unknown): void {
    found.push({ title: `${what} ${path.join('.')}`.trimEnd(), value: changed(value, path, change) });
  }

  function visit(schema: Type.TSchema, part: unknown, path: Path): void {
    const node = schema as Node;
    const branch = node.anyOf?.find((one) => Check(one, part));
    if (branch !== undefined) return visit(branch, part, path);
    if (node.const !== undefined || node.enum !== undefined) return breakAt('foreign value', path, 'no-such');
    if (node.type === 'object') return visitObject(node, part as Record<string, unknown>, path);
    if (node.type === 'array') {
      breakAt('no list', path, {});
      if (node.items === undefined) return undefined;
      for (const [index, item] of (part as unknown[]).entries()) visit(node.items, item, [...path, index]);
      return undefined;
    }
    if (node.type === 'string') {
      breakAt('number for text', path, 1);
      if (isNumeric(node)) breakAt('exponent', path, '1e-7');
      return undefined;
    }
    if (node.type !== 'null') breakAt('text for value', path, '1');
    return undefined;
  }

  function visitObject(node: Node, part: Record<string, unknown>, path: Path): void {
    for (const key of node.required ?? []) breakAt('missing', [...path, key], absent);
    if (node.additionalProperties === false) breakAt('junk', [...path, 'JUNK'], 1);
    breakAt('text for object', path, 'no-such');
    for (const [key, item] of Object.entries(part)) {
      const schema = node.properties?.[key] ?? patternSchema(node, key);
      if (schema !== undefined) visit(schema, item, [...path, key]);
    }
  }
}

const absent = Symbol('absent');

function patternSchema(node: Node, key: string): Type.TSchema | undefined {
  return Object.entries(node.patternProperties ?? {}).find(([pattern]) => new RegExp(pattern).test(key))?.[1];
}

function isNumeric(node: Node): boolean {
  if (node.pattern === undefined) return false;
  const pattern = new RegExp(node.pattern);
  return pattern.test('1') && !pattern.test('a') && !pattern.test('A');
}

function changed(value: unknown, path: Path, change: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? changed(item, rest, change) : item));
  const object = { ...(value as Record<string, unknown>) };
  const next = changed(object[key], rest, change);
  if (next === absent) delete object[key];
  else object[key] = next;
  return object;
}
