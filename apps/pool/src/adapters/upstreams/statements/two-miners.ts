import { itemsOf, membersOf } from '../../../runtime/read-json.ts';
import { countOf, paymentOf, unitsOf, wholeOf } from './read-statement.ts';
import type { StatementShape } from './statement-shape.ts';

/**
 * Pools of 2Miners (2miners/apidoc `2miners_api.json`, `AccountReturnModel`). `/accounts/…` is
 * `{ hashrate, payments: [{ tx, amount, timestamp }], paymentsTotal, stats: { balance, immature, paid } }`, amounts in whole units whose decimals
 * differ from coin to coin, seconds since 1970; payments are left out, or null, where there are none. An account without a share is HTTP 404.
 */
export const twoMiners: StatementShape = {
  paths: (account) => [`/accounts/${encodeURIComponent(account)}`],
  read: ([answer], decimals) => {
    const { hashrate, payments, paymentsTotal, stats } = membersOf(answer);
    const { balance, immature, paid } = membersOf(stats);
    const listed = payments === undefined || payments === null ? [] : itemsOf(payments);
    return {
      paid: unitsOf(paid ?? 0, decimals),
      owed: unitsOf(balance ?? 0, decimals),
      immature: unitsOf(immature ?? 0, decimals),
      hashrate: countOf(hashrate),
      hashes: undefined,
      payments: listed.map((item) => {
        const { tx, amount, timestamp } = membersOf(item);
        return paymentOf(tx, unitsOf(amount, decimals), timestamp);
      }),
      isWhole: wholeOf(paymentsTotal ?? listed.length) <= BigInt(listed.length),
    };
  },
};
