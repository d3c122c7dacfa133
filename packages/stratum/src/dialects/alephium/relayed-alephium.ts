import type { ClientDialect, MessageOutcome, Solution } from '../../upstream/client-dialect.ts';
import { freeBehind, type RelayedLayout } from '../../upstream/relayed-layout.ts';
import { notificationLine } from '../../wire/reply.ts';
import { alephiumChain, alephiumLayout } from './alephium.ts';
import { alephiumClient, type AlephiumWork } from './alephium-client.ts';

/** Takes the jobs of one chain of the sixteen from a pool, as own work has one: what belongs on another one is left to others. */
export const oneChainClient: ClientDialect<AlephiumWork, Solution> = {
  ...alephiumClient,
  announced(message, terms, settings) {
    const outcome = alephiumClient.announced(message, terms, settings);
    return outcome === undefined || typeof outcome === 'string' ? outcome : ofOneChain(outcome);
  },
};

function ofOneChain(
  outcome: Exclude<MessageOutcome<AlephiumWork>, string>,
): Exclude<MessageOutcome<AlephiumWork>, string> {
  const { from, to } = alephiumChain;
  const jobs = outcome.jobs.filter(
    ({ work: { fromGroup, toGroup } }) => fromGroup === from && toGroup === to,
  );
  return { ...outcome, jobs };
}

/** Alephium's Stratum for work that another pool gives. */
export const relayedAlephium: RelayedLayout<AlephiumWork> = {
  own: alephiumLayout,
  factsOf: ({ headerBlob }) => ({ work: headerBlob, height: 0, networkTarget: undefined }),
  foundOf: freeBehind,
  movedLine: (prefix) => notificationLine('mining.set_extranonce', [prefix]),
};
