import fc from 'fast-check';
import { difficultyOfWork } from '../core/difficulty.ts';
import { openJobsMax } from '../core/jobs.ts';
import { SessionShell } from '../core/session-shell.ts';
import type { Effect, SessionEnv } from '../core/session-state.ts';
import type { KaspaInput } from '../dialects/kaspa/jobs.ts';
import { kaspa } from '../dialects/kaspa/kaspa.ts';
import { hexOfBytes } from '../wire/hex.ts';
import { readMessage } from '../wire/message.ts';
import { checkFor } from './check-for.ts';
import { kaspaEnv, kaspaRules, testKaspaJobs } from './kaspa-kit.ts';
import { quickHash } from './quick-hash.ts';
import { jobTime } from './session-kit.ts';
import { anyKaspaLine, jobBefore } from './stratum-grammar.ts';

type Deed =
  | { readonly kind: 'line'; readonly session: number; readonly text: string }
  | { readonly kind: 'job'; readonly clean: boolean }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'accepting'; readonly value: boolean };

const sessionCount = 3;
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('line' as const),
      session: fc.nat(sessionCount - 1),
      text: anyKaspaLine,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('job' as const), clean: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.nat(200_000), fc.constantFrom(-60_000, 0, 4e12)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('accepting' as const), value: fc.boolean() }) },
);

/** Half of all hashes make a share. */
const rules = { ...kaspaRules, minimumWork: 2n, startWork: 2n };
const first = { subscribe: ['BzMiner/v21'], authorize: ['KAS:kaspa:q1.rig1', 'x'] };

interface Seat {
  readonly shell: SessionShell;
  difficulty: number;
  /** The difficulty that each job was told with, oldest first. */
  readonly jobs: Map<string, number>;
}

class FuzzRun {
  readonly #jobs = testKaspaJobs();
  readonly #seats: Seat[] = [];
  /** Every share that was counted, by the content of its job and its number. */
  readonly #counted = new Set<string>();
  #now = jobTime * 1000;
  #accepting = true;

  constructor() {
    this.#jobs.openNext();
    for (let index = 0; index < sessionCount; index++) this.#connect(index);
  }

  get counted(): number {
    return this.#counted.size;
  }

  do(next: Deed): void {
    if (next.kind === 'wait') this.#now += next.ms;
    else if (next.kind === 'accepting') this.#accepting = next.value;
    else if (next.kind === 'line') this.#say(next.session, next.text);
    else {
      this.#jobs.openNext({ clean: next.clean });
      const { current } = this.#jobs;
      for (const seat of this.#seats) {
        const given = current && seat.shell.announce(current, this.#env);
        must((given !== undefined) === seat.shell.isMining, 'who mines is given the job');
        if (given?.line !== undefined) listen(seat, [given.line]);
      }
    }
  }

  get #env(): SessionEnv {
    return kaspaEnv(this.#jobs, { now: this.#now, accepting: this.#accepting, rules });
  }

  #connect(index: number): void {
    // All have the same extranonce: it keeps nothing apart.
    this.#seats[index] = { shell: new SessionShell(0x0c, [kaspa]), difficulty: 0, jobs: new Map() };
    if (index === 2) return;
    for (const [word, params] of Object.entries(first))
      this.#say(index, JSON.stringify({ id: 1, method: `mining.${word}`, params }));
  }

  #say(index: number, text: string): void {
    const seat = this.#seats[index];
    if (seat === undefined) throw new Error('no such session');
    const message = readMessage(withJobs(text, [...seat.jobs.keys()]));
    let { replies, effects } = seat.shell.receive(message, this.#env);
    let input: KaspaInput | undefined;
    const [only] = effects;
    if (only?.kind === 'verify') {
      must(replies.length === 0 && effects.length === 1, 'a share waits for its proof alone');
      input = only.input as KaspaInput;
      const step = seat.shell.complete(only.share, hashOf(input), this.#env);
      if (step === undefined) throw new Error('no step');
      ({ replies, effects } = step);
    }
    const answers = listen(seat, replies);
    must(answers === (message.kind === 'reply' ? 0 : 1), 'every request has one answer');
    const [, job] = message.kind === 'request' ? message.params : [];
    for (const effect of effects) this.#judge(seat, effect, typeof job === 'string' ? job : '', input);
    must([...seat.shell.logins].length <= rules.workersMax, 'workers are few');
    if (effects.some(({ kind }) => kind === 'disconnect')) this.#connect(index);
  }

  #judge(seat: Seat, effect: Effect, job: string, input: KaspaInput | undefined): void {
    if (effect.kind !== 'share') return;
    if (input === undefined) throw new Error('a share was not verified');
    must(
      difficultyOfWork(effect.work, rules.scale) === seat.jobs.get(job),
      'a share counts what its job was told with',
    );
    const open = [...seat.jobs.keys()].slice(-openJobsMax);
    must(open.includes(job), 'a share is of an open job');
    const share = `${hexOfBytes(input.prePowHash)} ${input.nonce}`;
    must(!this.#counted.has(share), 'a share counts once');
    this.#counted.add(share);
  }
}

/** Reads what the pool says as a miner would; answers how many of the lines were answers. */
function listen(seat: Seat, texts: readonly string[]): number {
  let answers = 0;
  const lines = texts.join('').split('\n');
  must(lines.pop() === '', 'the last line ends');
  for (const line of lines) {
    must(/^[\u0020-\u007e]+$/.test(line), 'a line is plain text');
    const { method, params } = JSON.parse(line) as { method?: string; params?: readonly unknown[] };
    if (method === undefined) answers += 1;
    else if (method === 'mining.set_difficulty') seat.difficulty = Number(params?.[0]);
    else if (method === 'mining.notify') {
      must(!seat.jobs.has(String(params?.[0])), 'a job is told once');
      must(seat.difficulty > 0, 'a job comes behind a difficulty');
      seat.jobs.set(String(params?.[0]), seat.difficulty);
    }
  }
  return answers;
}

function withJobs(text: string, jobs: readonly string[]): string {
  let put = text;
  for (let count = 0; count < 10; count++)
    put = put.replaceAll(jobBefore(count), jobs.at(-1 - count) ?? 'none');
  return put;
}

function hashOf({ prePowHash, nonce }: KaspaInput): Uint8Array {
  const input = new Uint8Array(40);
  input.set(prePowHash);
  new DataView(input.buffer).setBigUint64(32, nonce);
  const hash = new Uint8Array(32);
  quickHash(input, hash);
  return hash;
}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`not so: ${what}`);
}

/**
 * Sessions of the Kaspa family for a number of seconds and until a share was counted; answers lines and shares that were counted. Throws with the seed
 * and the shortest story that fails.
 */
export function fuzzKaspa(seconds: number): { readonly lines: number; readonly counted: number } {
  let counted = 0;
  let lines = 0;
  const stories = fc.property(fc.array(deed, { minLength: 5, maxLength: 60, size: 'max' }), (deeds) => {
    const run = new FuzzRun();
    for (const next of deeds) run.do(next);
    counted += run.counted;
    lines += deeds.filter(({ kind }) => kind === 'line').length;
    must(Object.keys(Object.prototype).length === 0, 'nothing is poisoned');
  });
  checkFor(seconds, stories, () => counted > 0);
  return { lines, counted };
}
