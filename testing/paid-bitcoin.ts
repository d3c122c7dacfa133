import { type BcoinNode, BcoinNodes } from './bcoin-nodes.ts';
import type { PaidAsset } from './paid-asset.ts';
import { SignerProcess } from './signer-process.ts';

/** Blocks that make a payment final, and its coins old enough. */
const confirmations = 2;

/** Other miners: an address as they spell it, and its script, which is the same on every network. */
const otherPayees = [
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '76a91477bff20c60e522dfaa3350c39b030a5d004e839a88ac'],
  ['3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN', 'a914bcfeb728b584253d5f3f70bcb780e9ef218a68f487'],
] as const;
/** Of the miner, a witness key hash, and of the others. */
const scripts: ReadonlySet<string> = new Set([
  '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  ...otherPayees.map(([, script]) => script),
]);

/** Two bcoins with wallets, and with blocks that have witnesses. */
export async function bitcoinNodesToPay(): Promise<BcoinNodes> {
  const nodes = await BcoinNodes.start(1, { wallets: true });
  await nodes.mineToPresent();
  return nodes;
}

/** Bitcoin, out of wallets of two bcoins that only watch. */
export async function paidBitcoin(nodes: BcoinNodes, folder: string): Promise<PaidAsset> {
  const signer = await SignerProcess.start(folder, { hasBitcoin: true });
  const { address } = await nodes.one.ask<{ address: string }>(
    'createwitnessaddress',
    `21${signer.bitcoinKey}ac`,
  );
  for (const node of [nodes.one, nodes.two]) await node.watch('watch', [address]);
  const [one, two] = [new ReceivedAt(nodes.one), new ReceivedAt(nodes.two)];
  return {
    miner: 'BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    others: otherPayees.map(([payee]) => `BTC:${payee}`),
    address,
    // A reward of the test network would be worth a million.
    env: Object.fromEntries(
      ['ACCOUNT', 'RUN', 'DAY'].map((cap) => [`OPENLODE_PAYOUT_CAP_${cap}`, '10000000']),
    ),
    signer,
    paid: { rails: [{ coin: 'BTC', wallet: 'watch', signer: signer.socket, confirmations }] },
    async received() {
      const [left, right] = await Promise.all([one.sum(), two.sum()]);
      if (left !== right) throw new Error(`the nodes do not agree: ${left}, ${right}`);
      return left;
    },
    bury: async () => undefined,
    close: async () => undefined,
  };
}

/** What the blocks of a bcoin have brought to the payees, which it keeps no list of; each block of its branch is read once. */
class ReceivedAt {
  readonly #node: BcoinNode;
  /** By height: the block, and what came with it, in units of 10^-8. */
  readonly #blocks: { readonly hash: string; readonly amount: bigint }[] = [];

  constructor(node: BcoinNode) {
    this.#node = node;
  }

  async sum(): Promise<bigint> {
    const height = await this.#node.ask<number>('getblockcount');
    for (let from = this.#blocks.length - 1; from >= 0; from -= 1) {
      // Of a branch that it has given up.
      if (this.#blocks[from]?.hash === (await this.#hashAt(from).catch(() => undefined))) break;
      this.#blocks.length = from;
    }
    for (let at = this.#blocks.length; at <= height; at += 1) {
      const hash = await this.#hashAt(at);
      this.#blocks.push({ hash, amount: await this.#broughtBy(hash) });
    }
    return this.#blocks.reduce((sum, { amount }) => sum + amount, 0n);
  }

  #hashAt(height: number): Promise<string> {
    return this.#node.ask<string>('getblockhash', height);
  }

  async #broughtBy(hash: string): Promise<bigint> {
    const { tx } = await this.#node.ask<{
      tx: { vout: { value: number; scriptPubKey: { hex: string } }[] }[];
    }>('getblock', hash, true, true);
    // The first is the block's own reward, which bcoins of suites give to the miner's address as well.
    return tx
      .slice(1)
      .flatMap(({ vout }) => vout)
      .filter(({ scriptPubKey }) => scripts.has(scriptPubKey.hex))
      .reduce((sum, { value }) => sum + BigInt(Math.round(value * 1e8)), 0n);
  }
}
