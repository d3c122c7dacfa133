import { findCoin } from '@openlode/catalogue/coins';
import { moneroFacts } from '../adapters/chains/monero/chain-facts.ts';
import { depthFault, leastDepth } from '../domain/kernel/network-of-kind.ts';
import { evmNetworks, leastDepthOn } from '../adapters/rails/evm/evm-networks.ts';
import { leastSlots } from '../adapters/rails/solana/solana-facts.ts';
import { offeredRails } from '../adapters/rails/offered-rails.ts';
import type { Fault, Path } from './pool-file-fault.ts';
import type { FileContent } from './pool-file-schema.ts';

/** What a file of a pool whose coins are money lacks; a test network is free of these rules (decision 166). */
export function realPoolFaults(content: FileContent): Fault[] {
  return [
    ...rateFault(content),
    ...railFault(content),
    ...witnessFaults(content),
    ...depthFaults(content),
    ...tokenFaults(content),
  ];
}

function rateFault({ rates }: Pick<FileContent, 'rates'>): Fault[] {
  if (rates !== undefined) return [];
  return [
    {
      path: ['kind'],
      fault: 'a pool of kind real needs rates: money is not converted at the samples of a test network',
    },
  ];
}

/** What miners are owed has to be able to leave. */
function railFault({ rails, evm, monero, solana, xrp, tron, exchangeRail }: FileContent): Fault[] {
  if ([rails, evm, monero, solana, xrp, tron, exchangeRail].some((each) => each !== undefined)) return [];
  return [
    {
      path: ['kind'],
      fault:
        'a pool of kind real needs rails, evm, monero, solana, xrp, tron or exchangeRail: without any nothing that miners are owed could be paid',
    },
  ];
}

/** Two nodes of what is paid are asked for by its rail, whatever the kind. */
function witnessFaults({ chains, rails = [] }: Pick<FileContent, 'chains' | 'rails'>): Fault[] {
  const isPaid = (coin: string): boolean => rails.some((rail) => rail.coin === coin);
  return chains.flatMap((chain, index) => [
    ...(isPaid(chain.coin) ? [] : countFault(chain, ['chains', index, 'nodes'])),
    ...(chain.merged ?? []).flatMap((each, at) => countFault(each, ['chains', index, 'merged', at, 'nodes'])),
  ]);
}

function countFault(
  { coin, nodes }: { readonly coin: string; readonly nodes: readonly unknown[] },
  path: Path,
): Fault[] {
  if (nodes.length > 1) return [];
  return [
    {
      path,
      fault: `a pool of kind real needs two nodes of ${coin}: no single one is believed of a block that miners are credited for`,
    },
  ];
}

function depthFaults({ rails = [], evm = [], monero, solana }: FileContent): Fault[] {
  const judged = (name: string, given: number | undefined, least: number, path: Path): Fault[] => {
    const fault = given === undefined ? undefined : depthFault(name, given, least);
    return fault === undefined ? [] : [{ path: [...path, 'confirmations'], fault }];
  };
  return [
    ...rails.flatMap(({ coin, confirmations }, at) => {
      const offered = offeredRails.find(({ asset }) => asset === coin);
      return offered === undefined
        ? []
        : judged(coin, confirmations, leastDepth(offered, 'real'), ['rails', at]);
    }),
    ...evm.flatMap(({ network, confirmations }, at) => {
      const facts = evmNetworks.find((each) => each.network === network);
      return facts === undefined
        ? []
        : judged(network, confirmations, leastDepthOn(facts, 'real'), ['evm', at]);
    }),
    ...judged('XMR', monero?.confirmations, leastDepth(moneroFacts, 'real'), ['monero']),
    ...judged('SOL', solana?.confirmations, leastSlots('real'), ['solana']),
  ];
}

/** What is paid as a token is the one whose contract the pages name, and link to: another is another coin under its name. */
function tokenFaults({ evm = [], tron }: Pick<FileContent, 'evm' | 'tron'>): Fault[] {
  const onTron = contractFaults('TRX', tron?.tokens, (contract) => contract, ['tron']);
  const onEvm = evm.flatMap(({ network, tokens }, at) =>
    contractFaults(network, tokens, (contract) => contract.toLowerCase(), ['evm', at]),
  );
  return [...onEvm, ...onTron];
}

/** @param spelled the one spelling of an address of the network */
function contractFaults(
  network: string,
  tokens: readonly { readonly coin: string; readonly contract: string }[] | undefined,
  spelled: (contract: string) => string,
  path: Path,
): Fault[] {
  return (tokens ?? []).flatMap(({ coin, contract }, index) => {
    const shown = findCoin(coin)?.chains.find((each) => each.network === network)?.contract ?? undefined;
    if (shown === undefined || spelled(shown) === spelled(contract)) return [];
    return [
      {
        path: [...path, 'tokens', index, 'contract'],
        fault: `${contract} is not the contract of ${coin} on ${network} that miners are shown: ${shown}`,
      },
    ];
  });
}
