import type { MoneroJob } from '@openlode/stratum/dialects/monero/jobs';
import { describe, expect, it } from 'vitest';
import { hashingBlob } from '../adapters/chains/monero/block-id.ts';
import { frameBlock } from '../adapters/chains/monero/frame-block.ts';
import { keysFor, readPayee } from '../adapters/chains/monero/payee.ts';
import { readBlock } from '../adapters/chains/monero/read-block.ts';
import { readTemplate } from '../adapters/chains/monero/read-template.ts';
import { height92, recordedAddress } from '../adapters/chains/monero/testing/recorded.ts';
import { createMoneroFeed } from '../edges/stratum/monero-feed.ts';

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');

/** A job of the recorded template, whose bytes of the pool are the recorded ones. */
function open(): {
  readonly feed: ReturnType<typeof createMoneroFeed>;
  readonly job: MoneroJob;
  /** What the chain is handed for a solution of the job. */
  readonly submissionOf: (solution: unknown) => Uint8Array;
} {
  const frame = frameBlock('xmr-regtest', readTemplate(height92.answer, height92.reserveBytes), {
    keys: keysFor(readPayee(recordedAddress), new Uint8Array(64).fill(height92.random)),
    tag: '/Openlode/',
  });
  const chain = { template: () => ({ ...frame, clean: true }), onTemplate: () => () => undefined };
  const feed = createMoneroFeed({ chain, random: (count) => new Uint8Array(count).fill(height92.salt) });
  const { current } = feed.registry;
  if (current === undefined) throw new Error('there is no job');
  const { job } = current;
  const submissionOf = (solution: unknown): Uint8Array =>
    feed.blocksOf({ job, solution, hash: '' })[0]?.submission ?? new Uint8Array();
  return { feed, job, submissionOf };
}

describe('a whole block, as a proxy is given it', () => {
  it('becomes the block that its node took, with the bytes that it was recorded with', () => {
    const { feed, job, submissionOf } = open();
    expect(hex(job.blob)).toBe(height92.work);
    const extra = new Uint8Array(8).fill(height92.salt);
    expect(hex(job.whole?.blobWith(extra))).toBe(height92.work);
    expect(job.whole?.blockHashWith(extra, height92.nonce)).toBe(height92.hash);
    const plain = submissionOf({ nonce: height92.nonce });
    expect(hex(submissionOf({ nonce: height92.nonce, extra }))).toBe(hex(plain));
    feed.close();
  });

  it('is filled in here as the proxy fills it in: four bytes of its machine, four of its own', () => {
    const { feed, job, submissionOf } = open();
    const { whole } = job;
    if (whole === undefined) throw new Error('there is no whole block');
    const theirs = Buffer.from(whole.bytes);
    theirs.writeUInt32BE(258, whole.saltAt + 8);
    theirs.writeUInt32BE(70_000, whole.saltAt + 12);
    const extra = Uint8Array.of(0, 0, 1, 2, 0, 1, 0x11, 0x70);
    expect(hex(whole.blobWith(extra))).toBe(hex(hashingBlob(theirs, readBlock(theirs))));
    expect(hex(whole.blobWith(extra))).not.toBe(height92.work);
    const nonce = Uint8Array.of(5, 6, 7, 8);
    theirs.set(nonce, 39);
    expect(hex(submissionOf({ nonce, extra }))).toBe(hex(theirs));
    // Eight bytes before them stay the pool's.
    expect(theirs.subarray(whole.saltAt, whole.saltAt + 8)).toEqual(Buffer.alloc(8, height92.salt));
    feed.close();
  });
});
