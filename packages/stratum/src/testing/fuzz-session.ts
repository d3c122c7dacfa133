import fc from 'fast-check';
import { difficultyOfWork } from '../core/difficulty.ts';
import { giveJob } from '../dialects/bitcoin/give-job.ts';
import { openJobsMax } from '../core/jobs.ts';
import { LineFramer } from '../wire/line-framer.ts';
import { readMessage } from '../wire/message.ts';
import { step } from '../dialects/bitcoin/session.ts';
import type { Effect } from '../core/session-state.ts';
import { newSession, type SessionState, type BitcoinEnv } from '../dialects/bitcoin/session-state.ts';
import { checkFor } from './check-for.ts';
import { buildEnv, buildJob, easyRules, jobTime, newRegistry, sha256Scale } from './session-kit.ts';
import { anyLine, cutAt, cuts, firstUser } from './stratum-grammar.ts';

/** Text to bytes and back, which the packages' own code is given. */
export interface TextCodec {
  encode(text: string): Uint8Array;
  decode(bytes: Uint8Array, from: number, to: number): string;
}

export const webCodec: TextCodec = {
  encode: (text) => new TextEncoder().encode(text),
  decode: (bytes, from, to) => new TextDecoder().decode(bytes.subarray(from, to)),
};

type Deed =
  | { readonly kind: 'line'; readonly session: number; readonly text: string }
  /** The session's last counted share once more, in this or the other case of its letters. */
  | { readonly kind: 'again'; readonly session: number; readonly isLoud: boolean }
  | { readonly kind: 'job'; readonly clean: boolean; readonly content: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'extranonce'; readonly session: number; readonly value: number }
  | { readonly kind: 'accepting'; readonly value: boolean };

const sessionCount = 3;
const session = fc.nat(sessionCount - 1);

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({ kind: fc.constant('line' as const), session, text: anyLine(jobTime) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('again' as const), session, isLoud: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('job' as const), clean: fc.boolean(), content: fc.nat(3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.nat(200_000), fc.constantFrom(-60_000, 0, 4e12)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('extranonce' as const), session, value: fc.nat(0xffffffff) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('accepting' as const), value: fc.boolean() }) },
);

/** What one miner was told, read from the lines that it got. */
interface Reported {
  difficulty: number;
  extranonce1: number;
  /** The difficulty that each job was given with. */
  readonly jobs: Map<string, number>;
}

class FuzzRun {
  readonly #jobs = newRegistry();
  #now = jobTime * 1000;
  #accepting = true;
  #states: SessionState[] = [];
  #reported: Reported[] = [];
  #opened = 0;
  #lines = 0;
  #extranonce = 0;
  /** The line of each session's last counted share. */
  readonly #last: (string | undefined)[] = [];
  /** Every share that was counted, by its decoded parts. */
  readonly #counted = new Set<string>();

  constructor() {
    this.openJob(true, 0);
    for (let index = 0; index < sessionCount; index++) this.#connect(index);
  }

  /** How many shares were counted. */
  get counted(): number {
    return this.#counted.size;
  }

  get lines(): number {
    return this.#lines;
  }

  #connect(index: number): void {
    this.#extranonce += 1;
    this.#last[index] = undefined;
    this.#states[index] = newSession(0xf0000000 + this.#extranonce);
    this.#reported[index] = { difficulty: 0, extranonce1: 0xf0000000 + this.#extranonce, jobs: new Map() };
    // Two of them mine from the start; what the third becomes is up to the story.
    if (index === 2) return;
    this.#say(index, '{"id":1,"method":"mining.subscribe","params":[]}');
    this.#say(index, `{"id":2,"method":"mining.authorize","params":["${firstUser}","x"]}`);
  }

  get #env(): BitcoinEnv {
    return buildEnv({ now: this.#now, jobs: this.#jobs, accepting: this.#accepting });
  }

  openJob(clean: boolean, content: number): void {
    this.#opened += 1;
    const opened = this.#jobs.add(
      buildJob({
        id: this.#opened.toString(16),
        clean,
        height: 100 + content,
        coinbasePrefix: new Uint8Array(42).fill(content),
      }),
    );
    for (const [index, state] of this.#states.entries()) {
      const given = giveJob(state, opened, this.#env);
      if (given === undefined) continue;
      this.#states[index] = given.state;
      if (given.isSent) this.#listen(index, [...given.before, opened.line]);
      this.#check(given.state);
    }
  }

  do(next: Deed): void {
    switch (next.kind) {
      case 'job':
        this.openJob(next.clean, next.content);
        break;
      case 'wait':
        this.#now += next.ms;
        break;
      case 'accepting':
        this.#accepting = next.value;
        break;
      case 'extranonce': {
        const state = this.#states[next.session];
        if (state !== undefined) this.#states[next.session] = { ...state, nextExtranonce1: next.value };
        break;
      }
      case 'again': {
        const text = this.#last[next.session];
        if (text !== undefined) this.#say(next.session, next.isLoud ? loudly(text) : text);
        break;
      }
      case 'line':
        this.#say(next.session, next.text);
    }
  }

  #say(index: number, text: string): void {
    this.#lines += 1;
    const before = this.#states[index];
    if (before === undefined) throw new Error('no such session');
    const message = readMessage(text);
    const { state, replies, effects } = step(before, message, this.#env);
    this.#states[index] = state;
    this.#check(state);
    const answers = this.#listen(index, replies);
    must(answers === (message.kind === 'reply' ? 0 : 1), 'every request has one answer');
    for (const effect of effects) this.#judge(index, effect, text);
    if (effects.some(({ kind }) => kind === 'disconnect')) this.#connect(index);
  }

  /** Reads what the pool says as a miner would; answers how many of the lines were answers. */
  #listen(index: number, lines: readonly string[]): number {
    const reported = this.#reported[index];
    let answers = 0;
    for (const line of lines) {
      must(/^[\u0020-\u007e]+\n$/.test(line), 'a line is plain text');
      const { method, params } = JSON.parse(line) as { method?: string; params?: readonly unknown[] };
      if (method === undefined) answers += 1;
      if (reported === undefined) continue;
      if (method === 'mining.set_difficulty') {
        reported.difficulty = Number(params?.[0]);
        must(reported.difficulty >= minimumDifficulty, 'a difficulty is never below the port');
        must(Number.isFinite(reported.difficulty), 'a difficulty is finite');
      } else if (method === 'mining.set_extranonce') {
        reported.extranonce1 = Number.parseInt(String(params?.[0]), 16);
      } else if (method === 'mining.notify') reported.jobs.set(String(params?.[0]), reported.difficulty);
    }
    return answers;
  }

  #judge(index: number, effect: Effect, text: string): void {
    if (effect.kind !== 'share') return;
    const { params } = JSON.parse(text) as { params: readonly string[] };
    const [, job = '', extranonce2 = '', time = '', nonce = '', bits = ''] = params;
    const reported = this.#reported[index];
    const difficulty = difficultyOfWork(effect.work, sha256Scale);
    must(difficulty === reported?.jobs.get(job), 'a share counts what its job was given with');
    must(effect.work >= easyRules.minimumWork, 'a share counts at least the least of the port');
    const at = Number.parseInt(time, 16);
    must(at >= jobTime && at <= this.#now / 1000 + 7200, 'a share is of its time');
    must(
      [extranonce2, time, nonce].every((part) => /^[0-9a-f]{8}$/i.test(part)),
      'a share is written in eight digits each',
    );
    const decoded = [extranonce2, time, nonce, bits].map((part) => part.toLowerCase());
    const share = [reported.extranonce1, job, ...decoded].join(' ');
    must(!this.#counted.has(share), 'a share counts once');
    this.#counted.add(share);
    this.#last[index] = text;
  }

  #check(state: SessionState): void {
    must(state.grants.length <= openJobsMax + 1, 'grants are few');
    must(state.workers.size <= easyRules.workersMax, 'workers are few');
    for (const user of state.workers.keys()) must(user.length <= 512, 'logins are short');
    must((state.versionMask & ~easyRules.versionMask) === 0, 'the mask stays within the port');
    must(state.counts.faults <= easyRules.faultsMax + 1, 'faults end the session');
    let from = 0;
    for (const grant of state.grants) {
      must(
        grant.work >= easyRules.minimumWork && grant.work <= easyRules.maximumWork,
        'work stays within the port',
      );
      must(grant.from > from, 'grants follow one another');
      ({ from } = grant);
    }
  }
}

/** The same numbers of a share in the other case of their letters. */
function loudly(text: string): string {
  const { params, ...rest } = JSON.parse(text) as { params: readonly string[] };
  const numbers = params.slice(2).map((part) => part.toUpperCase());
  return JSON.stringify({ ...rest, params: [...params.slice(0, 2), ...numbers] });
}

/** What a suite's own way of saying so would make too slow for millions of lines. */
function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(`not so: ${what}`);
}

const minimumDifficulty = difficultyOfWork(easyRules.minimumWork, sha256Scale);

/**
 * Sessions that share jobs, for a number of seconds and until a share was counted; answers lines and shares that were counted. Throws with
 * the seed and the shortest story that fails.
 */
export function fuzzSessions(seconds: number): { readonly lines: number; readonly counted: number } {
  let counted = 0;
  let lines = 0;
  const stories = fc.property(fc.array(deed, { minLength: 5, maxLength: 60, size: 'max' }), (deeds) => {
    const run = new FuzzRun();
    for (const next of deeds) run.do(next);
    counted += run.counted;
    lines += run.lines;
    must(Object.keys(Object.prototype).length === 0, 'nothing is poisoned');
  });
  checkFor(seconds, stories, () => counted > 0);
  return { lines, counted };
}

/** However bytes are cut into chunks, the same lines come out, and an endless one ends both. Answers how many texts were cut. */
export function fuzzFraming(seconds: number, codec: TextCodec): number {
  let read = 0;
  const ends = fc.constantFrom('\n', '\r\n', '\n\n', '');
  const texts = fc.property(
    fc.array(fc.tuple(anyLine(jobTime), ends), { maxLength: 12 }),
    cuts,
    (parts, places) => {
      const bytes = codec.encode(parts.map(([line, end]) => line + end).join(''));
      const linesOf = (chunks: readonly Uint8Array[]): string => {
        const lines: string[] = [];
        const framer = new LineFramer((chunk, from, to) => codec.decode(chunk, from, to));
        const results = chunks.map((chunk) => framer.push(chunk, (line) => lines.push(line)));
        return JSON.stringify([lines, results.at(-1)]);
      };
      must(linesOf(cutAt(bytes, places)) === linesOf([bytes]), 'chunks change nothing');
      read += 1;
    },
  );
  checkFor(seconds, texts, () => read > 0);
  return read;
}
