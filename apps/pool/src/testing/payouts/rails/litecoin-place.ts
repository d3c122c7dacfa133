import { readFileSync } from 'node:fs';
import { bitcoinRail } from '../../../adapters/rails/bitcoin/bitcoin-rail.ts';
import { bitcoinWallet } from '../../../adapters/rails/bitcoin/bitcoin-wallet.ts';
import type { Signer } from '../../../adapters/rails/bitcoin/signer.ts';
import { openNodeRpc } from '../../../adapters/chains/nodes/node-rpc.ts';
import type { OpenedRail, OpenRailOptions } from './ground.ts';
import { type LitecoinChain, litecoinChains } from './litecoin-chains.ts';

/** Blocks under which a coin is spent, and a payment is final. */
export const confirmations = 3;

/** What a process of its own opens the rail by. */
export interface LitecoinPlace {
  readonly kind: 'litecoin';
  readonly chain: LitecoinChain;
  readonly nodes: readonly {
    readonly name: 'one' | 'two';
    readonly url: string;
    readonly loginFile: string;
  }[];
  readonly wallet: string;
  readonly address: string;
}

export function openLitecoinPlace(
  { chain, nodes, wallet, address }: LitecoinPlace,
  signer: Signer,
  { reservations, through, signing }: OpenRailOptions,
): OpenedRail {
  const { facts } = litecoinChains[chain];
  const opened = nodes.flatMap(({ name, url, loginFile }) => {
    const readLogin = () => readFileSync(loginFile, 'utf8');
    return ['/', `/wallet/${wallet}`].map((path) => ({
      name,
      rpc: openNodeRpc({ url: new URL(path, url), readLogin }),
    }));
  });
  const railNodes = nodes.map(({ name }) => {
    const [rpc, own] = opened.filter((each) => each.name === name).map((each) => through(name, each.rpc));
    if (rpc === undefined || own === undefined) throw new Error('each node has two clients');
    return { name, rpc, wallet: own };
  });
  const rail = bitcoinRail({
    facts,
    network: 'regtest',
    nodes: railNodes,
    own: [address],
    signer: signing(signer),
    reservations,
    rates: { floor: 10_000n, cap: 400_000n },
    feeMax: 10n ** 16n,
    confirmations,
  });
  return {
    rail,
    wallet: bitcoinWallet({ facts, network: 'regtest', nodes: railNodes, own: [address] }),
    close: () => {
      for (const { rpc } of opened) rpc.close();
    },
  };
}
