import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { type TSchema, Type } from 'typebox';
import { readInstant } from '../../domain/policy/read-instant.ts';

/**
 * What a parameter of a verb has beside its JSON schema: how it is typed. `<miner>`, `[url]` and `[ids...]` are arguments, in the
 * order of the input; `--coin <symbol>` is an option.
 */
export interface Typing {
  readonly flags: string;
  readonly description: string;
  /** Makes of the typed text what the schema wants; throws an `InvalidArgumentError` with what is wrong. */
  readonly read?: (text: string) => unknown;
  readonly choices?: readonly string[];
  readonly default?: unknown;
}

export function text(flags: string, description: string) {
  return Type.String({ maxLength: 1000, flags, description });
}

export function optionalText(flags: string, description: string) {
  return Type.Optional(text(flags, description));
}

/** A text of several lines. */
export function longText(flags: string, description: string) {
  return Type.String({
    maxLength: longTextMax,
    flags,
    description,
    // Forms send the line ends of other systems.
    read: (typed: string) => typed.replaceAll('\r\n', '\n'),
  });
}

const longTextMax = 20_000;

export function isLong(parameter: TSchema): boolean {
  return (parameter as { readonly maxLength?: unknown }).maxLength === longTextMax;
}

/** Any number of texts; none is an empty list. */
export function texts(flags: string, description: string) {
  return Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000, flags, description });
}

export function optionalTexts(flags: string, description: string) {
  return Type.Optional(texts(flags, description));
}

const fromTheRoot = '^/';

/** A file by its absolute path: the working directory of the pool is not the operator's. */
export function absolutePath(flags: string, description: string) {
  return Type.String({
    maxLength: 4096,
    pattern: fromTheRoot,
    flags,
    description,
    read: (typed: string) => resolve(typed),
  });
}

/** A whole number that is not typed, but added by the `check` of its verb; too large for JSON's numbers. */
export function digits() {
  return Type.Optional(Type.String({ pattern: String.raw`^\d{1,78}$` }));
}

/** Any number of texts that are not typed, but added by the `check` of their verb. */
export function addedTexts() {
  return Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000 }));
}

/** An option without a value. */
export function flag(flags: string, description: string) {
  return Type.Optional(Type.Boolean({ flags, description }));
}

export function oneOf<const Choice extends string>(
  flags: string,
  description: string,
  choices: readonly Choice[],
) {
  return Type.Optional(Type.Enum([...choices], { flags, description, choices }));
}

export function requiredOneOf<const Choice extends string>(
  flags: string,
  description: string,
  choices: readonly Choice[],
) {
  return Type.Enum([...choices], { flags, description, choices });
}

export function wholeNumber(
  flags: string,
  description: string,
  { minimum, maximum, ...more }: { minimum: number; maximum: number; default?: number },
) {
  const read = (typed: string): number => {
    const value = /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
    if (!(value >= minimum && value <= maximum))
      throw new InvalidArgumentError(`It must be a number from ${minimum} to ${maximum}.`);
    return value;
  };
  return Type.Integer({ minimum, maximum, flags, description, read, ...more });
}

export function optionalWholeNumber(
  flags: string,
  description: string,
  range: { minimum: number; maximum: number },
) {
  return Type.Optional(wholeNumber(flags, description, range));
}

/** How many lines a list has at most. */
export function limit(standard: number) {
  return wholeNumber('--limit <number>', 'the most to list', {
    minimum: 1,
    maximum: 1000,
    default: standard,
  });
}

/** A date or time of UTC, in ms. */
export function instantOfUtc(flags: string, description: string) {
  const read = (typed: string): number => {
    const at = readInstant(typed);
    if (at === undefined)
      throw new InvalidArgumentError(
        'It must be a date or time of UTC, such as 2026-05-01 or 2026-05-01T13:00:00Z.',
      );
    return at;
  };
  return Type.Optional(Type.Number({ flags, description, read }));
}

export const minerArgument = text('<miner>', 'its id, or COIN:ADDRESS, or COIN:ADDRESS:MEMO');

/** How a parameter is typed; undefined for one that is not. Each is made by one of the functions above, which say it. */
export function typingOf(parameter: TSchema): Typing | undefined {
  const typing = parameter as unknown as Partial<Typing>;
  return typing.flags === undefined ? undefined : (typing as Typing);
}

/** Whether it names a file on the machine of the pool. */
export function isPath(parameter: TSchema): boolean {
  return (parameter as { readonly pattern?: unknown }).pattern === fromTheRoot;
}

export function isOptional(parameter: TSchema): boolean {
  return Type.IsOptional(parameter);
}

/** Whether it is typed by its place and not as an option. */
export function isArgument(parameter: TSchema): boolean {
  const { flags } = typingOf(parameter) ?? {};
  return flags !== undefined && !flags.startsWith('-');
}
