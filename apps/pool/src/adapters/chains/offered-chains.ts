import { askNode as askBitcoin } from './bitcoin/ask-node.ts';
import { auxChains, type AuxFacts, auxFacts } from './bitcoin/aux/aux-facts.ts';
import { readAuxWork } from './bitcoin/aux/aux-work.ts';
import { openMergedChains } from './bitcoin/aux/merged-chain.ts';
import { openBitcoinChain } from './bitcoin/bitcoin-chain.ts';
import { bitcoinChains, type ChainFacts } from './bitcoin/chain-facts.ts';
import { payoutScript } from './bitcoin/payout-script.ts';
import { askNode as askMonero, askWallet as askMoneroWallet } from './monero/ask-node.ts';
import { moneroFacts } from './monero/chain-facts.ts';
import { openMoneroChain } from './monero/monero-chain.ts';
import { readPayee } from './monero/payee.ts';
import type { OfferedChain, OfferedMerged } from './nodes/offered-chain.ts';
import { zcashFacts } from './zcash/chain-facts.ts';
import { ravencoinFacts } from './ravencoin/chain-facts.ts';
import { openRavencoinChain } from './ravencoin/ravencoin-chain.ts';
import { askNode as askZcash, openZcashChain, scriptOf } from './zcash/zcash-chain.ts';

const monero: OfferedChain = {
  ...moneroFacts,
  login: 'digest',
  tipTopic: 'json-minimal-chain_main',
  path: '/json_rpc',
  addressFault: (_network, address) => faultOf(() => readPayee(address)),
  open: (settings, watch, random) => openMoneroChain({ ...settings, ...watch, random }),
  ask: askMonero,
  askWallet: askMoneroWallet,
};

/** How nodes of Bitcoin's family are reached. */
const bitcoinNodes = { login: 'basic', tipTopic: 'hashblock', path: '/' } as const;

const zcash: OfferedChain = {
  ...zcashFacts,
  ...bitcoinNodes,
  addressFault: (network, address) => faultOf(() => scriptOf(network, address)),
  open: (settings, watch) => openZcashChain({ ...settings, ...watch }),
  ask: askZcash,
};

const ravencoin: OfferedChain = {
  ...bitcoin(ravencoinFacts),
  open: (settings, watch) => openRavencoinChain({ ...settings, ...watch }),
};

/** The chains that this release mines on nodes of its operator. */
export const offeredChains: readonly OfferedChain[] = [
  ...bitcoinChains.map(bitcoin),
  ravencoin,
  zcash,
  monero,
];

/** Throws where there is none: the settings name no other coins. */
export function offeredChain(coin: string): OfferedChain {
  const chain = offeredChains.find(({ asset }) => asset === coin);
  if (chain === undefined) throw new Error(`there is no chain of ${coin}`);
  return chain;
}

/** The chains that this release mines together with another. */
export const offeredMerged: readonly OfferedMerged[] = auxChains.map(merged);

/** Throws where there is none: the settings name no other coins. */
export function offeredMergedChain(coin: string): OfferedMerged {
  const chain = offeredMerged.find(({ asset }) => asset === coin);
  if (chain === undefined)
    throw new Error(`there is no chain of ${coin} that is mined together with another`);
  return chain;
}

function merged(facts: AuxFacts): OfferedMerged {
  return {
    ...facts,
    ...bitcoinNodes,
    addressFault: (network, address) => faultOf(() => payoutScript(facts, network, address)),
    ask: (rpc, settings, now) =>
      askBitcoin(
        rpc,
        {
          facts,
          ...settings,
          work: {
            method: 'createauxblock',
            params: [settings.address],
            timeOf: (answer) => void readAuxWork(answer, facts.chainId),
          },
        },
        now,
      ),
  };
}

function bitcoin(facts: ChainFacts): OfferedChain {
  return {
    ...facts,
    ...bitcoinNodes,
    addressFault: (network, address) => faultOf(() => payoutScript(facts, network, address)),
    open: (settings, watch) => openBitcoinChain({ facts, ...settings, ...watch }),
    ...(auxChains.some(({ parent }) => parent === facts.asset) && {
      openMerged: (settings, watch, others) =>
        openMergedChains(
          { facts, ...settings, ...watch },
          others.map((other) => ({
            ...other.watch,
            facts: auxFacts(other.coin),
            network: settings.network,
            address: other.address,
          })),
        ),
    }),
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
