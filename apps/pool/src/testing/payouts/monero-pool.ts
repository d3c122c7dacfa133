import { miningAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import type { NodeRpc } from '../../adapters/chains/nodes/node-rpc.ts';
import { confirmations, type MoneroWallets } from '../../adapters/rails/monero/testing/monero-wallets.ts';
import { openMonero, openMoneroWallet } from '../../adapters/rails/offered-monero.ts';
import { bookEntry } from '../../domain/ledger/book-entry.ts';
import { createOutgoingGuard } from '../../domain/payouts/outgoing-guard.ts';
import { coinReservations } from '../../domain/payouts/reserve-coins.ts';
import type { TestContext } from '../../domain/testing/create-test-context.ts';
import { compareWithLedger } from '../../domain/treasury/guard-solvency.ts';
import { firstRow } from '../../runtime/database/database.ts';
import { type PayingProcess, payingProcess } from './payout-world.ts';

/** The account that a pool's file names, and the wallet that watches it. */
export interface WatchedAccount {
  readonly address: string;
  readonly rpc: NodeRpc;
}

/** A pool that pays XMR over these nodes and their signer, as its file would open it; from the first account of the signer where no other is named. `older`: those of replaced keys. */
export function moneroPool(
  ctx: TestContext,
  wallets: MoneroWallets,
  { address, rpc }: WatchedAccount = { address: wallets.address, rpc: wallets.walletRpc },
  older: readonly WatchedAccount[] = [],
) {
  const settings = {
    kind: 'regtest' as const,
    address,
    signer: wallets.signerProcess.socket,
    confirmations,
    feeMax: 10n ** 16n,
  };
  const olderAccounts = older.map((each) => ({ address: each.address, wallet: each.rpc }));
  const parts = { nodes: wallets.railNodes, wallet: rpc, olderAccounts };
  const own = openMoneroWallet(settings, parts);
  const wallet = {
    holdings: async () => ({ amounts: await own.amounts(), unanswered: [] }),
    byNetwork: [own],
  };
  return {
    wallet,
    held: async (): Promise<bigint> => (await own.amounts()).get('XMR') ?? 0n,
    /** Another process on an empty disk. */
    open(): PayingProcess {
      const more = { reservations: coinReservations(ctx), ledger: 'ab'.repeat(32) };
      const paying = payingProcess(ctx, openMonero(settings, { ...parts, ...more }));
      return { ...paying, outgoing: createOutgoingGuard(compareWithLedger(wallet)) };
    },
  };
}

let miners = 0;

/** The pool's own XMR becomes that of a new miner. */
export async function giveXmr(ctx: TestContext, address: string, amount: bigint): Promise<bigint> {
  miners += 1;
  const at = new Date(ctx.clock.now());
  const uuid = `dddddddd-0000-4000-8000-${miners.toString(16).padStart(12, '0')}`;
  const rows = await ctx.db.query<{ id: bigint }>(sql`
    INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
    VALUES (${uuid}, 'XMR', 'XMR', ${address}, ${at}, ${at}) RETURNING id`);
  const { id } = firstRow(rows);
  const postings = [
    { account: 'pool:capital' as const, asset: 'XMR', amount: -amount },
    { account: miningAccount(id), asset: 'XMR', amount },
  ];
  await ctx.db.transaction((tx) =>
    bookEntry(tx, { key: `given ${id}`, kind: 'given', at: ctx.clock.now(), postings }),
  );
  return id;
}
