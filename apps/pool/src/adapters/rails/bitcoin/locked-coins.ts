import type { RailFacts } from '../../chains/bitcoin/chain-facts.ts';
import type { ListedCoin } from './spendable-coins.ts';
import type { PreviousTransactions } from './previous-transactions.ts';

/**
 * Those of these coins that are left to their owner, by the type of the transaction that made each (`RailFacts.leftTypes`), whatever else is true of it:
 * wallets list them like any other, and a payment out of one could wait for years, or never be built. Raptoreum has transactions whose outputs no block takes
 * before a time that stands behind their lock time (`AvailableCoins`, src/wallet/wallet.cpp). Those by which Dash pays out of its platform spend nothing, and
 * have ids that are not the hashes of their bytes: what they paid cannot be proven to a signer.
 *
 * @throws Error where no wallet says which transaction made a coin
 */
export async function lockedCoins(
  {
    facts,
    previous,
  }: {
    readonly facts: Pick<RailFacts, 'leftTypes'>;
    readonly previous: Pick<PreviousTransactions, 'typeOf'>;
  },
  coins: readonly ListedCoin[],
): Promise<readonly string[]> {
  const { leftTypes = [] } = facts;
  if (leftTypes.length === 0) return [];
  const locked: string[] = [];
  for (const { name, txid } of coins) {
    const type = await previous.typeOf(txid);
    if (type !== undefined && leftTypes.includes(type)) locked.push(name);
  }
  return locked;
}
