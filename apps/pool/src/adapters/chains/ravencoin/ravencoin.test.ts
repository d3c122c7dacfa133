import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HeaderTemplate } from '../../../domain/kernel/block-template.ts';
import { ParentTargets } from '../bitcoin/parent-targets.ts';
import { readTemplate } from '../bitcoin/read-template.ts';
import { sha256d } from '../bitcoin/sha256d.ts';
import type { ChainOnNodes } from '../nodes/node-chain.ts';
import type { RpcOutcome } from '../nodes/rpc-answer.ts';
import { kawpowHeader, workOf } from './block-header.ts';
import { ravencoinFacts } from './chain-facts.ts';
import { readBlock } from './frame-block.ts';
import { openRavencoinChain } from './ravencoin-chain.ts';

const recorded = JSON.parse(readFileSync(new URL('testing/recorded.json', import.meta.url), 'utf8')) as {
  readonly headers: readonly { readonly height: number; readonly header: string; readonly hash: string }[];
  readonly template: Readonly<Record<string, unknown>>;
};
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
/** The key hash of 20 bytes of 1, on the test network. */
const address = 'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC';
const script = `76a914${'01'.repeat(20)}88ac`;

describe('headers of the main network', () => {
  it.each(recorded.headers)('of block $height: are named as nodes name them', ({ height, header, hash }) => {
    const bytes = bytesOf(header);
    expect(bytes.length).toBe(120);
    expect(Buffer.from(bytes).readUInt32LE(76)).toBe(height);
    expect(kawpowHeader.nameOf(bytes)).toBe(hash);
  });

  it('name the target that the next block is held against', async () => {
    const [below] = recorded.headers;
    if (below === undefined) throw new Error('there is no header');
    const targets = new ParentTargets(ravencoinFacts);
    const check = (bits: number, shown = below.header): Promise<void> =>
      targets.check({ height: 4_487_777, previous: below.hash, bits }, async () => ({
        kind: 'result',
        value: shown,
      }));
    await expect(check(0x1b05c535, `${below.header.slice(0, -2)}00`)).rejects.toThrow('it shows a header');
    await expect(check(0x1b05c535)).resolves.toBeUndefined();
    await expect(check(0x1c05c535)).rejects.toThrow('which the chain cannot have');
  });
});

describe('a chain of Ravencoin', () => {
  const tip = String(recorded.template['previousblockhash']);
  let answers: Record<string, unknown>;
  let submitted: string[];
  let chain: ChainOnNodes;

  beforeEach(async () => {
    vi.useFakeTimers();
    submitted = [];
    const [below] = recorded.headers;
    // No header of that block was published: the template is put on one that was.
    answers = {
      getblockhash: ravencoinFacts.networks.regtest.genesis,
      validateaddress: { isvalid: true, scriptPubKey: script },
      getblockchaininfo: { chain: 'test', blocks: 1, headers: 1, bestblockhash: below?.hash },
      getnetworkinfo: { connections: 3, subversion: '/Ravencoin:4.6.1/' },
      getbestblockhash: below?.hash,
      getblockheader: below?.header,
      getblocktemplate: { ...recorded.template, previousblockhash: below?.hash },
      submitblock: null,
    };
    const rpc = {
      call: async (method: string, params: unknown): Promise<RpcOutcome> => {
        if (method === 'submitblock') submitted.push(String((params as readonly unknown[])[0]));
        return { kind: 'result', value: answers[method] };
      },
      close: () => undefined,
    };
    chain = openRavencoinChain({
      network: 'regtest',
      nodes: [{ name: 'one', rpc }],
      address,
      tag: '/test/',
      now: () => performance.now(),
      onProblem: () => undefined,
      onLateVerdict: () => undefined,
    });
    await vi.advanceTimersByTimeAsync(1500);
  });
  afterEach(async () => {
    const closing = chain.close();
    await vi.advanceTimersByTimeAsync(5000);
    await closing;
    vi.useRealTimers();
  });

  it('reads a transaction with assets under the name that its bytes have', () => {
    const [transaction] = readTemplate(recorded.template, ravencoinFacts).transactions;
    expect(hexOf(sha256d(transaction?.bytes ?? new Uint8Array()).toReversed())).toBe(
      'fb5dba4dca889bddb5c7bfc5e07c2be797a4ca131b714adca9363853014c8a3b',
    );
    expect(tip).toHaveLength(64);
  });

  it('gives headers of its own, and whole blocks of which it knows what they pay', async () => {
    const template = chain.template() as HeaderTemplate;
    expect(template).toMatchObject({
      family: 'kawpow',
      chain: 'rvn-regtest',
      height: 4_487_776,
      bits: 0x1b05c535,
    });
    const one = template.blockWith(new Uint8Array(16).fill(1));
    const other = template.blockWith(new Uint8Array(16).fill(2));
    expect(hexOf(one.work)).not.toBe(hexOf(other.work));

    const mix = new Uint8Array(32).map((_byte, index) => index);
    const seal = Buffer.concat([bytesOf('0807060504030201'), mix]);
    const block = one.submissionOf(seal);
    const header = block.subarray(0, 120);
    // Nonce and mix stand in it with the least significant byte first.
    expect(Buffer.from(header).readBigUInt64LE(80)).toBe(0x0102030405060708n);
    expect(hexOf(header.subarray(88))).toBe(hexOf(mix.toReversed()));
    expect(hexOf(workOf(header.subarray(0, 80)))).toBe(hexOf(one.work));
    expect(readBlock(block)).toEqual({ hash: one.hashOf(seal), value: 250_000_006_780n });

    // Two transactions, the coinbase with marker, flag and witness, the height first, an output of the commitment.
    const body = hexOf(block.subarray(120));
    expect(body).toMatch(/^02010000000001010{64}ffffffff/);
    expect(body).toContain('03607a44');
    expect(body).toContain(`027c5e29353a00000019${script}0000000000000000266a24aa21a9ed0342`);
    expect(body).toContain(`0120${'00'.repeat(32)}00000000`);
    expect(hexOf(header.subarray(36, 68))).toBe(rootOf(block));

    expect(await chain.submitBlock(block)).toEqual({
      kind: 'accepted',
      rewards: [{ asset: 'RVN', amount: 250_000_006_780n * 10n ** 10n }],
    });
    expect(submitted).toEqual([hexOf(block)]);
  });

  it('refuses bytes that are no block', async () => {
    await expect(chain.submitBlock(new Uint8Array(120))).resolves.toMatchObject({
      kind: 'invalid',
      why: 'the block ends too early',
    });
  });
});

/** The merkle root of a block of two transactions, of which the first one has a witness. */
function rootOf(block: Uint8Array): string {
  const body = Buffer.from(block.subarray(121));
  const second = Buffer.from(
    String((recorded.template['transactions'] as readonly { data: string }[])[0]?.data),
    'hex',
  );
  const first = body.subarray(0, body.length - second.length);
  // Without marker and flag, and without count, length and 32 bytes of the witness.
  const plain = Buffer.concat([first.subarray(0, 4), first.subarray(6, -38), first.subarray(-4)]);
  return hexOf(sha256d(Buffer.concat([sha256d(plain), sha256d(second)])));
}
