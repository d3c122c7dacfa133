import { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';

/**
 * Takes a file apart: YAML between two lines of dashes, then Markdown. `what` names the file in the error, which also
 * names the field that is not as `schema` wants it.
 */
export function readFrontMatter<Schema extends TSchema>(
  what: string,
  text: string,
  schema: Schema,
): { readonly head: Static<Schema>; readonly body: string } {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]+)$/.exec(text);
  if (parts === null) throw new Error(`${what}: front matter between two lines of --- is missing`);
  return { head: readYaml(what, parts[1] ?? '', schema), body: parts[2] ?? '' };
}

/** Reads YAML of a known shape. */
export function readYaml<Schema extends TSchema>(what: string, text: string, schema: Schema): Static<Schema> {
  const value: unknown = parse(text);
  const [fault] = Value.Errors(schema, value);
  if (fault !== undefined) throw new Error(`${what}: ${fault.instancePath} ${fault.message}`);
  return value as Static<Schema>;
}
