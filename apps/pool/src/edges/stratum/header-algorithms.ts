import { type HeaderRelay, headerRelays } from '@openlode/stratum/upstream/header-relays';

/** By algorithm: those whose miners are given headers, and whose work is taken from other pools in one session. */
export const headerAlgorithms: ReadonlyMap<string, HeaderRelay> = new Map<string, HeaderRelay>([
  ['kawpow', headerRelays.kawpow],
  ['kheavyhash', headerRelays.kaspa],
  ['karlsenhash', headerRelays.kaspa],
  ['blake3', headerRelays.alephium],
  ['autolykos', headerRelays.ergo],
  ['octopus', headerRelays.conflux],
  ['fishhash', headerRelays.ironfish],
  ['xelishash', headerRelays.xelis],
  ['nexapow', headerRelays.nexa],
  ['beamhash', headerRelays.beam],
]);
