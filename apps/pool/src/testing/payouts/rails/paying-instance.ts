import { join } from 'node:path';
import { openPayoutJournal } from '../../../adapters/rails/payout-journal.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import type { NetworkWallet, Wallet } from '../../../domain/kernel/wallet.ts';
import { openPostgres } from '../../../runtime/database/postgres-database.ts';
import { patient } from '../../../runtime/database/testing/patient.ts';
import { composePaying } from '../compose-paying.ts';
import { suiteLedger } from '../give-to-miners.ts';
import { openAsPoolsDo, payOneTurn } from '../pay-one-turn.ts';
import { actAsOperator, orderOnce } from './act-as-operator.ts';
import {
  Died,
  type Doom,
  Life,
  live,
  mortalDatabase,
  mortalJournal,
  mortalRpc,
  mortalSigner,
} from './mortal.ts';
import { floatsOf } from './ground.ts';
import { openMax, type PayingInstance } from './instance.ts';
import type { RailWorld } from './rail-world.ts';
import { orderSweep, sweepAsOperator } from './sweep-as-operator.ts';
import { unsureRpc } from './unsure-node.ts';

/** Opens a process within this one, on machine `index`. */
export function openInstance(world: RailWorld, index: number, doom?: Doom): PayingInstance {
  const { ground, clock, place, random, count } = world;
  const life = new Life(doom);
  const journal = openPayoutJournal(join(world.dataOf(index), 'payouts.journal'), {
    ledger: suiteLedger,
    sync: () => undefined,
  });
  const bare = openPostgres(place.url ?? '', 3, patient);
  const db = mortalDatabase(bare, life);
  const opened = ground.open({
    reservations: coinReservations({ db, clock }),
    now: () => clock.now(),
    through: (node, rpc) => mortalRpc(unsureRpc(rpc, ground.moods[node], random, count), life),
    signing: (signer) => mortalSigner(signer, life),
  });
  const ctx = composePaying({
    db,
    clock,
    rail: opened.rail,
    journal: mortalJournal(journal, life),
    isBlind: world.isBlind,
    floats: floatsOf(ground),
  });
  const { wallet } = opened;
  let isOpen = false;
  let isClosed = false;
  let isEager = isOfOperator(doom);
  const onError = (error: unknown): void => noteError(world, error);
  /** What it does in its life. */
  const act = async (work: () => Promise<void>): Promise<void> => {
    if (life.isOver) return;
    await live(life, async () => {
      if (!isOpen && !world.isBlind) await openAsPoolsDo(ctx);
      isOpen = true;
      await work();
    }).catch(onError);
    if (life.diedAt !== undefined)
      count(life.diedAt === 'a call' ? 'killed at a call' : `killed at ${life.diedAt}`);
  };
  return {
    get isOver() {
      return life.isOver;
    },
    isAlone: false,
    doom: (next) => {
      isEager = isOfOperator(next);
      life.doom(next);
    },
    turn: (how, wanted) =>
      act(async () => {
        const { ownAddresses } = ground;
        const looks = { drain: 100, trouble: 50, again: 0 }[how];
        await payOneTurn(ctx, random, { openMax: openMax[how], ownAddresses, looks, wanted, onError });
        if (wallet !== undefined && ground.sweepTo !== undefined && !world.isBlind)
          await sweepAsOperator({ ...ctx, wallet: oneWallet(wallet) }, world, how, onError);
        if (how !== 'again') await actAsOperator(ctx, world, how, isEager);
      }),
    order: (what, wanted) => act(() => orderOnce(ctx, world, what, wanted)),
    sweep: (what) =>
      act(async () => {
        if (wallet !== undefined)
          await orderSweep({ ...ctx, wallet: oneWallet(wallet) }, world, what, onError);
      }),
    end: async () => {
      life.end('the end');
      if (isClosed) return;
      isClosed = true;
      opened.close();
      journal.close();
      await bare.close();
    },
  };
}

/** The wallet of the only network that is paid on. */
function oneWallet(wallet: NetworkWallet): Wallet {
  return {
    holdings: async () => ({ amounts: await wallet.amounts(), unanswered: [] }),
    byNetwork: [wallet],
  };
}

function isOfOperator(doom: Doom | undefined): boolean {
  return doom?.at === 'point' && doom.isOfOperator === true;
}

/** What a node, a database or the time may have to do with is gone over; what a program has done wrong is not. */
function noteError({ errors, wrong }: RailWorld, error: unknown): void {
  if (error instanceof Died) return;
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof TypeError || error instanceof ReferenceError)
    wrong.push(`a process failed: ${error.stack}`);
  const kind = words.replaceAll(/[0-9a-f]{8,}|\d+/g, '#').slice(0, 160);
  errors.set(kind, (errors.get(kind) ?? 0) + 1);
}
