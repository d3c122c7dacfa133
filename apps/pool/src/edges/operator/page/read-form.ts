import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { isOptional, typingOf } from '../parameters.ts';
import type { Input } from '../prepare-verb.ts';
import type { Verb } from '../verb.ts';
import { type FieldFaults, kindOf, type Typed } from './verb-form.ts';

export type ReadForm =
  | { readonly kind: 'read'; readonly input: Input }
  | { readonly kind: 'faulty'; readonly faults: FieldFaults };

/** Judges each field by the schema and the reader that the same parameter of the command has. A field that was left empty is left out. */
export function readForm(verb: Verb, typed: Typed): ReadForm {
  const input: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const [name, parameter] of Object.entries(verb.input)) {
    const typing = typingOf(parameter);
    if (typing === undefined) continue;
    const texts = typed.getAll(name);
    if (texts.length > 1 && kindOf(parameter) !== 'array') {
      faults[name] = 'it is there more than once';
      continue;
    }
    const text = texts.join('\n').trim();
    try {
      const value = valueOf(kindOf(parameter), text, typing);
      if (value === undefined && !isOptional(parameter)) faults[name] = 'it is needed';
      else if (value !== undefined && !Check(Type.Object({ value: parameter }), { value }))
        faults[name] = 'it cannot be read';
      else if (value !== undefined) input[name] = value;
    } catch (error) {
      faults[name] = (error as Error).message;
    }
  }
  return Object.keys(faults).length === 0 ? { kind: 'read', input } : { kind: 'faulty', faults };
}

/** What stands in the address of a form that is not filled yet, as it is: for looking up what it is about. */
export function readNames(verb: Verb, typed: Typed): Input {
  return Object.fromEntries(
    Object.keys(verb.input).flatMap((name) => (typed.has(name) ? [[name, typed.get(name)]] : [])),
  );
}

function valueOf(
  kind: string,
  text: string,
  { read, default: usual }: NonNullable<ReturnType<typeof typingOf>>,
): unknown {
  // Entries of a list stand in lines of their own, or with blanks or commas between them.
  if (kind === 'array') return text.split(/[\s,]+/).filter(Boolean);
  if (kind === 'boolean') return text === 'yes' ? true : undefined;
  if (text === '') return usual;
  return read === undefined ? text : read(text);
}
