import { miningAccount } from '@openlode/ledger/accounts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anvilMissing, deployTokenData, hasAnvil, tokenModes } from '../../../../../testing/anvil-node.ts';
import { AnvilPair } from '../../../../../testing/anvil-pair.ts';
import { SignerProcess } from '../../../../../testing/signer-process.ts';
import { evmNetwork, evmNetworks } from '../../adapters/rails/evm/evm-networks.ts';
import { balanceData, transferData } from '../../adapters/rails/evm/token-calls.ts';
import { type EvmOnNodes, evmOnNodes, evmWalletOf, openEvmRail } from '../../app/open-evm.ts';
import { refuseOtherNetworks } from '../../app/refuse-other-network.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { compareOutgoing } from '../../domain/payouts/compare-outgoing.ts';
import { findPayout } from '../../domain/payouts/payout.ts';
import { coinReservations } from '../../domain/payouts/reserve-coins.ts';
import { reservePayout } from '../../domain/payouts/reserve-payout.ts';
import { readSuspensions } from '../../domain/payouts/suspensions.ts';
import { createTestContext, type TestContext } from '../../domain/testing/create-test-context.ts';
import { firstRow } from '../../runtime/database/database.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type NodePool, parsePoolFile } from '../../settings/parse-pool-file.ts';
import { advanceRounds, clearDecisions, coin, type PayingProcess, payingProcess } from './payout-world.ts';

/** Optimism's own contract names what is taken beside gas, and anvil has none; nothing is paid on Fantom, which is delisted. */
const unpaid: ReadonlySet<string> = new Set(['OPTIMISM', 'FTM']);
const networks = evmNetworks.map(({ network }) => network).filter((network) => !unpaid.has(network));
const tokenUnits = 10n ** 6n;
/** More take an anvil minutes. */
const blocksMax = 600;

/** What a file of a pool of money says, over anvils that have the numbers of real networks: settings, signer and depth are those of the real ones. */
describe.skipIf(!hasAnvil).each(oneEngine())(
  `payouts of a pool of kind real on anvils and the real signer, on %s${hasAnvil ? '' : `: ${anvilMissing}`}`,
  { timeout: 300_000 },
  (engine) => {
    let folder: string;
    let ctx: TestContext;
    let signer: SignerProcess;
    let pair: AnvilPair;
    let token: string;
    let payees = 0;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openlode-real-evm-'));
      ctx = await createTestContext(engine);
      // The same on each chain: its sender and number decide what a contract is called.
      token = await startChain('ETH');
      signer = await SignerProcess.start(folder, { realEvm: { networks, token } });
    }, 300_000);
    afterAll(async () => {
      await Promise.all([pair?.close(), signer?.close(), ctx?.close()]);
      rmSync(folder, { recursive: true, force: true });
    });
    beforeEach(() => clearDecisions(ctx));

    /** Two anvils with the number of the real network; answers the contract of a token on it. */
    async function startChain(network: string): Promise<string> {
      await pair?.close();
      const { chainId } = evmNetwork(network);
      pair = await AnvilPair.start(ctx.clock.now(), ['--chain-id', chainId.toString()]);
      const data = deployTokenData(6, tokenModes.honest, 10n ** 12n);
      const hash = await pair.send({ data });
      await pair.mine(1, ctx.clock.now());
      return (await pair.one.mined(hash)).contractAddress;
    }

    const poolOf = (network: string, kind = 'real'): NodePool => {
      const address =
        kind === 'real'
          ? 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'
          : 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
      const reading = parsePoolFile(
        `kind: ${kind}
rates: [{ source: coinpaprika }, { source: coingecko }]
chains:
  - coin: LTC
    address: ${address}
    nodes:
      - { name: one, url: 'http://127.0.0.1:1', login: none }
      - { name: two, url: 'http://127.0.0.1:2', login: none }
evm:
  - network: ${network}
    account: "${signer.evmAccounts.get(network)}"
    signer: ${signer.socket}
    nodes:
      - { name: one, url: '${pair.one.url}' }
      - { name: two, url: '${pair.two.url}' }
`,
        (path) => path,
      );
      if (reading.kind !== 'pool') throw new Error(JSON.stringify(reading.faults));
      return reading.pool;
    };
    const opened = async (
      network: string,
      tokens: EvmOnNodes['entry']['tokens'] = [],
    ): Promise<EvmOnNodes> => {
      const [each] = await evmOnNodes(poolOf(network));
      if (each === undefined) throw new Error('the file names no network');
      return { ...each, entry: { ...each.entry, tokens } };
    };
    const fund = async (network: string): Promise<void> => {
      const account = signer.evmAccounts.get(network);
      for (const node of [pair.one, pair.two])
        await node.ask('anvil_setBalance', account, `0x${(1000n * coin).toString(16)}`);
      await pair.mine(1, ctx.clock.now());
    };
    /** A payout of fifty, to an address that nothing has been paid to. */
    const reserve = async (process: PayingProcess, symbol: string, network: string) => {
      payees += 1;
      const address = `0x${payees.toString().padStart(40, '1')}`;
      const at = new Date(ctx.clock.now());
      const uuid = `dddddddd-0000-4000-8000-${payees.toString(16).padStart(12, '0')}`;
      const rows = await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES (${uuid}, ${symbol}, ${network}, ${address}, ${at}, ${at}) RETURNING id`);
      const miner = firstRow(rows).id;
      const amount = 50n * coin;
      await ctx.db.transaction((tx) =>
        bookEntry(tx, {
          key: `given-real:${payees}`,
          kind: 'given',
          at: ctx.clock.now(),
          postings: [
            { account: 'ext:suite', asset: symbol, amount: -amount },
            { account: miningAccount(miner), asset: symbol, amount },
          ],
        }),
      );
      ctx.prices.set(symbol, '1');
      const outcome = await reservePayout(process, miner, 'manual');
      if (outcome.kind !== 'reserved') throw new Error(JSON.stringify(outcome));
      return { id: outcome.id, address };
    };
    const stateOf = async (id: bigint) => (await findPayout(ctx.db, id))?.state;
    const bury = async (blocks: number): Promise<void> => {
      await pair.mine(1, ctx.clock.now());
      // Each makes its own: ten thousand are not made twice.
      await Promise.all([pair.one.mine(blocks - 1), pair.two.mine(blocks - 1)]);
    };
    /** Pays it under one block too few, and then under enough; where those are thousands, which take an anvil minutes, not under a hundred. */
    const settle = async (process: PayingProcess, id: bigint, needed: number): Promise<void> => {
      await advanceRounds(ctx, process, 3);
      await bury(Math.min(needed - 1, 100));
      await advanceRounds(ctx, process, 4);
      expect(await stateOf(id)).toBe('seen');
      if (needed > blocksMax) return;
      if (needed > 101) await Promise.all([pair.one.mine(needed - 101), pair.two.mine(needed - 101)]);
      await advanceRounds(ctx, process, 4);
      expect(await stateOf(id)).toBe('seen');
      await Promise.all([pair.one.mine(1), pair.two.mine(1)]);
      await advanceRounds(ctx, process, 8);
      expect(await stateOf(id)).toBe('settled');
    };
    const expectSound = async (process: PayingProcess): Promise<void> => {
      expect((await compareOutgoing({ ...process, actor: 'root' })).unknown).toEqual([]);
      expect(await readSuspensions(ctx.db)).toEqual([]);
    };

    // A signer gives a number of an account to one payment: the chain of ETH begins once.
    it.each(networks.slice(1))(
      'pays the coin of %s once, under as many blocks as it needs [P1] [P2]',
      async (network) => {
        const { asset, confirmationsMin } = evmNetwork(network);
        await startChain(network);
        const each = await opened(network);
        const rail = openEvmRail(each, { reservations: coinReservations(ctx), ledger: 'ab'.repeat(32) });
        expect({ kind: rail.kind, name: rail.name }).toEqual({
          kind: 'real',
          name: `${network.toLowerCase()}-main`,
        });
        const process = payingProcess(ctx, rail);
        try {
          await fund(network);
          const { id, address } = await reserve(process, asset, network);
          await settle(process, id, confirmationsMin);
          for (const node of [pair.one, pair.two])
            expect(BigInt(await node.ask<string>('eth_getBalance', address, 'latest'))).toBe(50n * coin);
          const held = (await evmWalletOf(each).amounts()).get(asset) ?? 0n;
          expect(held).toBeLessThan(950n * coin);
          expect(held).toBeGreaterThan(949n * coin);
          await expectSound(process);
        } finally {
          process.end();
          each.close();
        }
      },
    );

    it('pays the coin of ETH and a token on it, each once [P1] [P2]', async () => {
      expect(await startChain('ETH')).toBe(token);
      // A file names no other contract than the real one, which no anvil has.
      const each = await opened('ETH', [{ coin: 'USDT', contract: token.toLowerCase(), decimals: 6 }]);
      const rail = openEvmRail(each, { reservations: coinReservations(ctx), ledger: 'ab'.repeat(32) });
      const process = payingProcess(ctx, rail);
      try {
        await fund('ETH');
        const account = signer.evmAccounts.get('ETH') ?? '';
        await pair.send({ to: token, data: transferData(account.toLowerCase(), 1000n * tokenUnits) });
        await pair.mine(1, ctx.clock.now());
        const ether = await reserve(process, 'ETH', 'ETH');
        await advanceRounds(ctx, process, 2);
        await pair.mine(1, ctx.clock.now());
        await advanceRounds(ctx, process, 2);
        const { id, address } = await reserve(process, 'USDT', 'ETH');
        await settle(process, id, evmNetwork('ETH').confirmationsMin);
        expect(await stateOf(ether.id)).toBe('settled');
        for (const node of [pair.one, pair.two]) {
          const call = { to: token, data: balanceData(address) };
          expect(BigInt(await node.ask<string>('eth_call', call, 'latest'))).toBe(50n * tokenUnits);
          const paid = await node.ask<string>('eth_getBalance', ether.address, 'latest');
          expect(BigInt(paid)).toBe(50n * coin);
        }
        expect((await evmWalletOf(each).amounts()).get('USDT')).toBe(950n * coin);
        await expectSound(process);
      } finally {
        process.end();
        each.close();
      }
    });

    it('is not started on a chain of another number, nor as a test network', async () => {
      await startChain('BSC');
      await refuseOtherNetworks(poolOf('BSC'), true);
      await expect(refuseOtherNetworks(poolOf('ETH'), true)).rejects.toThrow(
        'of node one of ETH it holds that it is a node of chain 56, and 1 is paid on',
      );
      const test = refuseOtherNetworks(poolOf('BSC', 'regtest'), true);
      await expect(test).rejects.toThrow('it is a node of chain 56, and 31337 is paid on');
      await expect(test).rejects.toThrow(
        `the signer at ${signer.socket} signs for BSC, and not for BSC-regtest`,
      );
    });
  },
);
