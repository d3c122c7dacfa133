import { describe, expect, it } from 'vitest';
import { giveJob } from './give-job.ts';
import { JobBook } from './jobs.ts';
import { readMessage } from './message.ts';
import { step } from './session.ts';
import { type Effect, newSession, type SessionEnv, type SessionState } from './session-state.ts';
import { buildEnv, easyRules, sha256Scale } from './testing/session-kit.ts';
import { jobOfNotify, readTranscript, type TranscriptLine } from './testing/transcript.ts';
import { workOfDifficulty } from './difficulty.ts';

const recorded = [
  { name: 'calib-sha256d', jobs: 3, lines: 132, shares: 129, work: 1_108_101_486n },
  { name: 'minerd-sha256d-tcp', jobs: 2, lines: 6, shares: 4, work: 34_359_736n },
  { name: 'cpuminer-opt-sha256d-tls', jobs: 1, lines: 19, shares: 16, work: 137_438_944n },
  {
    name: 'cpuminer-opt-sha256d-vardiff-xnonce-reconnect',
    jobs: 7,
    lines: 35,
    shares: 29,
    work: 377_957_106n,
  },
];

describe('what real programs said is answered as they expect', () => {
  for (const { name, jobs: jobCount, lines, shares, work } of recorded) {
    it(`${name}: every line gets its answer, every share is proved`, () => {
      const { answers, effects } = replay(readTranscript(name));
      expect(answers.length).toBe(lines);
      for (const { ours, theirs } of answers) expect(normalised(ours)).toEqual(normalised(theirs));
      const credited = effects.filter((effect) => effect.kind === 'share');
      expect(credited.length).toBe(shares);
      expect(credited.reduce((sum, share) => sum + share.work, 0n)).toBe(work);
      expect(effects.filter((effect) => effect.kind === 'rejected')).toEqual([]);
      expect(effects.filter((effect) => effect.kind === 'disconnect')).toEqual([]);
    });

    it(`${name}: jobs are printed as the recording server printed them`, () => {
      const { jobs } = replay(readTranscript(name));
      expect(jobs.length).toBe(jobCount);
      for (const { ours, theirs } of jobs) expect(ours).toBe(`${theirs}\n`);
    });
  }

  it('every share sent again is a duplicate', () => {
    const twice = readTranscript('calib-sha256d').flatMap((line) =>
      line.message.method === 'mining.submit' ? [line, line] : [line],
    );
    const { effects } = replay(twice);
    expect(effects.filter((effect) => effect.kind === 'share').length).toBe(129);
    expect(
      effects.filter((effect) => effect.kind === 'rejected' && effect.reason === 'duplicate').length,
    ).toBe(129);
  });
});

interface Replay {
  readonly answers: readonly { readonly ours: string; readonly theirs: string }[];
  readonly jobs: readonly { readonly ours: string; readonly theirs: string }[];
  readonly effects: readonly Effect[];
}

/** Serves the recorded jobs at the recorded difficulties, and asks our session instead of the recording server. */
function replay(lines: readonly TranscriptLine[]): Replay {
  const answers: { ours: string; theirs: string }[] = [];
  const jobs: { ours: string; theirs: string }[] = [];
  const effects: Effect[] = [];
  for (const connection of new Set(lines.map((line) => line.connection))) {
    const own = lines.filter((line) => line.connection === connection);
    const replies = own.filter((line) => line.direction === 's2c' && line.message.method === undefined);
    const notifications = own.filter((line) => line.direction === 's2c' && line.message.method !== undefined);
    const base = buildEnv({ jobs: new JobBook(), login: anyLogin });
    // The pace of the recording is kept: vardiff never finds its window long enough.
    const vardiff = { ...easyRules.vardiff, secondsMin: Infinity, sharesMin: Infinity };
    let state: SessionState = newSession(0xf0000000 + connection);

    const change = (part: Partial<SessionState>): void => {
      state = { ...state, ...part };
    };
    const serve = (env: SessionEnv): void => {
      for (let next = notifications.shift(); next !== undefined; next = notifications.shift()) {
        const [value] = next.message.params ?? [];
        if (next.message.method === 'mining.set_difficulty') {
          change({ asked: workOfDifficulty(Number(value), sha256Scale, env.rules) });
        } else if (next.message.method === 'mining.set_extranonce') {
          change({ nextExtranonce1: Number.parseInt(String(value), 16) });
        } else if (next.message.method === 'mining.notify') {
          const opened = env.jobs.add(jobOfNotify(next.message.params ?? []));
          jobs.push({ ours: opened.line, theirs: next.line });
          state = giveJob(state, opened, env)?.state ?? state;
          return;
        }
      }
    };

    for (const { at, direction, line, message } of own) {
      const env = { ...base, now: at, rules: { ...easyRules, vardiff } };
      if (direction === 's2c') {
        // The first job waits in the book when the miner authorizes; the later ones come when they came.
        if (message.method === 'mining.notify' && notifications.some((next) => next.line === line))
          serve(env);
        continue;
      }
      if (message.method === 'mining.authorize') serve(env);
      const result = step(state, readMessage(line), env);
      state = result.state;
      effects.push(...result.effects);
      const expected = replies.shift();
      if (expected !== undefined) answers.push({ ours: result.replies[0] ?? '', theirs: expected.line });
      if (message.method === 'mining.authorize') {
        expect(result.replies.length).toBe(3);
        expect(result.replies[1]).toContain('"method":"mining.set_difficulty"');
        expect(result.replies[2]).toBe(jobs.at(-1)?.ours);
      } else {
        expect(result.replies.length).toBe(1);
      }
    }
  }
  return { answers, jobs, effects };
}

/** The names of subscriptions are the server's own choice. */
function normalised(line: string): unknown {
  const reply = JSON.parse(line) as { result: unknown };
  if (!Array.isArray(reply.result)) return reply;
  const [subscriptions, ...rest] = reply.result as [[string, string][]];
  return { ...reply, result: [subscriptions.map(([method]) => method), ...rest] };
}

const anyLogin: SessionEnv['login'] = (text) => ({
  kind: 'login',
  login: { coin: 'BTC', network: 'bitcoin', address: text, memo: null, worker: 'w', code: null },
});
