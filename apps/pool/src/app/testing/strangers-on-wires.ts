import { expect } from 'vitest';
import { strangersLines } from '../../../../../testing/strangers-lines.ts';
import { TroubledWire } from '../../../../../testing/troubled-wire.ts';
import { type TestPool, until } from '../../edges/stratum/testing/listener-kit.ts';
import { type Closing, countedBy, type Relay } from './relayed-pools.ts';

/** Two other pools, ours that gives their work on, and a miner of ours. */
interface Played {
  readonly others: readonly [TestPool, TestPool];
  readonly relayOf: (ports: readonly [number, number]) => Promise<Relay>;
  /** A miner that has come, and one share of its that both pools count. */
  readonly mineOnce: (here: Relay) => Promise<{ close(): void }>;
}

/** Says each line of a stranger on the way to another pool: there is work again, and all that was acknowledged is recorded once. */
export async function playStrangers(
  closing: Closing,
  algorithm: Parameters<typeof strangersLines>[0],
  { others: [one, two], relayOf, mineOnce }: Played,
): Promise<void> {
  const first = await TroubledWire.start(one.listener.port);
  const second = await TroubledWire.start(two.listener.port);
  const wires = [first, second];
  for (const wire of wires) closing.push(() => wire.close());
  const here = await relayOf([first.port, second.port]);
  let acked = 0;
  for (const [what, ...lines] of strangersLines(algorithm)) {
    await until(() => here.group.hasWork && first.connections + second.connections > 0, 120_000);
    const miner = await mineOnce(here);
    acked += 1;
    await until(() => here.group.counts.accepted.shares === acked);
    const heard = wires.flatMap((wire) => lines.flatMap((line) => wire.say(line)));
    expect(heard.length, what).toBeGreaterThan(0);
    await Promise.all(heard);
    miner.close();
  }
  expect(await countedBy(here)).toMatchObject({ shares: acked });
}
