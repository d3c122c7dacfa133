import fc from 'fast-check';
import { openJobsMax } from '../core/jobs.ts';
import { SessionShell } from '../core/session-shell.ts';
import type { Effect, SessionEnv } from '../core/session-state.ts';
import { readMessage } from '../wire/message.ts';
import { checkFor } from './check-for.ts';
import { hasherOf, type OwnJobsDialect, type TestJobs } from './own-jobs-credit-game.ts';
import { jobTime } from './session-kit.ts';
import { anyLine } from './stratum-grammar.ts';

type Deed =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'share'; readonly job: number; readonly nonce: bigint; readonly cut: number }
  | { readonly kind: 'login'; readonly count: number; readonly password: string }
  | { readonly kind: 'job'; readonly clean: boolean }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'accepting'; readonly value: boolean };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('line' as const), text: anyLine(jobTime) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('share' as const),
      job: fc.nat(10),
      nonce: fc.bigInt(0n, 20n),
      cut: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(40) }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('login' as const),
      count: fc.nat(3),
      password: fc.constantFrom('x', 'd=4', 'd=1e9', 'd=-1'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('job' as const), clean: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 5000, 200_000, -60_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('accepting' as const), value: fc.boolean() }) },
);

/** A dialect whose sessions have jobs of their own, as the fuzzer speaks it. */
export interface FuzzedDialect extends OwnJobsDialect {
  readonly name: string;
  /** Whether a line answers a message. */
  isAnswer(line: Readonly<Record<string, unknown>>): boolean;
}

interface Known {
  readonly job: string;
  readonly content: string;
}

class FuzzRun {
  readonly #spoken: FuzzedDialect;
  readonly #jobs: TestJobs;
  readonly #counted = new Set<string>();
  #shell: SessionShell;
  /** Every job that was known, oldest first. */
  readonly #known: Known[] = [];
  #lines = 0;
  #now = jobTime * 1000;
  #accepting = true;

  constructor(spoken: FuzzedDialect) {
    this.#spoken = spoken;
    let count = 0;
    this.#jobs = spoken.openJobs(() => {
      count += 1;
      return count.toString(16).padStart(16, '0').repeat(4);
    });
    this.#jobs.openNext({ height: 1, clean: true });
    this.#shell = this.#connect();
  }

  get counted(): number {
    return this.#counted.size;
  }

  get lines(): number {
    return this.#lines;
  }

  do(next: Deed): void {
    if (next.kind === 'wait') this.#now += next.ms;
    else if (next.kind === 'accepting') this.#accepting = next.value;
    else if (next.kind === 'line') this.#say(next.text);
    else if (next.kind === 'login')
      for (const call of this.#spoken.login(next.password, next.count))
        this.#say(JSON.stringify({ id: 1, ...call }));
    else if (next.kind === 'share') this.#share(next);
    else {
      this.#jobs.openNext({ height: 1, clean: next.clean });
      const { current } = this.#jobs;
      const given = current && this.#shell.announce(current, this.#env);
      must((given !== undefined) === this.#shell.isMining, 'a miner is given the job');
      if (given?.line !== undefined) this.#listen([given.line]);
    }
  }

  get #env(): SessionEnv {
    const env = this.#spoken.env(this.#jobs);
    // Half of all hashes make a share.
    const rules = { ...env.rules, minimumWork: 2n, startWork: 2n };
    return { ...env, now: this.#now, accepting: this.#accepting, rules };
  }

  #connect(): SessionShell {
    this.#shell = new SessionShell(1, [this.#spoken.dialect]);
    for (const call of [...this.#spoken.onConnect, ...this.#spoken.login('x', 1)])
      this.#say(JSON.stringify({ id: 1, ...call }));
    return this.#shell;
  }

  #share({ job, nonce, cut }: Extract<Deed, { kind: 'share' }>): void {
    const known = this.#known.at(-1 - job) ?? { job: 'none', content: '00'.repeat(32) };
    const line = JSON.stringify({ id: 1, ...this.#spoken.submit(known, nonce) });
    // Some lose a piece of their middle.
    this.#say(cut === 0 ? line : line.slice(0, 40) + line.slice(40 + cut));
  }

  #say(text: string): void {
    this.#lines += 1;
    const message = readMessage(text);
    let { replies, effects } = this.#shell.receive(message, this.#env);
    const [only] = effects;
    let read: { content: string; nonce: bigint } | undefined;
    if (only?.kind === 'verify') {
      must(replies.length === 0 && effects.length === 1, 'a share waits for its proof alone');
      read = this.#spoken.read(only.input);
      const step = this.#shell.complete(
        only.share,
        this.#spoken.verdict(hasherOf(read.content)(read.nonce)),
        this.#env,
      );
      if (step === undefined) throw new Error('no step');
      ({ replies, effects } = step);
    }
    const answers = this.#listen(replies);
    must(answers === (message.kind === 'reply' ? 0 : 1), 'every request has one answer');
    for (const effect of effects) this.#judge(effect, read);
    must([...this.#shell.logins].length <= this.#spoken.rules.workersMax, 'workers are few');
    if (effects.some(({ kind }) => kind === 'disconnect')) this.#connect();
  }

  #judge(effect: Effect, read: { content: string; nonce: bigint } | undefined): void {
    if (effect.kind !== 'share') return;
    if (read === undefined) throw new Error('a share was not verified');
    const open = this.#known.slice(-openJobsMax).map(({ content }) => content);
    must(open.includes(read.content), 'a share is of an open job');
    const share = `${read.content} ${read.nonce}`;
    must(!this.#counted.has(share), 'a share counts once');
    this.#counted.add(share);
  }

  /** Reads what the pool says as a miner would; answers how many of the lines were answers. */
  #listen(texts: readonly string[]): number {
    let answers = 0;
    const lines = texts.join('').split('\n');
    must(lines.pop() === '', 'the last line ends');
    for (const line of lines) {
      must(/^[\u0020-\u007e]+$/.test(line), 'a line is plain text');
      if (this.#spoken.isAnswer(JSON.parse(line) as Record<string, unknown>)) answers += 1;
      const { job, content } = this.#spoken.hear(line);
      if (job === undefined || content === undefined) continue;
      // Some answer with the job that a session has already.
      if (this.#known.at(-1)?.job !== job) this.#known.push({ job, content });
    }
    return answers;
  }
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`not so: ${what}`);
}

/**
 * Sessions of a dialect for a number of seconds and until a share was counted; answers lines and shares that were counted. Throws with the seed
 * and the shortest story that fails.
 */
export function fuzzHeader(
  spoken: FuzzedDialect,
  seconds: number,
): { readonly lines: number; readonly counted: number } {
  let counted = 0;
  let lines = 0;
  const stories = fc.property(fc.array(deed, { minLength: 5, maxLength: 60, size: 'max' }), (deeds) => {
    const run = new FuzzRun(spoken);
    for (const next of deeds) run.do(next);
    counted += run.counted;
    lines += run.lines;
    must(Object.keys(Object.prototype).length === 0, 'nothing is poisoned');
  });
  checkFor(seconds, stories, () => counted > 0);
  return { lines, counted };
}
