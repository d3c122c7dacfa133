import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAmount } from '@openlode/money/amount';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxControl } from '../testing/sandbox-control.ts';
import { CopiedMachine, engines, until } from './support/copied-machine.ts';

const addresses = ['DDzwjbukvAHQzvDGL3cA2zmT28Rtn6WSMG', 'DJKSL4XYYeviN28ZxH1YUwNhQ4Qube5bvx'];
const hourMs = 3_600_000;
/** `ROUNDS=20` copies back so often; `CRASH_RUNS=FILE` keeps a line for each. */
const rounds = Number(process.env['ROUNDS'] ?? 6);
const why = ['--reason', 'copied back', '--yes'];

/**
 * A whole pool is copied and copied back, again and again, with payouts queued: before their owners asked, or at some moment of the first
 * seconds after. Owners ask again at once, and an operator goes the way of docs/operating.md.
 */
describe.each(engines)('a machine copied back many times, on %s', (engine) => {
  let machine: CopiedMachine;
  beforeAll(async () => {
    machine = await CopiedMachine.start(engine);
  });
  afterAll(() => machine.close());

  const balanceOf = async (address: string): Promise<bigint> => {
    const { balance } = await machine.account(address);
    return parseAmount(typeof balance === 'string' ? balance : '0');
  };
  const paidTo = (address: string): bigint =>
    machine
      .onChain()
      .filter((payment) => payment.address === address)
      .reduce((sum, { amount }) => sum + amount, 0n);
  const payBoth = async (): Promise<void> => {
    for (const address of addresses) await machine.pay(address);
  };

  /** Compares, adopts, compares again and lifts, until nothing is suspended. */
  const operate = async (): Promise<number> => {
    const suspended = JSON.parse((await machine.openlode('suspensions', 'list', '--json')).out) as {
      network: string;
    }[];
    if (suspended.length === 0) return 0;
    const { unknown } = JSON.parse((await machine.openlode('payouts', 'compare', '--json')).out) as {
      unknown: { txid: string }[];
    };
    for (const { txid } of unknown) await machine.openlode('payouts', 'adopt', txid, ...why);
    if (unknown.length > 0) await machine.openlode('payouts', 'compare');
    for (const { network } of suspended) await machine.openlode('suspensions', 'lift', network, ...why);
    return suspended.length;
  };

  const isDone = async (): Promise<boolean> => {
    await operate();
    const open = JSON.parse((await machine.openlode('payouts', 'list', '--json')).out) as {
      waitsFor: string | null;
    }[];
    return open.every(({ waitsFor }) => waitsFor === null);
  };

  /** One round; answers how much was paid twice and how much was lost, in units of 10^-18, and what was suspended. */
  const copyBackOnce = async (round: number, offset: { ms: number }) => {
    let control: SandboxControl = await machine.pool.connectControl();
    await machine.earn(control, addresses);
    offset.ms = (await control.advance(25 * hourMs)) - Date.now();
    const before = await Promise.all(addresses.map(balanceOf));
    const paidBefore = addresses.map(paidTo);
    const takenBefore = machine.onChain().length;
    const copiesFirst = round % 2 === 0;
    if (copiesFirst) await machine.copy(`copy${round}`);
    await payBoth();
    if (!copiesFirst) {
      // Somewhere between the reservation and the moment the payment has left.
      await sleep((round * 370) % 2600);
      await machine.copy(`copy${round}`);
    }
    await until(control, async () => machine.onChain().length >= takenBefore + addresses.length, 500);
    await control.close();

    await machine.copyBack(`copy${round}`);
    control = await machine.pool.connectControl();
    await control.advance(offset.ms);
    await payBoth();
    await sleep(5000);
    const suspensions = await operate();
    await until(control, isDone, 31_000);
    const after = await Promise.all(addresses.map(balanceOf));
    const surplus = addresses.map(
      (address, each) =>
        paidTo(address) - (paidBefore[each] ?? 0n) + (after[each] ?? 0n) - (before[each] ?? 0n),
    );
    const { sound } = await control.ledger();
    offset.ms = (await control.advance(0)) - Date.now();
    await control.close();
    const sum = (amounts: readonly bigint[]): string =>
      amounts.reduce((total, amount) => total + (amount > 0n ? amount : 0n), 0n).toString();
    return {
      round,
      copiesFirst,
      suspensions,
      left: machine.onChain().length - takenBefore,
      overpaid: sum(surplus),
      lost: sum(surplus.map((amount) => -amount)),
      sound,
    };
  };

  it('pays no miner twice and loses nothing', { timeout: 120_000 + rounds * 240_000 }, async () => {
    const offset = { ms: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const report = await copyBackOnce(round, offset);
      const file = process.env['CRASH_RUNS'];
      if (file !== undefined) appendFileSync(file, `${JSON.stringify({ engine, ...report })}\n`);
      expect(report).toMatchObject({ round, left: addresses.length, overpaid: '0', lost: '0', sound: true });
    }
  });
});
