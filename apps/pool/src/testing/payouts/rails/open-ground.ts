import { evmFaults, tokenFaults } from './evm-faults.ts';
import { EvmGround } from './evm-ground.ts';
import { evmLies } from './evm-lies.ts';
import type { Ground } from './ground.ts';
import { litecoinFaults } from './litecoin-faults.ts';
import { LitecoinGround } from './litecoin-ground.ts';
import { litecoinLies } from './litecoin-lies.ts';
import { LitecoinPools, smallPools } from './litecoin-pools.ts';
import { malleateWaiting } from './malleate-waiting.ts';
import { moneroEpisodes, moneroFaults } from './monero-faults.ts';
import { MoneroGround } from './monero-ground.ts';
import { moneroLies } from './monero-lies.ts';

/** By the names of the rails that are tried. */
const grounds: Readonly<Record<string, (now: number, isFilled: boolean) => Promise<Ground>>> = {
  litecoin: async (now, isFilled) => {
    const nodes = await LitecoinGround.start(now, 'litecoin', isFilled ? smallPools : {});
    const pools = isFilled && { pools: new LitecoinPools(nodes) };
    return Object.assign(nodes, { faults: litecoinFaults(nodes), lies: litecoinLies, ...pools });
  },
  'key-hash': async (now) => {
    const nodes = await LitecoinGround.start(now, 'key-hash');
    const malleated = { malleate: () => malleateWaiting(nodes) };
    return Object.assign(nodes, { faults: litecoinFaults(nodes), lies: litecoinLies, ...malleated });
  },
  ether: async (now) => {
    const nodes = await EvmGround.start('ether', now);
    return Object.assign(nodes, { faults: evmFaults(nodes), lies: evmLies(nodes) });
  },
  token: async (now) => {
    const nodes = await EvmGround.start('token', now);
    const faults = [...evmFaults(nodes), ...tokenFaults(nodes)];
    return Object.assign(nodes, { faults, lies: evmLies(nodes) });
  },
  monero: async () => {
    const nodes = await MoneroGround.start();
    const episodes = moneroEpisodes(nodes);
    return Object.assign(nodes, { faults: moneroFaults(nodes), lies: moneroLies, episodes });
  },
};

/** Starts the nodes of a rail. `now`: the time of business, ms. `isFilled`: lives fill the pools of its nodes, of Litecoin alone. */
export function openGround(name: string, now: number, isFilled = false): Promise<Ground> {
  const open = grounds[name];
  if (open === undefined) throw new Error(`${name} is none of ${Object.keys(grounds).join(', ')}`);
  return open(now, isFilled);
}
