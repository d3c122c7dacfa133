import { readFileSync } from 'node:fs';
import { addressOfScript, outputScript } from '@openlode/mining/address-payment';
import { BcoinNodes } from '../../../../../../../testing/bcoin-nodes.ts';
import type { NetworkWallet } from '../../../../domain/kernel/wallet.ts';
import { bitcoinChains } from '../../../chains/bitcoin/chain-facts.ts';
import { openNodeRpc } from '../../../chains/nodes/node-rpc.ts';
import { bitcoinRail, type BitcoinRailOptions } from '../bitcoin-rail.ts';
import { bitcoinWallet } from '../bitcoin-wallet.ts';
import { adaptNode } from '../dialects/adapt-node.ts';
import type { RailNode } from '../rail-node.ts';
import { type KeySigner, keySigner } from './key-signer.ts';
import { memoryReservations } from './memory-reservations.ts';

/** Blocks under which a coin is spent, and a payment is final, in suites. */
const confirmations = 2;

/** Two bcoins with a wallet each that watches the address of one key. */
export class BcoinWallets {
  readonly nodes: BcoinNodes;
  readonly signer: KeySigner;
  /** As bcoin spells it. */
  readonly own: string;
  readonly railNodes: readonly RailNode[];

  private constructor(nodes: BcoinNodes, signer: KeySigner, own: string) {
    this.nodes = nodes;
    this.signer = signer;
    this.own = own;
    this.railNodes = [this.railNode('one', 'watch'), this.railNode('two', 'watch')];
  }

  /** Mines that many rewards to its address, which are mature. */
  static async start(rewards: number): Promise<BcoinWallets> {
    const { addresses } = factsOfBitcoin.networks.regtest;
    const signer = keySigner(addresses);
    const script = outputScript(addresses, signer.address) ?? new Uint8Array();
    const own = addressOfScript({ ...addresses, segwit: ['rb'] }, script) ?? '';
    const nodes = await BcoinNodes.start(1, { wallets: true });
    for (const node of [nodes.one, nodes.two]) await node.watch('watch', [own]);
    await nodes.mineToPresent();
    await nodes.one.generate(rewards, own);
    await nodes.mine(factsOfBitcoin.maturity);
    return new BcoinWallets(nodes, signer, own);
  }

  railNode(name: 'one' | 'two', walletName: string): RailNode {
    const node = this.nodes[name];
    const open = (url: string) =>
      openNodeRpc({ url: new URL(url), readLogin: () => readFileSync(node.loginFile, 'utf8') });
    const { maturity } = factsOfBitcoin;
    const wallet = open(node.walletUrl ?? '');
    return adaptNode({ name, rpc: open(node.url), wallet, walletName, own: this.own, maturity });
  }

  rail(more: Partial<BitcoinRailOptions> = {}): ReturnType<typeof bitcoinRail> {
    return bitcoinRail({
      facts: factsOfBitcoin,
      network: 'regtest',
      nodes: this.railNodes,
      own: [this.own],
      signer: this.signer,
      reservations: memoryReservations(),
      rates: { floor: 10_000n, cap: 200_000n },
      feeMax: 10n ** 15n,
      confirmations,
      ...more,
    });
  }

  wallet(): NetworkWallet {
    return bitcoinWallet({
      facts: factsOfBitcoin,
      network: 'regtest',
      nodes: this.railNodes,
      own: [this.own],
    });
  }

  async close(): Promise<void> {
    for (const { rpc, wallet } of this.railNodes) {
      rpc.close();
      wallet.close();
    }
    await this.nodes.close();
  }
}

const factsOfBitcoin = factsOf('BTC');

function factsOf(asset: string): (typeof bitcoinChains)[number] {
  const facts = bitcoinChains.find((each) => each.asset === asset);
  if (facts === undefined) throw new Error(`there are no facts of ${asset}`);
  return facts;
}
