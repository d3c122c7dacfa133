import { describe, expect, it } from 'vitest';
import { protocolOf } from '../edges/stratum/protocols.ts';
import { startTime } from '../edges/stratum/testing/listener-kit.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import { minedAlgorithms } from '../sandbox/chain/mined-algorithms.ts';
import { openSandboxChain } from '../sandbox/chain/sandbox-chain.ts';

/** What of a job is hashed; one of them, by family. */
const contents: ReadonlySet<string> = new Set([
  'coinbaseSuffix',
  'coinbasePrefix',
  'merkleRoot',
  'blob',
  'headerHash',
  'prePowHash',
  'work',
]);

describe.each(minedAlgorithms)('jobs of $code', ({ code, openFamily, rewards }) => {
  // Bitcoin's sessions share their jobs; what keeps those apart is the extranonce, and the lease of its first bits (`instance-lease.test.ts`).
  it('differ over two processes, and so do the ids that the jobs of a session are called by [I5]', () => {
    const chain = openSandboxChain({
      name: `sandbox-${code}`,
      algorithm: code,
      rewards,
      clock: { now: () => startTime * 1000 },
      file: { blocks: [], append: () => undefined, close: () => undefined },
      family: openFamily(inlineProofs),
    });
    const feeds = [protocolOf(code).openFeed({ chain }), protocolOf(code).openFeed({ chain })];
    const jobs = feeds.map(({ registry }) =>
      Array.from({ length: 250 }, () => (registry.openPrivate() ?? { job: {} }).job as object),
    );
    const idOf = (job: object): string => (job as { id: string }).id;
    // Iron Fish's programs call a job by seven digits of its id.
    for (const each of jobs) expect(new Set(each.map((job) => idOf(job).slice(-7))).size).toBe(250);
    expect(new Set(jobs.flat().map((job) => idOf(job))).size).toBe(500);
    const contentOf = (job: object): string =>
      Object.entries(job)
        .flatMap(([key, value]) =>
          contents.has(key) ? [Buffer.from(value as Uint8Array).toString('hex')] : [],
        )
        .join(' ');
    expect(contentOf(jobs[0]?.[0] ?? {}).length).toBeGreaterThanOrEqual(64);
    expect(new Set(jobs.flat().map((job) => contentOf(job))).size).toBe(500);
    for (const feed of feeds) feed.close();
  });
});
