import type { TProperties } from 'typebox';
import type { Need } from './contexts.ts';
import type { Look, Typed, Verb } from './verb.ts';

/** Where a verb is run: in the running pool, in this process on the database of a stopped one, or without either. */
export interface Transport {
  run<Input extends TProperties, Answer, Needs extends Need>(
    verb: Verb<Input, Answer, Needs>,
    input: Typed<Input>,
  ): Promise<Answer>;
}

export type Input = Typed<TProperties>;

/** What a verb comes to before it is done: it is refused, or ready to be done with an input that says more than what was typed. */
export type Prepared =
  | { readonly kind: 'refused'; readonly answer: unknown }
  | {
      readonly kind: 'ready';
      readonly input: Input;
      /** What is asked before it is done; undefined for a verb that asks nothing. */
      question(): Promise<string | undefined>;
    };

/** Looks before a verb is done. */
export async function prepareVerb(verb: Verb, typed: Input, transport: Transport): Promise<Prepared> {
  const look: Look = (other, input) => transport.run(other, input);
  const checked = (await verb.check?.(typed, look)) ?? {};
  if (checked.refusal !== undefined) return { kind: 'refused', answer: checked.refusal };
  const input = { ...typed, ...checked.adding };
  return {
    kind: 'ready',
    input,
    // By what is done: what a check has found is part of what is agreed to.
    question: async () =>
      verb.asks === undefined ? undefined : `${checked.warning ?? ''}${await verb.asks(input, look)}`,
  };
}
