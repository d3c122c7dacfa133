import { chainOf, hashAlephium } from '@openlode/pow/alephium';
import { SessionShell } from '@openlode/stratum/core/session-shell';
import type { SessionEnv, Step } from '@openlode/stratum/core/session-state';
import { readMessage } from '@openlode/stratum/wire/message';
import { describe, expect, it } from 'vitest';
import { sha256d } from '../edges/stratum/proof-of-work.ts';
import { protocolOf } from '../edges/stratum/protocols.ts';
import { easyRules, startTime } from '../edges/stratum/testing/listener-kit.ts';
import { inlineProofs } from '../runtime/proof-of-work/testing/inline-proofs.ts';
import type { HeaderTemplate } from '../domain/kernel/block-template.ts';

const headerBlob = new Uint8Array(302).fill(7);
const template: HeaderTemplate = {
  family: 'alephium',
  chain: 'test-blake3',
  height: 7,
  previousHash: new Uint8Array(32),
  networkTarget: 0n,
  bits: 0x1d00ffff,
  networkWork: 1n << 60n,
  timestamp: BigInt(startTime) * 1000n,
  clean: true,
  blockWith: () => ({ work: headerBlob, hashOf: () => '00'.repeat(32), submissionOf: (seal) => seal }),
};

/** A nonce of the session whose hash belongs on a chain, and may be any number. */
function find(index: number): string {
  for (let count = 0; ; count++) {
    const nonce = Buffer.alloc(24);
    nonce.writeUInt32BE(count, 20);
    const { from, to } = chainOf(hashAlephium(nonce, headerBlob));
    if (4 * from + to === index) return nonce.toString('hex');
  }
}

describe('the hash of a share of Alephium says on which of sixteen chains it counts', () => {
  const protocol = protocolOf('blake3');
  const feed = protocol.openFeed({ chain: { template: () => template, onTemplate: () => () => undefined } });
  const env: SessionEnv = {
    now: startTime * 1000,
    // Every hash is a share.
    rules: {
      ...easyRules,
      scale: { difficulty1Target: 1n << 256n, hashesPerDifficulty1: 1n },
      startWork: 1n,
      minimumWork: 1n,
    },
    jobs: feed.registry,
    sha256d,
    accepting: true,
    login: (address) => ({
      kind: 'login',
      login: { coin: 'ALPH', network: 'ALPH', address, memo: null, worker: 'w', referralCode: null },
    }),
  };
  const shell = new SessionShell(0, protocol.dialects);
  const say = (method: string, params: unknown): Step =>
    shell.receive(readMessage(JSON.stringify({ id: 7, method, params })), env);
  say('mining.subscribe', ['miner/1.0']);
  const lines = say('mining.authorize', ['ALPH:1a', 'x']).replies.join('');
  const jobId = /"jobId":"(\w+)"/.exec(lines)?.[1];

  async function submit(index: number): Promise<Step | undefined> {
    const share = { jobId, fromGroup: 0, toGroup: 0, nonce: find(index), worker: 'ALPH:1a' };
    const [effect] = say('mining.submit', share).effects;
    if (effect?.kind !== 'verify') throw new Error('the share is not verified');
    return shell.complete(
      effect.share,
      await protocol.openVerifier?.(inlineProofs).verify(effect.input, 'ALPH:1a'),
      env,
    );
  }

  it('which has to be that of its job', async () => {
    expect((await submit(0))?.effects).toMatchObject([{ kind: 'share', work: 1n }]);
  });

  it.each(Array.from({ length: 15 }, (_, index) => index + 1))('and not chain %d', async (index) => {
    const refused = await submit(index);
    expect(refused?.effects).toMatchObject([{ kind: 'rejected', reason: 'wrong-chain' }]);
    expect(refused?.replies).toEqual([
      '{"id":7,"result":null,"error":[20,"The hash of the share belongs on another chain than its job",null]}\n',
    ]);
  });
});
