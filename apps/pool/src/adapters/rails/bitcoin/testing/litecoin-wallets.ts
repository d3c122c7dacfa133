import { readFileSync } from 'node:fs';
import { LitecoinNodes } from '../../../../../../../testing/litecoin-nodes.ts';
import type { NetworkWallet } from '../../../../domain/kernel/wallet.ts';
import { type NodeRpc, openNodeRpc } from '../../../chains/nodes/node-rpc.ts';
import { bitcoinRail, type BitcoinRailOptions } from '../bitcoin-rail.ts';
import { bitcoinWallet } from '../bitcoin-wallet.ts';
import type { RailNode } from '../rail-node.ts';
import { litecoinFacts } from './fake-nodes.ts';
import { type KeySigner, keySigner } from './key-signer.ts';
import { memoryReservations } from './memory-reservations.ts';

/** Blocks under which a coin is spent, and a payment is final, in suites. */
export const confirmations = 2;

/** Two litecoinds with a wallet each that watches the address of one key. */
export class LitecoinWallets {
  readonly nodes: LitecoinNodes;
  readonly signer: KeySigner;
  readonly railNodes: readonly RailNode[];
  readonly #opened: NodeRpc[] = [];

  readonly #facts: typeof litecoinFacts;

  private constructor(nodes: LitecoinNodes, signer: KeySigner, facts: typeof litecoinFacts) {
    this.nodes = nodes;
    this.#facts = facts;
    this.signer = signer;
    this.railNodes = [nodes.one, nodes.two].map(({ name, url, loginFile }) => ({
      name,
      rpc: openNodeRpc({ url: new URL(url), readLogin: () => readFileSync(loginFile, 'utf8') }),
      wallet: this.walletOf(name, 'watch'),
    }));
  }

  /** Another wallet of a node, whether there is one or not. */
  walletOf(node: string, wallet: string): NodeRpc {
    const { url, loginFile } = node === this.nodes.one.name ? this.nodes.one : this.nodes.two;
    const rpc = openNodeRpc({
      url: new URL(`/wallet/${wallet}`, url),
      readLogin: () => readFileSync(loginFile, 'utf8'),
    });
    this.#opened.push(rpc);
    return rpc;
  }

  /** With this many mature rewards at its address. `facts`: as what the rail takes the chain. */
  static async start(
    rewards: number,
    facts = litecoinFacts,
    signer = keySigner(facts.networks.regtest.addresses),
  ): Promise<LitecoinWallets> {
    const nodes = await LitecoinNodes.start(1);
    for (const node of [nodes.one, nodes.two]) {
      await node.ask('createwallet', 'watch', true, true, '', false, false, true);
      await node.ask(
        'importmulti',
        [{ scriptPubKey: { address: signer.address }, timestamp: 0, watchonly: true, label: 'pool' }],
        { rescan: false },
      );
    }
    const wallets = new LitecoinWallets(nodes, signer, facts);
    if (rewards > 0) await nodes.one.ask('generatetoaddress', rewards, signer.address);
    await nodes.mine(100);
    return wallets;
  }

  rail(more: Partial<BitcoinRailOptions> = {}): ReturnType<typeof bitcoinRail> {
    return bitcoinRail({
      facts: this.#facts,
      network: 'regtest',
      nodes: this.railNodes,
      own: [this.signer.address],
      signer: this.signer,
      reservations: memoryReservations(),
      rates: { floor: 10_000n, cap: 200_000n },
      feeMax: 10n ** 15n,
      confirmations,
      ...more,
    });
  }

  wallet(nodes: readonly RailNode[] = this.railNodes): NetworkWallet {
    return bitcoinWallet({ facts: this.#facts, network: 'regtest', nodes, own: [this.signer.address] });
  }

  async close(): Promise<void> {
    for (const rpc of [...this.#opened, ...this.railNodes.map((node) => node.rpc)]) rpc.close();
    await this.nodes.close();
  }
}
