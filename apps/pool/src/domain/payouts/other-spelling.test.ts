import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type AdversarialRail, adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  advanceRounds,
  clearPayouts,
  coin,
  forgetSigned,
  paidOnChain,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { clearTables } from '../testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { judgeReference } from '../treasury/judge-reference.ts';
import { adoptPayout } from './adopt-payout.ts';
import { checkJournal } from './check-journal.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { liftSuspension } from './lift-suspension.ts';
import type { Payout } from './payout.ts';

/** A rail whose addresses have two spellings: bytes are read with the newer one, unless the proof says otherwise. */
function spelledTwice(chain: AdversarialRail): Rail {
  const older = (address: string): string => address.replace(/^new:/, '');
  return {
    ...chain,
    async build(orders, claimed) {
      const built = await chain.build(orders, claimed);
      const spelled = orders.map(({ address }) => address).join(' ');
      return built.kind === 'signed' ? { ...built, proof: { ...built.proof, spelled } } : built;
    },
    async inspect(transaction) {
      const { spelled = '', ...proof } = transaction.proof;
      const decoded = await chain.inspect({ ...transaction, proof });
      if (decoded === 'unreadable') return decoded;
      const { ownAddresses } = chain.terms('DOGE', 'DOGE');
      const isKept = (address: string): boolean =>
        ownAddresses.includes(address) || spelled.split(' ').includes(address);
      return {
        ...decoded,
        outputs: decoded.outputs.map((each) =>
          isKept(each.address) ? each : { ...each, address: `new:${each.address}` },
        ),
      };
    },
    lookUp: (network, txid, { spelled: _spelled, ...proof }) => chain.lookUp(network, txid, proof),
    spellings: {
      of: (address) => [`new:${older(address)}`, older(address)],
      keep: (proof, addresses) => ({ ...proof, spelled: addresses.join(' ') }),
    },
  };
}

describe.each(oneEngine())(
  'a payment to an address that is spelled otherwise than its miner does, on %s',
  (engine) => {
    let ctx: TestContext;
    let chain: AdversarialRail;
    let process: PayingProcess;
    let payout: Payout;
    let txid: string;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
    });
    beforeEach(async () => {
      await clearPayouts(ctx);
      await clearTables(ctx.db, ['payout_epochs', 'operator_decisions']);
      chain = adversarialRail(ctx.clock, calm);
      process = payingProcess(ctx, spelledTwice(chain));
      ({ payout } = await reserveFifty(ctx, process));
      await advanceRounds(ctx, process, 1);
      txid = chain.sent()[0] ?? '';
    });
    afterAll(() => ctx.close());
    const operator = () => ({ ...process, secret: ctx.secret, actor: 'root' });
    const adopt = () => adoptPayout(operator(), { txid, reason: 'it left' });

    it.each(['with', 'without'])(
      'is the payout of that miner once a copy was put back %s its journal, and is paid once [P2]',
      async (journal) => {
        await forgetSigned(ctx, journal === 'with' ? [] : ['DELETE FROM payout_journal']);
        process = journal === 'with' ? process.restart() : payingProcess(ctx, spelledTwice(chain));
        await checkJournal(process);
        expect((await compareOutgoing(operator())).unknown).toMatchObject([
          { txid, address: payout.address },
        ]);
        expect(await disregardTransaction(operator(), { txid, reason: 'tired' })).toEqual({
          kind: 'pays-payout',
          payout: payout.id,
        });
        const funds = { asset: 'DOGE', network: 'DOGE', amount: 50n * coin };
        expect((await judgeReference(operator(), txid, funds)).answer).toMatchObject({
          kind: 'pays-miner',
          address: payout.address,
        });
        expect(await adopt()).toEqual({ kind: 'adopted', payout: payout.id, fromPool: 0n, held: [] });
        await compareOutgoing(operator());
        await liftSuspension(operator(), 'DOGE', 'adopted');
        await advanceRounds(ctx, process, 20);
        expect(chain.sent()).toEqual([txid]);
        expect(paidOnChain(chain, payout.address)).toBe(50n);
        expect((await compareOutgoing(operator())).unknown).toEqual([]);
        expect(await ctx.db.query(sql`SELECT 1 FROM miners WHERE address LIKE 'new:%'`)).toEqual([]);
      },
    );
  },
);
