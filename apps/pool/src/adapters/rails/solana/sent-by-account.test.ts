import { beforeEach, describe, expect, it } from 'vitest';
import { hasLitesvm, litesvmMissing } from '../../../../../../testing/litesvm-library.ts';
import type { NodeRpc, Params } from '../../chains/nodes/node-rpc.ts';
import { SentByAccount } from './sent-by-account.ts';
import { addressOf, sol, SolanaPool } from './testing/solana-kit.ts';

interface Listing {
  readonly limit: number;
  readonly before?: string;
  readonly until?: string;
}

/** A node where strangers name the account over and over, in transactions that fail; numbered, the oldest is 0. */
class FloodedNode implements NodeRpc {
  flood = 0;
  /** How many were listed. */
  listed = 0;
  readonly #node: NodeRpc;
  readonly #slotOf: (at: number) => number;

  constructor(node: NodeRpc, slotOf: (at: number) => number) {
    this.#node = node;
    this.#slotOf = slotOf;
  }

  async call(method: string, params: Params = []): ReturnType<NodeRpc['call']> {
    if (method !== 'getSignaturesForAddress') return this.#node.call(method, params);
    const [address, { limit, before, until }] = params as unknown as readonly [string, Listing];
    const from = before === undefined ? this.flood - 1 : Number(before.slice(5)) - 1;
    const to = until === undefined ? 0 : Number(until.slice(5)) + 1;
    const length = Math.max(0, Math.min(limit, from - to + 1));
    this.listed += length;
    const value: unknown[] = Array.from({ length }, (_, index) => ({
      signature: `flood${from - index}`,
      slot: this.#slotOf(from - index),
      err: 'InsufficientFunds',
      blockTime: null,
    }));
    if (length === limit || until !== undefined) return { kind: 'result', value };
    // What the chain has of the account is older than all of it.
    const own = await this.#node.call(method, [address, { commitment: 'confirmed' }]);
    return own.kind === 'result' ? { kind: 'result', value: [...value, ...(own.value as unknown[])] } : own;
  }

  close(): void {
    // Nothing is open.
  }
}

describe.skipIf(!hasLitesvm)(
  `what an account of SOL has sent while strangers name it${hasLitesvm ? '' : `: ${litesvmMissing}`}`,
  () => {
    let pool: SolanaPool;
    let node: FloodedNode;
    let sent: SentByAccount;
    let txid: string;
    beforeEach(async () => {
      pool = await SolanaPool.start();
      const rail = pool.open();
      const order = { payoutId: 1n, orderId: '1', coin: 'SOL', network: 'SOL', memo: '' };
      const outcome = await rail.build(
        [{ ...order, address: addressOf('payee'), amount: sol * 10n ** 9n }],
        [],
      );
      if (outcome.kind !== 'signed') throw new Error(`it is ${outcome.kind}`);
      ({ txid } = outcome);
      await rail.send('SOL', outcome.bytes);
      pool.chain.advance(1000);
      node = new FloodedNode(pool.one, (at) => 200 + Math.floor(at / 1000));
      sent = new SentByAccount({ name: 'one', rpc: node }, 'regtest', pool.account);
    });
    const left = async () => (await sent.since(0)).transactions.map((each) => each.txid);

    it('goes on from the newest that it has read, whatever lies before it', async () => {
      node.flood = 150_000;
      expect(await left()).toEqual([txid]);
      node.flood = 349_000;
      expect(await left()).toEqual([txid]);
      expect(node.listed).toBe(349_000);
      node.flood = 349_010;
      expect(await left()).toEqual([txid]);
      expect(node.listed).toBe(349_010);
    });

    it('is listed whole where that is short: a node may show late what it had not', async () => {
      node.flood = 500;
      expect(await left()).toEqual([txid]);
      expect(await left()).toEqual([txid]);
      expect(node.listed).toBe(1000);
    });

    it('is not known where more has to be read at once, and says what to do', async () => {
      node.flood = 200_001;
      await expect(left()).rejects.toThrow(
        `it lists more than 200000 transactions of ${pool.account} since then, which strangers may have made: payouts of SOL wait until fewer have to be read at once (docs/solana-payments.md)`,
      );
    });
  },
);
