import { itemsOf, membersOf } from '../../../runtime/read-json.ts';
import { countOf, paymentOf, unitsOf } from './read-statement.ts';
import type { StatementShape } from './statement-shape.ts';

/** The most that a page of payments has. */
const paymentsMax = 100;

/**
 * Pools of the program nodejs-pool (MoneroOcean/nodejs-pool@7c94599 `lib/api/public.js`). `/miner/…/stats` is
 * `{ hash, totalHashes, amtPaid, amtDue }`, hashes as numbers and `false` for an account without shares, amounts in whole units of the coin; a
 * fault of the pool is `{}`. `/miner/…/payments` is `[{ ts, amount, txnHash }]`, the newest first, seconds since 1970. What is not in a deep block
 * yet it does not say: `block_payments` has blocks that are in `amtDue` already.
 */
export const nodejsPool: StatementShape = {
  paths: (account) => {
    const miner = `/miner/${encodeURIComponent(account)}`;
    return [`${miner}/stats`, `${miner}/payments?limit=${paymentsMax}&page=0`];
  },
  read: ([stats, payments], decimals) => {
    const { hash, totalHashes, amtPaid, amtDue } = membersOf(stats);
    const listed = itemsOf(payments);
    return {
      paid: unitsOf(amtPaid, decimals),
      owed: unitsOf(amtDue, decimals),
      immature: undefined,
      hashrate: countOf(hash),
      hashes: countOf(totalHashes),
      payments: listed.map((item) => {
        const { txnHash, amount, ts } = membersOf(item);
        return paymentOf(txnHash, unitsOf(amount, decimals), ts);
      }),
      isWhole: listed.length < paymentsMax,
    };
  },
};
