import type { ChainFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { ListedCoin } from './spendable-coins.ts';
import type { PreviousTransactions } from './previous-transactions.ts';

/** Version 3, and type 7 in its upper half (`TRANSACTION_FUTURE` of Raptor3um/raptoreum, src/primitives/transaction.h). */
const future = Uint8Array.of(3, 0, 7, 0);

/**
 * Those of these coins that may be locked for as long as a stranger likes: Raptoreum has transactions whose outputs no block takes before a time that
 * stands behind their lock time, and its wallets list them like any other (`AvailableCoins`, src/wallet/wallet.cpp). Whether that time has passed is not
 * looked at: such coins are left to their owner.
 *
 * @throws Error where no wallet says which transaction made a coin
 */
export async function lockedCoins(
  {
    facts,
    previous,
  }: {
    readonly facts: Pick<ChainFacts, 'paysSmartnodes'>;
    readonly previous: Pick<PreviousTransactions, 'of'>;
  },
  coins: readonly ListedCoin[],
): Promise<readonly string[]> {
  if (facts.paysSmartnodes !== true) return [];
  const locked: string[] = [];
  for (const { name, txid } of coins) {
    const parent = await previous.of(txid);
    if (parent !== undefined && future.every((byte, at) => parent.stripped[at] === byte)) locked.push(name);
  }
  return locked;
}
