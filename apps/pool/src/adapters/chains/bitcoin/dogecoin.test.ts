import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BitcoinTemplate } from '../../../domain/kernel/block-template.ts';
import { scrypt } from '../../../sandbox/chain/scrypt.ts';
import type { ChainOnNodes } from '../nodes/node-chain.ts';
import { openBitcoinChain } from './bitcoin-chain.ts';
import { frameBlock } from './build-template.ts';
import { bitcoinChains } from './chain-facts.ts';
import { freeBytes } from './coinbase.ts';
import { payoutScript } from './payout-script.ts';
import { readTemplate } from './read-template.ts';
import { solve } from './testing/solve.ts';

/** Block 1 of Dogecoin's test network, as its node printed it (published headers of blocks 0 to 2). */
const header1 =
  '04006200a573e91c1772076c0d40f70e4408c83a31705f296ae6e7629d4adcb5a360213d85711eab5e7932893bc19abe378e66701a242ec323416a743996aa672de18b2636c59c6affff7f2001000000';
const hash1 = '215ae97e66fc7e5d762cc3fe3d92d2b8bbf33b691b4ea9edf2c63d25dcae5ed0';
const genesis = '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5';
/** The key hash of 20 bytes of 1 on the test network. */
const address = 'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC';

const found = bitcoinChains.find(({ asset }) => asset === 'DOGE');
if (found === undefined) throw new Error('there is no Dogecoin');
const facts = found;

it('becomes a block from what a node has answered', () => {
  const recorded = JSON.parse(
    readFileSync(new URL('testing/dogecoin-regtest-31.json', import.meta.url), 'utf8'),
  ) as { readonly answer: unknown };
  const template = readTemplate(recorded.answer, facts);
  expect(template).toMatchObject({
    height: 31,
    version: 0x00620004,
    bits: 0x207fffff,
    value: 50_000_000_000_000n,
    time: 1_788_621_996,
  });
  expect(template.witnessCommitment).toBeUndefined();

  const script = payoutScript(facts, 'regtest', address);
  const frame = frameBlock('doge-regtest', template, { script, tag: '/test/' });
  const coinbase = Buffer.concat([frame.coinbasePrefix, new Uint8Array(freeBytes), frame.coinbaseSuffix]);
  // Version 1, one input of nothing; the height is 31; one output of 500,000 coins.
  expect(coinbase.toString('hex')).toMatch(/^01000000010{64}ffffffff..011f/);
  expect(coinbase.toString('hex')).toContain(
    `ffffffff0100203d88792d00001976a914${'01'.repeat(20)}88ac00000000`,
  );
  const block = Buffer.from(frame.submissionOf(new Uint8Array(80), coinbase));
  expect(block.subarray(80).toString('hex')).toBe(`01${coinbase.toString('hex')}`);
});

describe('Dogecoin by itself, as documents have it', () => {
  let version: number;
  let chain: ChainOnNodes;

  beforeEach(() => {
    vi.useFakeTimers();
    version = 0x00620004;
  });
  afterEach(async () => {
    const closing = chain.close();
    await vi.advanceTimersByTimeAsync(5000);
    await closing;
    vi.useRealTimers();
  });

  const answers: Record<string, () => unknown> = {
    getblockhash: () => genesis,
    validateaddress: () => ({ isvalid: true, scriptPubKey: `76a914${'01'.repeat(20)}88ac` }),
    getblockchaininfo: () => ({ chain: 'regtest', blocks: 1, headers: 1, bestblockhash: hash1 }),
    getnetworkinfo: () => ({ connections: 1, subversion: '/Shibetoshi:1.14.9/' }),
    getbestblockhash: () => hash1,
    getblockheader: () => header1,
    getblocktemplate: () => ({
      version,
      rules: ['csv'],
      previousblockhash: hash1,
      transactions: [],
      coinbaseaux: { flags: '' },
      coinbasevalue: 50_000_000_000_000,
      bits: '207fffff',
      curtime: 1_788_658_999,
      height: 2,
    }),
  };

  async function open(): Promise<void> {
    const rpc = {
      call: async (method: string) => ({ kind: 'result' as const, value: answers[method]?.() }),
      close: () => undefined,
    };
    chain = openBitcoinChain({
      facts,
      network: 'regtest',
      nodes: [{ name: 'one', rpc }],
      address,
      tag: '/test/',
      now: () => performance.now(),
      onProblem: () => undefined,
      onLateVerdict: () => undefined,
    });
    await vi.advanceTimersByTimeAsync(1000);
  }

  it('has blocks with its number in their version, which no miner changes, and without witnesses', async () => {
    await open();
    const template = chain.template() as BitcoinTemplate;
    expect(chain.hasFixedVersion).toBe(true);
    const { submission } = solve(template, scrypt, 1);
    const block = Buffer.from(submission).toString('hex');
    expect(block.slice(0, 72)).toBe(
      header1.slice(0, 8) + Buffer.from(hash1, 'hex').reverse().toString('hex'),
    );
    // Height 2, and 500,000 coins to the address.
    expect(block).toContain('ffffffff215218');
    expect(block).toContain(`00203d88792d00001976a914${'01'.repeat(20)}88ac00000000`);
  });

  it.each([
    ['another number', 0x20000000],
    ['the mark of a block that another chain carries', 0x00620104],
  ])('gives no work with %s', async (_name, other) => {
    version = other;
    await open();
    expect(chain.template()).toBeUndefined();
    expect(chain.problems()[0]?.problem).toMatch(
      /^it gives a block of version \d+, whose upper half is not 98/,
    );
  });
});
