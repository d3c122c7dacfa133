import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Contexts, Need } from './contexts.ts';
import { text } from './parameters.ts';

export type Typed<Input extends TProperties> = Static<TObject<Input>>;

/** Runs another verb the same way, to look before something is decided. */
export type Look = <Input extends TProperties, Answer, Needs extends Need>(
  verb: Verb<Input, Answer, Needs>,
  input: Typed<Input>,
) => Promise<Answer>;

/** What a look before a decision comes to. */
interface Checked<Input extends TProperties, Answer> {
  /** It is not done, and this is printed. */
  readonly refusal?: Answer;
  /** Goes before the question. */
  readonly warning?: string;
  /** Goes into the input. */
  readonly adding?: Partial<Typed<Input>>;
}

/** A command of the operator: how it is typed, what it does wherever that is done, and how its answer is told. */
export interface Verb<Input extends TProperties = TProperties, Answer = unknown, Needs extends Need = Need> {
  /** As it is typed, with the group before it: `payouts list`. The socket and the pool's log call it the same. */
  readonly name: string;
  readonly does: string;
  readonly needs: Needs;
  /** Whether it changes something: the pool logs it and acts on it at once. */
  readonly decides: boolean;
  /** Whether what it found is kept as evidence under the name of who asked, though it decides nothing. */
  readonly keeps?: boolean;
  /** Its arguments and options; what JSON can carry, because it may travel to a running pool. */
  readonly input: Input;
  /** What `--json` prints, for its help. */
  readonly jsonIs: string;
  /** When it ends with 1. */
  readonly finding?: Finding<Answer>;
  /** The command of its group that runs where none is named. */
  readonly isDefault?: boolean;
  /** Judges what was typed, as it was typed; the answer is what JSON can carry. */
  run(ctx: Contexts[Needs], input: Typed<Input>): Promise<Answer>;
  check?(typed: Typed<Input>, look: Look): Promise<Checked<Input, NoInfer<Answer>>>;
  /** What is asked before it is done, unless `--yes` answers it; `typed` with what `check` has added. */
  asks?(typed: Typed<Input>, look: Look): string | Promise<string>;
  /** What it is about as safe HTML, which a page shows under what is printed or above what is asked; undefined where there is none. */
  preview?(typed: Typed<Input>, look: Look): Promise<string | undefined>;
  /** What is done next as a rule: other verbs by name, with what is typed for them. A page links to their forms. */
  next?(answer: Answer, typed: Typed<Input>): readonly NextStep[];
  /** What the fields of its form hold where a page is asked for with some of them only; undefined where that is nothing yet. */
  prefill?(typed: Typed<Input>, look: Look): Promise<Readonly<Record<string, string>> | undefined>;
  /**
   * What the answers of several processes come to that run with the same settings; each of them is asked then. Left out where any of them
   * answers for all. At least one has answered; `unanswered` names those that did not.
   */
  join?(answers: readonly Answer[], typed: Typed<Input>, unanswered: readonly string[]): Answer;
  /** Whether what some processes have answered is worth something while others do not answer; otherwise the command fails then. */
  readonly joinsPart?: boolean;
  /** Whether it did what it was asked for; left out where it always did. Otherwise it ends with 2. */
  isDone?(answer: Answer): boolean;
  /** What `--json` prints; left out where it is the answer. */
  json?(answer: Answer): unknown;
  print(answer: Answer, typed: Typed<Input>): string;
}

export interface NextStep {
  readonly verb: string;
  readonly input: Readonly<Record<string, string>>;
}

interface Finding<Answer> {
  /** What the end with 1 means. */
  readonly means: string;
  isThere(answer: Answer): boolean;
}

/** Commands under one word. */
export interface VerbGroup {
  readonly name: string;
  readonly does: string;
}

/** Commands that belong together: under the word of their group, or each by itself. */
export interface VerbFamily {
  readonly group?: VerbGroup;
  readonly verbs: readonly Verb[];
}

/** What a verb declares; without `needs` it needs the pool. */
type Definition<Own extends TProperties, Input extends TProperties, Answer, Needs extends Need> = Pick<
  Verb<Input, Answer, Needs>,
  | 'name'
  | 'does'
  | 'keeps'
  | 'run'
  | 'finding'
  | 'isDefault'
  | 'check'
  | 'asks'
  | 'preview'
  | 'next'
  | 'prefill'
  | 'join'
  | 'joinsPart'
  | 'isDone'
  | 'json'
  | 'print'
> & { readonly input: Own; readonly needs?: Needs; readonly jsonIs?: string };

/** A verb that only looks. */
export function looks<Input extends TProperties, Answer, Needs extends Need = 'pool'>(
  definition: Definition<Input, Input, Answer, Needs>,
): Verb<Input, Answer, Needs> {
  return { jsonIs: 'it', ...definition, needs: needsOf(definition), decides: false };
}

const reasoned = { reason: text('--reason <text>', 'why; kept for ever') };

/** A verb that decides something: it wants a reason, which is part of its input, and is done where its answer says so. */
export function decides<Own extends TProperties, Answer extends Outcome, Needs extends Need = 'pool'>(
  definition: Definition<Own, Own & typeof reasoned, Answer, Needs>,
): Verb<Own & typeof reasoned, Answer, Needs> {
  return {
    jsonIs: 'the outcome',
    isDone: ({ kind }) => kind === 'done',
    ...definition,
    needs: needsOf(definition),
    input: { ...definition.input, ...reasoned },
    decides: true,
  };
}

interface Outcome {
  readonly kind: string;
}

/** The type parameter is 'pool', too, where none is given. */
function needsOf<Needs extends Need>({ needs = 'pool' as Needs }: { readonly needs?: Needs }): Needs {
  return needs;
}

/** Whether an input that came over a socket is one of this verb. */
export function isInputOf(verb: Verb, input: unknown): input is Typed<TProperties> {
  return Check(Type.Object(verb.input, { additionalProperties: false }), input);
}
