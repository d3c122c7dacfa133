import { setTimeout as sleep } from 'node:timers/promises';
import { isOver, payoutStates } from '@openlode/ledger/payout-state';
import type { Input, Transport } from '../prepare-verb.ts';
import type { Verb } from '../verb.ts';
import { html, type Html } from './html.ts';
import { notice, printed } from './layout.ts';
import { acts, pathOfVerb, verbNamed } from './page-verbs.ts';
import { readForm } from './read-form.ts';
import type { Visitor } from './visitor.ts';

/** What this process says of itself, as `/health` says it. */
export interface PageHealth {
  readonly ready: boolean;
  readonly version: string;
  readonly checks: readonly {
    readonly name: string;
    readonly ready: boolean;
    readonly problem: string | null;
  }[];
  /** What is held back, and why. */
  readonly suspended: readonly string[];
}

interface Section {
  readonly title: string;
  /** What does not show. */
  readonly hint?: string;
  /** Whose answer it is. */
  readonly verb: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** What may be done about each row of the answer. */
  readonly steps?: Steps;
}

interface Steps {
  /** The field of a row that says which it is. */
  readonly of: string;
  /** Verbs, and the parameter of theirs that takes it. */
  readonly verbs: Readonly<Record<string, string>>;
}

/** Those that are in a block wait for more blocks, and for nothing else. */
const waitingStates = payoutStates.filter((state) => !isOver(state) && state !== 'seen');
const waitingMax = 25;

const waitingPayouts: Section = {
  title: 'Payouts that wait',
  hint: `Of each state the newest ${waitingMax}; those in a block are left out.`,
  verb: 'payouts list',
  steps: {
    of: 'id',
    verbs: { 'payouts why': 'id', 'payouts approve': 'ids', 'payouts hold': 'id', 'payouts release': 'id' },
  },
};

/** What needs an eye comes first. */
const sections: readonly Section[] = [
  {
    title: 'Suspensions',
    verb: 'suspensions list',
    steps: { of: 'network', verbs: { 'suspensions lift': 'network' } },
  },
  {
    title: 'Blocks that wait for a decision',
    verb: 'blocks waiting',
    steps: { of: 'id', verbs: { 'blocks accept': 'id', 'blocks give-up': 'id' } },
  },
  {
    title: 'Conversions that wait',
    verb: 'conversions list',
    steps: { of: 'id', verbs: { 'conversions approve': 'id' } },
  },
  {
    title: 'Parked work',
    verb: 'work parked',
    steps: { of: 'id', verbs: { 'work count': 'id', 'work drop': 'id' } },
  },
  {
    title: 'Maintenance',
    verb: 'maintenance list',
    steps: { of: 'network', verbs: { 'maintenance off': 'network' } },
  },
  {
    title: 'Miners that chance does not explain',
    hint: 'No proof: anyone may mine to an address, and a broken program loses blocks, too.',
    verb: 'miners alarms',
  },
  { title: 'Places and exposure', verb: 'treasury show' },
  { title: 'Sources of work', verb: 'work sources' },
  { title: 'Upstreams', verb: 'income upstreams' },
  {
    title: 'Blocks of other pools',
    hint: 'By the word of our own nodes: a pool that loses a race looks like one that keeps the block.',
    verb: 'income blocks',
    input: { limit: 10 },
  },
  {
    title: 'What other pools say',
    hint: 'Their word: nothing is credited by it.',
    verb: 'income statements',
  },
  {
    title: 'News and articles',
    hint: 'Those that were written here; the others are files.',
    verb: 'texts list',
    steps: { of: 'name', verbs: { 'texts show': 'name', 'texts publish': 'name', 'texts withdraw': 'name' } },
  },
  { title: 'Last decisions', verb: 'log', input: { limit: 10 } },
];

const answerWithinMs = 10_000;

/** Everything an operator looks at first, each part as the verb of its name answers it. */
export async function overview(
  health: () => Promise<PageHealth>,
  transport: Transport,
  { mayAct }: Pick<Visitor, 'mayAct'>,
): Promise<Html> {
  const parts = await Promise.all([
    within(healthPart(health)).catch(failed),
    sectionPart(waitingPayouts, mayAct, async (verb) => {
      const found = await Promise.all(
        waitingStates.map((state) => transport.run(verb, { state, limit: waitingMax })),
      );
      return found.flat();
    }),
    ...sections.map((section) =>
      sectionPart(section, mayAct, (verb) => transport.run(verb, { ...usualInput(verb), ...section.input })),
    ),
  ]);
  return html`${parts}`;
}

async function sectionPart(
  { title, hint, verb: name, steps }: Section,
  mayAct: boolean,
  answer: (verb: Verb) => Promise<unknown>,
): Promise<Html> {
  const verb = verbNamed(name);
  const body = await within(answer(verb))
    .then(
      (found) =>
        html`${printed(verb.print(found, usualInput(verb)), title)}${steps && linksTo(steps, found, mayAct)}`,
    )
    .catch(failed);
  return html`<section><h2>${title} <a href="${pathOfVerb(verb)}">openlode ${verb.name}</a></h2>${hint && html`<p class="hint">${hint}</p>`}${body}</section>`;
}

/** A line of links for each row, to the forms with the row in them. */
function linksTo({ of, verbs: steps }: Steps, found: unknown, mayAct: boolean): Html | undefined {
  const shown = Object.entries(steps)
    .map(([name, field]) => ({ verb: verbNamed(name), field }))
    .filter(({ verb }) => mayAct || !acts(verb));
  if (!Array.isArray(found) || found.length === 0 || shown.length === 0) return undefined;
  const rows = found as readonly Readonly<Record<string, unknown>>[];
  return html`<ul class="next">${rows.map((row) => {
    const which = String(row[of]);
    return html`<li><span>${which}</span>${shown.map(({ verb, field }) => html` <a href="${pathOfVerb(verb)}?${String(new URLSearchParams({ [field]: which }))}" aria-label="${verb.name} ${which}">${lastWord(verb)}</a>`)}</li>`;
  })}</ul>`;
}

function lastWord({ name }: Verb): string {
  return name.split(' ').at(-1) ?? name;
}

async function healthPart(health: () => Promise<PageHealth>): Promise<Html> {
  const { ready, version, checks, suspended } = await health();
  const ill = checks.filter((check) => !check.ready);
  return html`<section><h2>This process</h2>
${ready ? notice('good', `Ready: ${checks.length} of ${checks.length} checks are well. Release ${version}.`) : notice('bad', 'Not ready.')}
${ill.map(({ name, problem }) => notice('bad', `${name}: ${problem ?? 'it does not answer; the log says why'}`))}
${suspended.map((each) => notice('wait', `Held back: ${each}`))}
${suspended.length === 0 ? notice('good', 'Nothing is held back.') : ''}</section>`;
}

function failed(error: unknown): Html {
  return notice('bad', `This could not be read: ${(error as Error).message}`);
}

/** Rejects where the answer takes too long: one part must not keep the others from being seen. */
async function within<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const late = sleep(answerWithinMs, undefined, { ref: false }).then(() => {
    throw new Error('no answer in time');
  });
  return Promise.race([answer, late]);
}

function usualInput(verb: Verb): Input {
  const read = readForm(verb, new URLSearchParams());
  return read.kind === 'read' ? read.input : {};
}
