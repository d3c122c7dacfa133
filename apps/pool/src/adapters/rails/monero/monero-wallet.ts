import type { NetworkWallet } from '../../../domain/kernel/wallet.ts';
import { askAnswering, type NodeTip } from '../ask-nodes.ts';
import { askImages, askTip, type MoneroNode } from './monero-node.ts';
import { ledgerUnits } from './units.ts';
import { ownOutputs } from './own-outputs.ts';
import type { MoneroSigner } from './signer.ts';
import type { ViewWallet } from './view-wallet.ts';

export interface MoneroWalletOptions {
  readonly address: string;
  readonly nodes: readonly MoneroNode[];
  readonly wallet: ViewWallet;
  readonly signer: Pick<MoneroSigner, 'keyImages'>;
}

/**
 * What the pool's address holds: what can be spent, and the change of what it has sent. What nodes know as spent has left, also where it waits
 * yet; rewards count once they can be spent.
 */
export function moneroWallet({ address, nodes, wallet, signer }: MoneroWalletOptions): NetworkWallet {
  return {
    network: 'XMR',
    async amounts() {
      await wallet.requireWatching(address);
      const read = await wallet.refresh();
      const own = new Set((await wallet.sent()).map(({ txid }) => txid));
      const outputs = (await ownOutputs(wallet, signer)).outputs.filter(({ isSpent }) => !isSpent);
      const held = await askAnswering(nodes, async (node) => {
        const tip = await askTip(node);
        const images = outputs.map(({ image }) => image);
        const states = await askImages(node, images);
        const spent = new Set(images.filter((_image, at) => states[at] === 'in-block'));
        const amount = outputs
          .filter(({ image, txid, isUnlocked }) => (isUnlocked || own.has(txid)) && !spent.has(image))
          .reduce((sum, { value }) => sum + value, 0n);
        return { ...tip, amount };
      });
      // A node that is a block ahead knows something as spent whose change the wallet has not read.
      const witnesses = held.filter(
        ({ isSynced, height }) => isSynced && height <= read && height >= read - 2,
      );
      const [first, ...others] = witnesses.map(({ amount }) => amount);
      if (first === undefined)
        throw new Error('no node is in step with the wallet: what it holds is not known');
      return new Map([
        ['XMR', others.reduce((least, each) => (each < least ? each : least), first) * ledgerUnits],
      ]);
    },
  };
}

/** What an operator wants to know of a node before payouts rely on it. */
export interface MoneroNodeReport extends NodeTip {
  /** Why payouts cannot rely on it; undefined where they can. */
  readonly fault: string | undefined;
}

/**
 * Asks a node once for everything that paying through it needs.
 *
 * @throws UnreadableAnswer where it does not answer, or is a node of another chain
 */
export async function askMoneroNode(node: MoneroNode): Promise<MoneroNodeReport> {
  const tip = await askTip(node);
  const outcome = await node.paths.get_outs.call('', { outputs: [{ amount: 0, index: 0 }], get_txid: false });
  const fault = outcome.kind === 'result' ? undefined : `it does not say what it has: ${outcome.why}`;
  return { ...tip, fault };
}

export interface ViewWalletReport {
  /** The last block that it has read. */
  readonly height: number;
  /** In units of the ledger. */
  readonly held: bigint;
  readonly fault: string | undefined;
}

/** The same of the wallet. */
export async function askViewWallet({
  address,
  wallet,
}: Pick<MoneroWalletOptions, 'address' | 'wallet'>): Promise<ViewWalletReport> {
  const fault = await wallet.fault(address);
  if (fault !== undefined) return { height: 0, held: 0n, fault };
  const height = await wallet.refresh();
  const outputs = (await wallet.outputs()).filter(({ isSpent }) => !isSpent);
  return { height, held: outputs.reduce((sum, { value }) => sum + value, 0n) * ledgerUnits, fault };
}
