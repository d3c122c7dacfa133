import { memoryReservations } from '../../../adapters/rails/bitcoin/testing/memory-reservations.ts';
import type { Rail } from '../../../domain/kernel/rail.ts';
import type { GroundFault } from './ground.ts';
import { cold, type MoneroGround } from './monero-ground.ts';

/** Two nodes of Monero end and start again, fork, forget what waits, ask for more; outputs are spent from outside; the signer ends. */
export function moneroFaults(ground: MoneroGround): readonly GroundFault[] {
  const both = () => [ground.nodes.one, ground.nodes.two];
  const unless = (isNot: boolean, work: () => Promise<'over'>): Promise<'over' | undefined> =>
    isNot ? Promise.resolve(undefined) : work();
  return [
    {
      name: 'a node killed and started again without its pool',
      weight: 1,
      begin: (random) =>
        unless(ground.isApart, async () => {
          const node = random.pick(both());
          await node.signal('SIGKILL');
          await node.start();
          await ground.nodes.join();
          return 'over';
        }),
    },
    {
      name: 'what waits forgotten by both nodes',
      weight: 4,
      begin: async () => {
        for (const node of both()) await node.ask('flush_txpool', {});
        return 'over';
      },
    },
    {
      name: 'what waits forgotten by one node',
      weight: 4,
      begin: async (random) => {
        await random.pick(both()).ask('flush_txpool', {});
        return 'over';
      },
    },
    {
      name: 'a branch given up',
      weight: 4,
      begin: (random) =>
        unless(ground.isApart, async () => {
          const nblocks = 1 + random.below(2);
          await ground.nodes.cut();
          for (const { url } of both())
            await fetch(`${url}/pop_blocks`, { method: 'POST', body: JSON.stringify({ nblocks }) });
          if (random.percent(50)) for (const node of both()) await node.ask('flush_txpool', {});
          await ground.nodes.one.generate(nblocks + 1);
          await ground.nodes.join();
          return 'over';
        }),
    },
    {
      name: 'the nodes cut apart, and joined on the longer branch',
      weight: 2,
      begin: async () => {
        if (ground.isApart) return undefined;
        await ground.nodes.cut();
        ground.isApart = true;
        return () => ground.join();
      },
    },
    {
      name: 'an output spent from outside',
      weight: 4,
      begin: () => spendOutside(ground, async () => 10n ** 16n),
    },
    {
      name: 'the wallet emptied from outside',
      weight: 2,
      begin: async () => {
        const spent = await spendOutside(ground, async (rail) => {
          const had = await rail.funds?.('XMR', 'XMR', []);
          // What is left pays no one.
          return (had?.spendable ?? 0n) - 10n ** 17n;
        });
        if (spent === undefined) return undefined;
        ground.isEmpty = true;
        return async () => {
          if (!ground.isApart) await ground.fund();
        };
      },
    },
    {
      name: 'a price over the cap',
      weight: 2,
      begin: async (random) => {
        // A wallet asks for it once for each block. Of some payments it is dear, and below the cap.
        ground.setPrice(random.percent(50) ? 3 : 40);
        return async () => ground.setPrice(1);
      },
    },
    {
      name: 'the signer killed, and away for a while',
      weight: 2,
      begin: async () => {
        await ground.life.signer.close();
        return () => ground.life.signer.run();
      },
    },
  ];
}

let spentOutside = 0n;

/** A payment of the pool's own key that the pool knows nothing of. Undefined where it cannot be made now. */
async function spendOutside(
  ground: MoneroGround,
  amountOf: (rail: Rail) => Promise<bigint>,
): Promise<'over' | undefined> {
  spentOutside += 1n;
  const opened = ground.openOutside({
    reservations: memoryReservations(),
    now: Date.now,
    through: (_node, rpc) => rpc,
    signing: (signer) => signer,
  });
  const order = { payoutId: spentOutside, coin: 'XMR', network: 'XMR', memo: '', address: cold };
  try {
    const amount = await amountOf(opened.rail);
    if (amount <= 0n) return undefined;
    const outcome = await opened.rail.build([{ ...order, amount }], []);
    if (outcome.kind !== 'signed') return undefined;
    return (await opened.rail.send('XMR', outcome.bytes)).kind === 'taken' ? 'over' : undefined;
  } catch {
    return undefined;
  } finally {
    opened.close();
  }
}
