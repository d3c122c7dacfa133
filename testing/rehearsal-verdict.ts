import { type ActResult, hasHeld } from './rehearsal.ts';

/** What wallets that watch the address say of credited blocks: how many rewards are the same to the unit, and how many differ. */
export interface WalletWord {
  readonly same: number;
  readonly differ: number;
}

/** How a rehearsal ends. */
export interface RehearsalEnd {
  readonly lines: readonly string[];
  readonly hasHeld: boolean;
}

/**
 * Only what was compared has held: a rehearsal whose wallets have said nothing has not, and one of a chain without a wallet says so.
 *
 * @param wallet undefined where the chain's nodes have none
 */
export function endOf(results: readonly ActResult[], wallet: WalletWord | undefined): RehearsalEnd {
  const haveBlocks = results.length > 0 && results.every(hasHeld);
  if (wallet === undefined) {
    const word = haveBlocks
      ? 'held by the word of the nodes; rewards were compared with no wallet'
      : 'NOT HELD';
    return { lines: [word], hasHeld: haveBlocks };
  }
  const { same, differ } = wallet;
  const isCompared = same > 0 || !results.some(({ credited }) => credited > 0);
  const isHeld = haveBlocks && differ === 0 && isCompared;
  return {
    lines: [
      `the wallet that watches the address has ${same} credited blocks to the unit, and ${differ} otherwise`,
      ...(isCompared ? [] : ['no credited block was compared with it']),
      isHeld ? 'held' : 'NOT HELD',
    ],
    hasHeld: isHeld,
  };
}
