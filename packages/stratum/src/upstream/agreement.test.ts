import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headerOfFound, type PlayedUpstream, playedUpstreams } from '../testing/played-upstreams.ts';
import { UpstreamPair } from '../testing/upstream-pair.ts';
import { targetOfWork } from '../core/difficulty.ts';

const digits = (bytes: number): fc.Arbitrary<string> =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((each) => [...each].map((byte) => byte.toString(16).padStart(2, '0')).join(''));

/** Contents that differ, whatever the draw. */
function contentsFrom(first: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    // Names of jobs are some of the first or the last digits of their content.
    const digits = count.toString(16).padStart(8, '0');
    return digits + digits + first.slice(16, 56) + digits;
  };
}

/** What the server must have given its verifier. */
function expected(played: PlayedUpstream, pair: UpstreamPair, free: string): unknown {
  const { job } = pair;
  return played.name === 'bitcoin'
    ? { content: headerOfFound(job as never, free), nonce: 0n }
    : { content: played.contentOf(job.work), nonce: played.nonce(job, free) };
}

describe.for(playedUpstreams.map((played) => [played.name, played] as const))(
  'our server and our client: %s',
  ([, played]) => {
    it('have the same job, and the same share of it', () => {
      const power = fc.integer({ min: 0, max: 31 });
      fc.assert(
        fc.property(digits(32), digits(32), power, (content, filler, bits) => {
          const work = 1n << BigInt(bits);
          const contents: string[] = [];
          const next = contentsFrom(content);
          const pair = new UpstreamPair(
            played,
            () => {
              const drawn = next();
              contents.push(drawn);
              return drawn;
            },
            { work },
          );
          expect(pair.outcomes[0]).toEqual({ kind: 'ready' });
          expect(played.contentOf(pair.job.work)).toBe(contents.at(-1));
          const exact = targetOfWork(work, played.scale);
          expect(pair.job.target <= exact).toBe(true);
          // Rounded by less than one part in 60,000: Monero prints 32 bits of a target, and EthereumStratum has a scale of its own.
          expect(exact - pair.job.target <= exact / 60_000n + 1n).toBe(true);

          const free = filler.slice(0, 2 * pair.job.room.freeBytes);
          expect(pair.submit(free)).toEqual([{ kind: 'accepted', ticket: 1, late: false }]);
          expect(pair.inputs.map((input) => played.read(input))).toEqual([expected(played, pair, free)]);
          expect(pair.submit(free)).toMatchObject([{ kind: 'refused', why: 'duplicate', late: false }]);
        }),
        { numRuns: 40 },
      );
    });

    it('agree on what is stale', () => {
      const pair = new UpstreamPair(played, contentsFrom('7'.repeat(64)));
      const old = pair.job;
      pair.openJob();
      expect(pair.job.content).not.toBe(old.content);
      expect(pair.submit('0'.repeat(2 * old.room.freeBytes), old)).toMatchObject([
        { kind: 'refused', ticket: 1, why: 'stale' },
      ]);
      expect(pair.outcomes.filter(({ kind }) => kind === 'fault')).toEqual([]);
    });

    it('says no more than was asked of it when the login is refused', () => {
      const stranger = { ...played, user: 'NOPE:1.rig1' };
      const pair = new UpstreamPair(stranger, contentsFrom('7'.repeat(64)));
      expect(pair.state.phase).toBe('ended');
      expect(pair.outcomes.at(-1)).toMatchObject({ kind: 'fault', fault: 'login-refused', ends: true });
      expect(pair.jobs).toEqual([]);
    });
  },
);
