import { EarlierFirst } from '../../../domain/kernel/earlier-first.ts';
import type { Situation } from './ask-situation.ts';
import { claimOf } from './payment-proof.ts';
import { decodePayment, type TronPayment } from './read-payment.ts';
import type { TronSigner } from './signer.ts';
import { askInfo, type TronNode } from './tron-node.ts';

/**
 * What the signer has signed so long before the newest solidified block has ended, whatever the clocks say: it signs nothing that was built ten minutes ago by its own, or
 * that ends later than an hour after it was built. In ms.
 */
const signedMs = 2 * 3_600_000;
/** Transactions that are remembered of a node. */
const knownMax = 20_000;

export interface OpenPaymentsOptions {
  readonly signer: TronSigner;
  /** 21 bytes in hex. */
  readonly account: string;
}

/** What was signed and may still be executed. */
export class OpenPayments {
  readonly #options: OpenPaymentsOptions;
  /** What a node has solidified stays so. */
  readonly #solidified = new WeakMap<TronNode, Set<string>>();

  constructor(options: OpenPaymentsOptions) {
    this.#options = options;
  }

  /**
   * What was signed on the network and may still be executed, or was lately, all of which the pool has to know: no transaction excludes another one here, so that what a
   * database has lost would be executed beside what is signed for it again. Nodes are asked only of what the pool does not know.
   *
   * @param claimed the ids of the pool's open transactions
   * @throws EarlierFirst while something may be executed that the pool does not know
   */
  async known({ nodes, solidAt }: Situation, claimed: readonly string[]): Promise<readonly TronPayment[]> {
    const { signer, account } = this.#options;
    const recent = (await signer.signedSince(Math.max(0, solidAt - signedMs))).map(signedPayment);
    const open: TronPayment[] = [];
    const known = new Set(claimed);
    for (const each of recent) {
      // Every block that could have it is solidified at every node, and what it has is seen.
      if (each.account !== account || each.expiration <= solidAt) continue;
      if (known.has(claimOf(each.txid))) open.push(each);
      else if (!(await this.#isSolidified(each.txid, nodes))) throw lost(each);
    }
    return open;
  }

  async #isSolidified(txid: string, nodes: Situation['nodes']): Promise<boolean> {
    const seen = await Promise.all(
      nodes.map(async ({ node, tip }) => {
        const remembered = this.#solidified.get(node) ?? new Set();
        if (remembered.has(txid)) return true;
        const info = await askInfo(node, txid);
        if (info === undefined || info.block > tip.solid.number) return false;
        if (remembered.size >= knownMax) remembered.clear();
        this.#solidified.set(node, remembered.add(txid));
        return true;
      }),
    );
    return seen.every(Boolean);
  }
}

function lost({ txid, expiration }: TronPayment): EarlierFirst {
  return new EarlierFirst(
    `the signer has signed ${txid}, which the pool does not know: what becomes of it until ${new Date(expiration).toISOString()} has to be seen first`,
  );
}

/** Throws an Error for bytes that are no payment. */
export function signedPayment(bytes: Uint8Array): TronPayment {
  const payment = decodePayment(bytes);
  if (payment === undefined) throw new Error('what the signer has signed before is no payment of this rail');
  return payment;
}
