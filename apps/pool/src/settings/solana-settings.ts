import { parseAmount } from '@openlode/money/amount';
import { solanaAddressFault } from '../adapters/rails/offered-solana.ts';
import { leastSlots } from '../adapters/rails/solana/solana-facts.ts';
import type { NodePoolKind } from '../domain/kernel/pool-kind.ts';
import { amountText, isFeeMax } from './file-amount.ts';
import type { Fault } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';
import { reachFaults } from './reach-faults.ts';

/** Where SOL is paid: from one account, through nodes of the operator, signed by another process. */
export interface SolanaEntry {
  /** In base58, as all addresses here. */
  readonly account: string;
  /** What payments are made under: the account advances it. */
  readonly nonceAccount: string;
  /** The path of the signer's socket. */
  readonly signer: string;
  readonly nodes: readonly SolanaReach[];
  /** Slots on a finalized payment, its own counted, that make it final. */
  readonly confirmations: number;
  /** The most that the network may take for one payment, in units of the ledger. */
  readonly feeMax: bigint;
  /** The most percent of a payment that the network may take: the least payment follows it. Left out where it does not. */
  readonly feeShareMax?: number;
}

/** How a node is reached. */
export interface SolanaReach {
  readonly name: string;
  readonly url: URL;
  /** A file with `user:password` in one line; undefined for nodes that ask for none. */
  readonly loginFile?: string;
}

type Solana = NonNullable<FileContent['solana']>;

/** Nodes that are further apart than that (a minute of slots) are not heard together. */
const usual = { confirmations: 150, feeMax: 0.0001 };

export function solanaFaults({ solana }: Pick<FileContent, 'solana'>): Fault[] {
  if (solana === undefined) return [];
  const { account, nonceAccount, nodes, feeMax } = solana;
  const faults: Fault[] = [];
  for (const [name, address] of Object.entries({ account, nonceAccount })) {
    const fault = solanaAddressFault(address);
    if (fault !== undefined) faults.push({ path: ['solana', name], fault });
  }
  if (account === nonceAccount)
    faults.push({
      path: ['solana', 'nonceAccount'],
      fault: 'nonceAccount is the account itself: it is another account, which keeps a nonce',
    });
  if (nodes.length < 2)
    faults.push({
      path: ['solana', 'nodes'],
      fault:
        'payouts of SOL need two nodes: two must know the nonce, and have a payment finalized before it is final',
    });
  faults.push(...reachFaults('nodes of SOL', nodes, ['solana', 'nodes']));
  if (feeMax !== undefined && !isFeeMax(feeMax))
    faults.push({
      path: ['solana', 'feeMax'],
      fault: 'feeMax must be an amount of eight decimals at most, above zero',
    });
  return faults;
}

/**
 * The entry of a file without faults.
 *
 * @param reachOf how a node is reached
 */
export function solanaEntryOf(
  { account, nonceAccount, signer, nodes, ...entry }: Solana,
  kind: NodePoolKind,
  resolvePath: (path: string) => string,
  reachOf: (node: Solana['nodes'][number]) => SolanaReach,
): SolanaEntry {
  return {
    account,
    nonceAccount,
    signer: resolvePath(signer),
    nodes: nodes.map(reachOf),
    confirmations: entry.confirmations ?? Math.max(usual.confirmations, leastSlots(kind)),
    feeMax: parseAmount(amountText(entry.feeMax ?? usual.feeMax)),
    ...(entry.feeShareMax !== undefined && { feeShareMax: entry.feeShareMax }),
  };
}
