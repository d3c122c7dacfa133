import { memoryReservations } from '../../../adapters/rails/bitcoin/testing/memory-reservations.ts';
import type { Funds } from '../../../domain/kernel/funds.ts';
import type { Rail } from '../../../domain/kernel/rail.ts';
import { errorText } from '../../../runtime/error-text.ts';
import type { Episode, GroundFault, OpenedRail } from './ground.ts';
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
      begin: () => spendOutside(ground, outsideMax, async () => 10n ** 16n),
    },
    { name: emptied, weight: 2, begin: () => empty(ground) },
    {
      name: dear,
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

const emptied = 'the wallet emptied from outside';
const dear = 'a price over the cap';
/** What such a payment costs at most, in units of 10^-18: beside dear ones, and where nothing is dear. */
const [outsideMax, cheapMax] = [4n * 10n ** 17n, 5n * 10n ** 16n];

/** Each life has both: they begin after a rollback, and end before all is healed next. At this price every payment is over the cap. */
export function moneroEpisodes(ground: MoneroGround): readonly Episode[] {
  return [
    { tick: 8, ticks: 4, fault: { name: emptied, weight: 0, begin: () => emptySurely(ground) } },
    {
      tick: 15,
      ticks: 4,
      fault: {
        name: dear,
        weight: 0,
        begin: async () => {
          ground.setPrice(40);
          // A wallet asks once for each block.
          await ground.rest(1);
          return async () => ground.setPrice(1);
        },
      },
    },
  ];
}

/** Blocks that a payment needs before what it gives back is spent. */
const resting = 10;
const triesMax = 6;

/** Until what it has pays no one: what waits has to come into a block first, and a wallet has to learn what has left it. */
async function emptySurely(ground: MoneroGround): Promise<() => Promise<void>> {
  let ends = await empty(ground);
  let found = 'nothing was looked at';
  for (let tries = 0; tries < triesMax; tries += 1) {
    await ground.rest(resting);
    // A wallet whose node has just made blocks may not reach it on a busy machine.
    const left = await leftIn(ground).catch(errorText);
    if (ends !== undefined && typeof left === 'bigint' && left < ground.each) return ends;
    found = `${left}`;
    ends = (await empty(ground)) ?? ends;
  }
  throw new Error(`left in the wallet: ${found}`);
}

/** Leaves less than a payee is owed. */
async function empty(ground: MoneroGround): Promise<(() => Promise<void>) | undefined> {
  const spent = await spendOutside(ground, cheapMax, async (rail) => {
    const had = await fundsOf(rail);
    return (had?.spendable ?? 0n) - cheapMax;
  });
  if (spent === undefined) return undefined;
  ground.isEmpty = true;
  return async () => {
    if (!ground.isApart) await ground.fund();
  };
}

let spentOutside = 0n;

/** All that its wallet has and nodes know as unspent, in units of 10^-18. */
async function leftIn(ground: MoneroGround): Promise<bigint> {
  const opened = openOutside(ground, cheapMax);
  try {
    const had = await fundsOf(opened.rail);
    return (had?.spendable ?? 0n) + (had?.waiting ?? 0n);
  } finally {
    opened.close();
  }
}

/** Its wallet is brought the images of what it has first, as the pool does where it compares. */
async function fundsOf(rail: Rail): Promise<Funds | undefined> {
  await rail.outgoing(0, 'XMR');
  return rail.funds?.('XMR', 'XMR', []);
}

function openOutside(ground: MoneroGround, feeMax: bigint): OpenedRail {
  return ground.openOutside(feeMax, {
    reservations: memoryReservations(),
    now: Date.now,
    through: (_node, rpc) => rpc,
    signing: (signer) => signer,
  });
}

/** A payment of the pool's own key that the pool knows nothing of. Undefined where it cannot be made now. */
async function spendOutside(
  ground: MoneroGround,
  feeMax: bigint,
  amountOf: (rail: Rail) => Promise<bigint>,
): Promise<'over' | undefined> {
  spentOutside += 1n;
  const opened = openOutside(ground, feeMax);
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
