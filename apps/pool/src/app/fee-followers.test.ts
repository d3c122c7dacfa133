import { findCoin } from '@openlode/catalogue/coins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NodeRpc } from '../adapters/chains/nodes/node-rpc.ts';
import { memoryReservations } from '../adapters/rails/bitcoin/testing/memory-reservations.ts';
import type { EvmNode } from '../adapters/rails/evm/evm-node.ts';
import { FakeNode } from '../adapters/rails/monero/testing/fake-monero.ts';
import { openEvm } from '../adapters/rails/offered-evm.ts';
import { openMonero } from '../adapters/rails/offered-monero.ts';
import { railRegistry } from '../adapters/rails/registry.ts';
import { followFees } from '../domain/payouts/follow-fees.ts';
import { readCoinListing } from '../domain/payouts/payout-availability.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { coinTerms } from '../edges/present/coin-terms.ts';
import { presentCoin } from '../edges/present/present-coin.ts';
import { testEngines } from '../runtime/database/testing/create-test-database.ts';
import { parsePoolFile } from '../settings/parse-pool-file.ts';
import { feeFollowers } from './fee-followers.ts';

const hour = 3_600_000;
const gwei = 10n ** 9n;
const nodesAt = (port: number) =>
  `[{ name: one, url: 'http://127.0.0.1:${port}' }, { name: two, url: 'http://127.0.0.1:${port + 1}' }]`;
const account = (digit: string) => `"0x${digit.repeat(40)}"`;
const file = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes: [{ name: one, url: 'http://127.0.0.1:19443', login: one }, { name: two, url: 'http://127.0.0.1:19453', login: two }]
rails: [{ coin: LTC, wallet: watch, signer: s, feeShareMax: 5 }]
evm:
  - network: ETH
    account: ${account('1')}
    signer: s
    nodes: ${nodesAt(8545)}
    tokens: [{ coin: USDT, contract: ${account('a')} }]
    feeShareMax: 2
  - { network: BSC, account: ${account('2')}, signer: s, nodes: ${nodesAt(8547)}, feeShareMax: 2 }
  - { network: ETC, account: ${account('3')}, signer: s, nodes: ${nodesAt(8549)} }
monero:
  address: 44z4pHFVSCUDMHJUmNBG4zJ6vgQNswkJsEAgj4GJwQijTZUhfsPeTgwGwpmJpNnkb1VEGDfwXPvG8UaTFZUqmvJuNwPWQSr
  signer: s
  nodes: ${nodesAt(18081)}
  wallet: { url: 'http://127.0.0.1:18083', login: w }
  feeShareMax: 2
`;

function poolOf(text: string) {
  const reading = parsePoolFile(text, (path) => `/${path}`);
  if (reading.kind !== 'pool') throw new Error(JSON.stringify(reading.faults));
  return reading.pool;
}

describe('whose least payments follow fees', () => {
  it('are the coins of networks that pay their own fee, where the file names a share, and no token', () => {
    expect(feeFollowers(poolOf(file))).toEqual([
      { coin: 'LTC', network: 'LTC', sharePercent: 5 },
      { coin: 'ETH', network: 'ETH', sharePercent: 2 },
      { coin: 'BNB', network: 'BSC', sharePercent: 2 },
      { coin: 'XMR', network: 'XMR', sharePercent: 2 },
    ]);
    expect(feeFollowers(poolOf(file.replaceAll(/,? *feeShareMax: \d/g, '')))).toEqual([]);
  });
});

/** A node of an EVM network that says what gas costs. */
function evmNode(name: string, price: { baseFee: bigint }): EvmNode {
  const answers: Readonly<Record<string, () => unknown>> = {
    eth_chainId: () => '0x7a69',
    eth_syncing: () => false,
    eth_blockNumber: () => '0x0',
    eth_getBlockByNumber: () => ({
      hash: `0x${'00'.repeat(32)}`,
      timestamp: '0x0',
      baseFeePerGas: `0x${price.baseFee.toString(16)}`,
    }),
    eth_maxPriorityFeePerGas: () => `0x${gwei.toString(16)}`,
  };
  return {
    name,
    rpc: {
      call: async (method) => {
        const answer = answers[method];
        return answer === undefined
          ? { kind: 'unanswered', why: `nothing answers ${method}` }
          : { kind: 'result', value: answer() };
      },
      close: () => undefined,
    },
  };
}

describe.each(testEngines())('a least payment of an EVM network and of Monero, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  it('is on the page a day before it counts, once two nodes have asked for it for six hours', async () => {
    const pool = poolOf(file);
    const price = { baseFee: gwei };
    // A third node of BSC's that says something else moves nothing.
    const mad = { baseFee: 90n * gwei };
    const monero = [new FakeNode('one'), new FakeNode('two')];
    const parts = { reservations: memoryReservations(), ledger: 'ab'.repeat(32) };
    const wallet: NodeRpc = {
      call: async () => ({ kind: 'unanswered', why: 'no wallet is asked' }),
      close: () => undefined,
    };
    const rails = railRegistry([
      ...(pool.evm ?? []).map((entry) =>
        openEvm(
          { ...entry, kind: pool.kind },
          {
            ...parts,
            nodes: [
              evmNode('one', price),
              evmNode('two', price),
              ...(entry.network === 'BSC' ? [evmNode('three', mad)] : []),
            ],
          },
        ),
      ),
      ...(pool.monero === undefined
        ? []
        : [openMonero({ ...pool.monero, kind: pool.kind }, { ...parts, nodes: monero, wallet })]),
    ]);
    const followers = feeFollowers(pool).filter(({ coin }) => coin !== 'LTC');
    const look = () =>
      followFees({ ...ctx, rails }, followers, (_pair, error) => {
        throw error;
      });
    const shown = async (symbol: string, network: string) => {
      const coin = findCoin(symbol);
      if (coin === undefined) throw new Error(`there is no ${symbol}`);
      const terms = coinTerms(await readCoinListing(ctx), {
        rail: { pays: () => true },
        paysHere: () => true,
      });
      const chain = presentCoin(coin, terms).chains.find((each) => each.network === network);
      return [chain?.payment_threshold, chain?.payment_threshold_next];
    };
    const all = async () => ({
      ETH: await shown('ETH', 'ETH'),
      BNB: await shown('BNB', 'BSC'),
      XMR: await shown('XMR', 'XMR'),
      // What is paid elsewhere of the coin, and tokens beside it.
      'ETH on BSC': await shown('ETH', 'BSC'),
      USDT: await shown('USDT', 'ETH'),
    });
    const usual = await all();
    expect(usual).toMatchObject({
      ETH: ['0.01', undefined],
      BNB: ['0.005', undefined],
      XMR: ['0.01', undefined],
    });
    const hours = async (count: number): Promise<void> => {
      for (let each = 0; each < count; each += 1) {
        await look();
        ctx.advance(hour);
      }
    };
    await hours(7);
    expect(await all()).toEqual(usual);

    // 21,000 units of gas at 19 gwei and one beside are 0.00042: two percent of 0.021.
    price.baseFee = 19n * gwei;
    // 1,536 bytes at 200,000 are 0.0003072: two percent of 0.01536.
    for (const node of monero) node.feePerByte = 200_000;
    await hours(7);
    const midnight = ctx.clock.now() - (ctx.clock.now() % (24 * hour)) + 48 * hour;
    expect(await all()).toEqual({
      ...usual,
      ETH: ['0.01', { amount: '0.05', timestamp: midnight }],
      BNB: ['0.005', { amount: '0.05', timestamp: midnight }],
      XMR: ['0.01', { amount: '0.02', timestamp: midnight }],
    });
    ctx.advance(midnight - ctx.clock.now());
    expect(await all()).toEqual({
      ...usual,
      ETH: ['0.05', undefined],
      BNB: ['0.05', undefined],
      XMR: ['0.02', undefined],
    });
  });
});
