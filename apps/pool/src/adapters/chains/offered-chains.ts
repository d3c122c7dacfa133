import { askNode as askBitcoin } from './bitcoin/ask-node.ts';
import { openBitcoinChain } from './bitcoin/bitcoin-chain.ts';
import { bitcoinChains, type ChainFacts } from './bitcoin/chain-facts.ts';
import { payoutScript } from './bitcoin/payout-script.ts';
import { askNode as askMonero } from './monero/ask-node.ts';
import { moneroFacts } from './monero/chain-facts.ts';
import { openMoneroChain } from './monero/monero-chain.ts';
import { readPayee } from './monero/payee.ts';
import type { OfferedChain } from './nodes/offered-chain.ts';

const monero: OfferedChain = {
  ...moneroFacts,
  hasLogin: false,
  tipTopic: 'json-minimal-chain_main',
  path: '/json_rpc',
  addressFault: (_network, address) => faultOf(() => readPayee(address)),
  open: (settings, watch, random) => openMoneroChain({ ...settings, ...watch, random }),
  ask: askMonero,
};

/** The chains that this release mines on nodes of its operator. */
export const offeredChains: readonly OfferedChain[] = [...bitcoinChains.map(bitcoin), monero];

/** Throws where there is none: the settings name no other coins. */
export function offeredChain(coin: string): OfferedChain {
  const chain = offeredChains.find(({ asset }) => asset === coin);
  if (chain === undefined) throw new Error(`there is no chain of ${coin}`);
  return chain;
}

function bitcoin(facts: ChainFacts): OfferedChain {
  return {
    ...facts,
    hasLogin: true,
    tipTopic: 'hashblock',
    path: '/',
    addressFault: (network, address) => faultOf(() => payoutScript(facts, network, address)),
    open: (settings, watch) => openBitcoinChain({ facts, ...settings, ...watch }),
    ask: (rpc, settings, now) => askBitcoin(rpc, { facts, ...settings }, now),
  };
}

function faultOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
