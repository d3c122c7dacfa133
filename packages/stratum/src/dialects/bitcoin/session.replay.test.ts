import { describe, expect, it } from 'vitest';
import { giveJob } from './give-job.ts';
import { bitcoinJobs } from './jobs.ts';
import { readMessage } from '../../wire/message.ts';
import { step } from './session.ts';
import type { Effect } from '../../core/session-state.ts';
import { newSession, type SessionState, type BitcoinEnv } from './session-state.ts';
import { buildEnv, easyRules, pendingOf, sha256Scale, type TestEnv } from '../../testing/session-kit.ts';
import { jobOfNotify, readTranscript, type TranscriptLine } from '../../testing/transcript.ts';
import { type DifficultyScale, difficultyScale, workOfDifficulty } from '../../core/difficulty.ts';
import { completeShare } from './submit.ts';
import { scrypt } from '../../testing/scrypt.ts';
import ghostriderVerdicts from '../../testing/transcripts/ghostrider-verdicts.json' with { type: 'json' };
import { bytesOfHex, hexOfBytes } from '../../wire/hex.ts';

const scryptScale = difficultyScale(0xffffn << 224n);

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
  { name: 'minerd-scrypt-tcp', jobs: 1, lines: 73, shares: 72, work: 47_160n },
  { name: 'minerd-scrypt-tls', jobs: 1, lines: 77, shares: 76, work: 99_560n },
  // That server refused 23 shares which meet the difficulty that it had announced; we go by what was announced.
  { name: 'cpuminer-multi-scrypt-vardiff-xnonce', jobs: 1, lines: 73, shares: 71, work: 9301n, refused: 23 },
  { name: 'calib-scrypt', jobs: 4, lines: 267, shares: 264, work: 864_864n },
  { name: 'calib-gr', jobs: 4, lines: 46, shares: 44, work: 14_388n },
  { name: 'xmrig-ghostrider-eth', jobs: 2, lines: 77, shares: 75, work: 4875n },
];

describe('what real programs said is answered as they expect', () => {
  for (const { name, jobs: jobCount, lines, shares, work, refused = 0 } of recorded) {
    it(`${name}: every line gets its answer, every share is verified`, () => {
      const { answers, effects, verified } = replay(readTranscript(name), scaleOf(name), hashOf(name));
      expect(answers.length).toBe(lines);
      const unlike = answers.filter(({ theirs }) => theirs.includes('Low difficulty share'));
      expect(unlike.length).toBe(refused);
      for (const { ours, theirs } of answers) {
        expect(normalised(ours)).toEqual(
          theirs.includes('Low difficulty share') ? { id: 4, result: true, error: null } : normalised(theirs),
        );
      }
      const credited = effects.filter((effect) => effect.kind === 'share');
      expect(credited.length).toBe(shares);
      expect(verified).toBe(hashOf(name) === undefined ? 0 : shares);
      expect(credited.reduce((sum, share) => sum + share.work, 0n)).toBe(work);
      expect(effects.filter((effect) => effect.kind === 'rejected')).toEqual([]);
      expect(effects.filter((effect) => effect.kind === 'disconnect')).toEqual([]);
    });

    it(`${name}: jobs are printed as the recording server printed them`, () => {
      const { jobs } = replay(readTranscript(name), scaleOf(name), hashOf(name));
      expect(jobs.length).toBe(jobCount);
      for (const { ours, theirs } of jobs) expect(ours).toBe(`${theirs}\n`);
    });
  }

  it('every share sent again is a duplicate', () => {
    const twice = readTranscript('calib-sha256d').flatMap((line) =>
      line.message.method === 'mining.submit' ? [line, line] : [line],
    );
    const { effects } = replay(twice, sha256Scale);
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
  /** Shares whose proof of work was verified outside the session. */
  readonly verified: number;
}

function scaleOf(name: string): DifficultyScale {
  return hashOf(name) === undefined ? sha256Scale : scryptScale;
}

/** The proof of work where it is not the SHA-256d of the header. GhostRider's is what the verifier of `packages/pow` computed. */
function hashOf(name: string): ((header: Uint8Array) => Uint8Array) | undefined {
  if (name.includes('scrypt')) return scrypt;
  return /-gr$|ghostrider/.test(name) ? ghostrider : undefined;
}

const ghostriderHashes: ReadonlyMap<string, string> = new Map(Object.entries(ghostriderVerdicts.verdicts));

function ghostrider(header: Uint8Array): Uint8Array {
  const share = `${hexOfBytes(header.subarray(36, 40))} ${hexOfBytes(header.subarray(76))}`;
  const hash = bytesOfHex(ghostriderHashes.get(share) ?? '', 32);
  if (hash === undefined) throw new Error(`no verdict of ${share}`);
  return hash;
}

/** Serves the recorded jobs at the recorded difficulties, and asks our session instead of the recording server. */
function replay(
  lines: readonly TranscriptLine[],
  scale: DifficultyScale,
  proofOf?: (header: Uint8Array) => Uint8Array,
): Replay {
  const answers: { ours: string; theirs: string }[] = [];
  const jobs: { ours: string; theirs: string }[] = [];
  const effects: Effect[] = [];
  let verified = 0;
  for (const connection of new Set(lines.map((line) => line.connection))) {
    const own = lines.filter((line) => line.connection === connection);
    const replies = own.filter((line) => line.direction === 's2c' && line.message.method === undefined);
    const notifications = own.filter((line) => line.direction === 's2c' && line.message.method !== undefined);
    const base = buildEnv({ jobs: bitcoinJobs(), login: anyLogin });
    // The pace of the recording is kept: vardiff never finds its window long enough.
    const vardiff = { ...easyRules.vardiff, secondsMin: Infinity, sharesMin: Infinity };
    let state: SessionState = newSession(0xf0000000 + connection);

    const change = (part: Partial<SessionState>): void => {
      state = { ...state, ...part };
    };
    const serve = (env: TestEnv): void => {
      for (let next = notifications.shift(); next !== undefined; next = notifications.shift()) {
        const [value] = next.message.params ?? [];
        if (next.message.method === 'mining.set_difficulty') {
          change({ asked: workOfDifficulty(Number(value), scale, env.rules) });
        } else if (next.message.method === 'mining.set_extranonce') {
          change({ nextExtranonce1: Number.parseInt(String(value), 16) });
        } else if (next.message.method === 'mining.notify') {
          // One recording has a network so easy that every share would be a block, and no share could ask for more.
          const job = jobOfNotify(next.message.params ?? []);
          const opened = env.jobs.add({ ...job, networkTarget: 0n, networkWork: 1n << 60n });
          jobs.push({ ours: opened.line, theirs: next.line });
          state = giveJob(state, opened, env)?.state ?? state;
          return;
        }
      }
    };

    for (const { at, direction, line, message } of own) {
      const rules = { ...easyRules, scale, vardiff };
      const env = { ...base, now: at, rules, verifiesLater: proofOf !== undefined };
      if (direction === 's2c') {
        // The first job waits in the registry when the miner authorizes; the later ones come when they came.
        if (message.method === 'mining.notify' && notifications.some((next) => next.line === line))
          serve(env);
        continue;
      }
      if (message.method === 'mining.authorize') serve(env);
      let result = step(state, readMessage(line.replace(/,d=\d+/, '')), env);
      const [first] = result.effects;
      if (first?.kind === 'verify' && proofOf !== undefined) {
        const { share, header } = pendingOf(result);
        result = completeShare(result.state, share, proofOf(header), env);
        verified += 1;
      }
      state = result.state;
      effects.push(...result.effects);
      if (message.method === undefined) {
        // An answer to something that the recording server asked; it took that for a request.
        expect(result.replies).toEqual([]);
        expect(replies.shift()?.line).toContain('Unsupported method');
        continue;
      }
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
  return { answers, jobs, effects, verified };
}

/** The names of subscriptions are the server's own choice. */
function normalised(line: string): unknown {
  const reply = JSON.parse(line) as { result: unknown };
  if (!Array.isArray(reply.result)) return reply;
  const [subscriptions, ...rest] = reply.result as [[string, string][]];
  return { ...reply, result: [subscriptions.map(([method]) => method), ...rest] };
}

const anyLogin: BitcoinEnv['login'] = (text) => ({
  kind: 'login',
  login: { coin: 'BTC', network: 'bitcoin', address: text, memo: null, worker: 'w', referralCode: null },
});
