import { memoryReservations } from '../../../adapters/rails/bitcoin/testing/memory-reservations.ts';
import type { GroundFault } from './ground.ts';
import { cold, type MoneroGround } from './monero-ground.ts';

/** Two nodes of Monero end and start again, fork, forget what waits; outputs are spent from outside; the signer ends. */
export function moneroFaults(ground: MoneroGround): readonly GroundFault[] {
  const both = () => [ground.nodes.one, ground.nodes.two];
  let spent = 0;
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
      begin: async () => {
        spent += 1;
        const opened = ground.openFor('cd'.repeat(16), {
          reservations: memoryReservations(),
          now: Date.now,
          through: (_node, rpc) => rpc,
          signing: (signer) => signer,
        });
        const order = { payoutId: BigInt(spent), coin: 'XMR', network: 'XMR', memo: '' };
        try {
          const outcome = await opened.rail.build([{ ...order, address: cold, amount: 10n ** 16n }], []);
          if (outcome.kind !== 'signed') return undefined;
          return (await opened.rail.send('XMR', outcome.bytes)).kind === 'taken' ? 'over' : undefined;
        } catch {
          return undefined;
        } finally {
          opened.close();
        }
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
