import { type Input, prepareVerb, type Transport } from '../prepare-verb.ts';
import type { NextStep, Verb } from '../verb.ts';
import { html, type Html, safeMarkup } from './html.ts';
import { notice, printed } from './layout.ts';
import { acts, pathOfVerb, verbNamed } from './page-verbs.ts';
import { readForm, readNames } from './read-form.ts';
import { labelOfField, type Typed, verbForm } from './verb-form.ts';
import type { WaitingDecisions } from './waiting-decisions.ts';

/** A page of one verb: what it says, and the status that says so to a program. */
export interface VerbAnswer {
  readonly status: 200 | 404 | 409 | 410 | 422 | 504;
  /** Where the visitor is, before the name of the verb; a form has no such word. */
  readonly step?: 'Not right' | 'Answer' | 'Question' | 'Done' | 'Not done' | 'Not known yet' | 'Not known';
  readonly body: Html;
}

/** What failed after a yes may have been done all the same: the answer of the database can be lost behind the deed. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

export interface Asking {
  readonly actor: string;
  readonly transport: Transport;
  readonly waiting: WaitingDecisions<VerbAnswer>;
}

/** The field in which a visitor agrees to what was asked. */
export const agreedField = 'agreed';

const back = html`<p><a href="/operator">Back to the overview</a></p>`;

/** Shows the form of a verb, and what it answers where it only looks and everything that it needs is there. */
export async function showVerb(
  verb: Verb,
  typed: Typed,
  { transport, mayAct }: { readonly transport: Transport; readonly mayAct: boolean },
): Promise<VerbAnswer> {
  const form = (faults = {}): Html => html`<p>${sentence(verb.does)}.</p>${verbForm(verb, typed, faults)}`;
  if (acts(verb)) {
    const filled = await prefilled(verb, typed, transport);
    return { status: 200, body: html`<p>${sentence(verb.does)}.</p>${verbForm(verb, filled, {})}` };
  }
  const read = readForm(verb, typed);
  const isEmpty = !Object.keys(verb.input).some((name) => typed.has(name));
  if (read.kind === 'faulty')
    return isEmpty
      ? { status: 200, body: form() }
      : { status: 422, step: 'Not right', body: form(read.faults) };
  const prepared = await prepareVerb(verb, read.input, transport);
  const answer = prepared.kind === 'refused' ? prepared.answer : await transport.run(verb, prepared.input);
  const isFound = prepared.kind === 'ready' && verb.isDone?.(answer) !== false;
  const text = verb.print(answer, prepared.kind === 'ready' ? prepared.input : read.input);
  return {
    status: isFound ? 200 : 404,
    step: 'Answer',
    body: html`${form()}<section><h2>Answer</h2>${printed(text, `Answer of ${verb.name}`)}</section>${isFound ? await preview(verb, prepared.input, transport) : ''}${isFound ? nextSteps(verb.next?.(answer, prepared.input), mayAct) : ''}`,
  };
}

/** What there is already under what was typed, and what was typed over it. */
async function prefilled(verb: Verb, typed: Typed, transport: Transport): Promise<Typed> {
  if (verb.prefill === undefined || typed.toString() === '') return typed;
  const known = await verb.prefill(readNames(verb, typed), (other, input) => transport.run(other, input));
  if (known === undefined) return typed;
  return new URLSearchParams({ ...known, ...Object.fromEntries(new URLSearchParams(typed.toString())) });
}

/** Links to the forms of what comes next, with what is known filled in. */
function nextSteps(steps: readonly NextStep[] = [], mayAct = true): Html | '' {
  const shown = steps
    .map(({ verb, input }) => ({ verb: verbNamed(verb), query: String(new URLSearchParams(input)) }))
    .filter(({ verb }) => mayAct || !acts(verb));
  if (shown.length === 0) return '';
  return html`<ul class="next">${shown.map(({ verb, query }) => html`<li><a href="${pathOfVerb(verb)}?${query}">${verb.name}</a></li>`)}</ul>`;
}

/** What it is about as the site shows it. */
async function preview(verb: Verb, input: Input, transport: Transport): Promise<Html | ''> {
  const markup = await verb.preview?.(input, (other, given) => transport.run(other, given));
  if (markup === undefined) return '';
  return html`<section aria-label="Preview"><h2>Preview</h2><div class="preview">${safeMarkup(markup)}</div></section>`;
}

/** Judges what was typed for something that acts, looks, and asks for a yes; nothing is done yet. */
export async function askForVerb(
  verb: Verb,
  typed: Typed,
  { actor, transport, waiting }: Asking,
): Promise<VerbAnswer> {
  const read = readForm(verb, typed);
  if (read.kind === 'faulty')
    return { status: 422, step: 'Not right', body: verbForm(verb, typed, read.faults) };
  const prepared = await prepareVerb(verb, read.input, transport);
  if (prepared.kind === 'refused') {
    const text = verb.print(prepared.answer, read.input);
    return {
      status: 409,
      step: 'Not done',
      body: html`${notice('bad', 'Nothing was done.')}${printed(text, 'Why')}${back}`,
    };
  }
  const question = (await prepared.question()) ?? `${verb.does}?`;
  const id = waiting.ask({ actor, verb: verb.name, input: prepared.input });
  return {
    status: 200,
    step: 'Question',
    body: html`${await preview(verb, prepared.input, transport)}<section><p class="question">${sentence(question)}</p>
<dl>${shownInput(verb, prepared.input)}</dl>
<form method="post"><input type="hidden" name="${agreedField}" value="${id}"><p><button type="submit">Yes, do it</button> <a href="${pathOfVerb(verb)}?${String(typed)}">No, back to the form</a></p></form></section>`,
  };
}

/** Does what was agreed to, once. Throws an `OutcomeUnknown` where it failed on the way. */
export async function doVerb(
  verb: Verb,
  agreed: string,
  { actor, transport, waiting }: Asking,
): Promise<VerbAnswer> {
  const answer = waiting.agree({ id: agreed, actor, verb: verb.name }, ({ input }) =>
    outcomeOf(verb, input, transport),
  );
  if (answer !== undefined) return answer;
  return {
    status: 410,
    step: 'Not known',
    body: html`${notice('bad', 'This yes is not known any more: it was asked more than five minutes ago, or before the pool was started, or much else was asked since.')}
<p><a href="/operator/do/log">See what was decided</a>, and <a href="${pathOfVerb(verb)}">ask again</a>.</p>`,
  };
}

async function outcomeOf(verb: Verb, input: Input, transport: Transport): Promise<VerbAnswer> {
  try {
    const answer = await transport.run(verb, input);
    const text = verb.print(answer, input);
    // What was not done as asked may have led to something else, which the outcome says: a payout is held that cannot be released yet.
    return verb.isDone?.(answer) === false
      ? {
          status: 409,
          step: 'Not done',
          body: html`${notice('bad', 'It was not done as asked.')}${printed(text, 'Why')}${back}`,
        }
      : {
          status: 200,
          step: 'Done',
          body: html`${notice('good', 'Done.')}${printed(text, 'Outcome')}${nextSteps(verb.next?.(answer, input))}${back}`,
        };
  } catch (error) {
    throw new OutcomeUnknown((error as Error).message, { cause: error });
  }
}

/** What a visitor reads of something that takes longer than a page waits. */
export function stillRunning(verb: Verb, isAgreed: boolean): VerbAnswer {
  const goesOn = html`${notice('wait', 'This takes longer than the page waits. It goes on in the pool.')}
<p>Sent again, the same yes has its answer.${verb.decides ? html` Whether it is done stands in <a href="/operator/do/log">the log of decisions</a>.` : ''}</p>`;
  const asked = html`${notice('wait', 'The pool takes longer to look than the page waits. Nothing is done yet.')}
<p>Ask again in a while, or on the machine: <code>openlode ${verb.name}</code>.</p>`;
  return { status: 504, step: 'Not known yet', body: isAgreed ? goesOn : asked };
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Everything that is agreed to, what the look has added included. */
function shownInput(verb: Verb, input: Input): readonly Html[] {
  return Object.entries(input).map(
    ([name, value]) => html`<dt>${labelOfField(verb, name)}</dt><dd>${textOf(value)}</dd>`,
  );
}

function textOf(value: unknown): string {
  if (value === true) return 'yes';
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value);
}
