import type { LitecoinNode } from '../../../../../../testing/litecoin-nodes.ts';
import type { SeededRandom } from '../../simulation/seeded-random.ts';
import type { GroundFault } from './ground.ts';
import { toNew } from './litecoin-chains.ts';
import type { LitecoinGround, SpentCoin } from './litecoin-ground.ts';
import { confirmations } from './litecoin-place.ts';

/** Nodes of Bitcoin's family end and start again without what waited, fork, refuse cheap payments; coins are spent from outside. */
export function litecoinFaults(ground: LitecoinGround): readonly GroundFault[] {
  const { nodes } = ground;
  const restart = async (node: LitecoinNode): Promise<void> => {
    await node.signal('SIGKILL');
    await node.start();
    await nodes.join();
    // A node that has just started counts as loading until its next block.
    await nodes.mine(1);
  };
  const coinsOf = async (): Promise<readonly SpentCoin[]> =>
    ground.ofWallet<readonly SpentCoin[]>('one', 'listunspent', 1, 9_999_999, [], true);
  const inBlock = async (raw: string): Promise<'over' | undefined> =>
    (await mineWith(ground, [raw])) ? 'over' : undefined;
  return [
    {
      name: 'a node killed and started again without its pool',
      weight: 1,
      begin: async (random) => {
        if (ground.isApart) return undefined;
        await restart(random.pick(ground.both));
        return 'over';
      },
    },
    {
      name: 'a price over the cap',
      weight: 1,
      begin: async (random) => {
        if (ground.isApart) return undefined;
        const node = random.pick(ground.both);
        const { options } = node;
        node.options = { ...options, minrelaytxfee: random.percent(50) ? '0.006' : '0.001' };
        await restart(node);
        return async () => {
          const { minrelaytxfee: _price, ...others } = node.options;
          node.options = others;
          if (ground.isApart) await ground.join();
          await restart(node);
        };
      },
    },
    {
      name: 'the nodes cut apart, and joined on the longer branch',
      weight: 2,
      begin: async () => {
        if (ground.isApart) return undefined;
        await nodes.cut();
        ground.isApart = true;
        return () => ground.join();
      },
    },
    {
      name: 'a branch given up',
      weight: 3,
      begin: async (random) => {
        if (ground.isApart) return undefined;
        await giveUp(ground, random);
        await nodes.one.ask('generatetodescriptor', 1, toNew());
        await nodes.mine(0);
        return 'over';
      },
    },
    {
      name: 'a branch given up for one without its transactions',
      weight: 3,
      begin: async (random) => {
        if (ground.isApart) return undefined;
        const depth = await giveUp(ground, random);
        for (let made = 0; made < depth; made += 1) await nodes.one.ask('generateblock', toNew(), []);
        await nodes.mine(0);
        return 'over';
      },
    },
    {
      name: 'the coins of a payment spent from outside',
      weight: 4,
      begin: async (random) => {
        const txids = await nodes.one.ask<readonly string[]>('getrawmempool');
        if (txids.length === 0) return undefined;
        const { vin } = await nodes.one.ask<{ readonly vin: readonly SpentCoin[] }>(
          'getrawtransaction',
          random.pick(txids),
          true,
        );
        return inBlock(await ground.spend(vin).catch(() => ''));
      },
    },
    {
      name: 'a coin spent from outside',
      weight: 4,
      begin: async (random) => {
        const coins = await coinsOf();
        if (coins.length === 0) return undefined;
        const raw = await ground.spend([random.pick(coins)]).catch(() => undefined);
        return raw === undefined ? undefined : inBlock(raw);
      },
    },
    {
      name: 'the wallet emptied from outside',
      weight: 1,
      begin: async () => {
        const coins = await coinsOf();
        if (coins.length === 0) return undefined;
        const raw = await ground.spend(coins, ground.coldScript).catch(() => undefined);
        if (raw === undefined || (await inBlock(raw)) === undefined) return undefined;
        return async () => {
          if (!ground.isApart) await ground.fund(8);
        };
      },
    },
    {
      name: 'a wallet without its locks',
      weight: 2,
      begin: async (random) => {
        await ground.ofWallet(random.pick(ground.both).name, 'lockunspent', true);
        return 'over';
      },
    },
  ];
}

/** A block of node one with these transactions, whatever waits; false where none can be made of them now. */
export async function mineWith(ground: LitecoinGround, raw: readonly string[]): Promise<boolean> {
  const made = await ground.nodes.one.ask('generateblock', toNew(), raw).catch(() => undefined);
  if (made === undefined) return false;
  if (!ground.isApart) await ground.nodes.mine(0);
  return true;
}

/** Both give up their newest blocks; how many is answered. */
async function giveUp(ground: LitecoinGround, random: SeededRandom): Promise<number> {
  const { both, nodes } = ground;
  const depth = 1 + random.below(confirmations - 1);
  const height = await nodes.one.ask<number>('getblockcount');
  const hash = await nodes.one.ask<string>('getblockhash', height - depth + 1);
  for (const node of both) await node.ask('invalidateblock', hash);
  return depth;
}
