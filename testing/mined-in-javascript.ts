import { bitcoinWork } from './bitcoin-work.ts';
import { PROOFS } from './block-header.ts';
import { ethereumWork, kawpowWork } from './ethereum-work.ts';
import { ghostriderWork } from './ghostrider-work.ts';
import { alephiumWork, ergoWork, nexaWork, octopusWork, xelisWork } from './header-work.ts';
import { ironfishWork } from './ironfish-work.ts';
import { karlsenWork, kaspaWork } from './kaspa-work.ts';
import type { MinerWork } from './miner-work.ts';
import { randomxWork } from './randomx-work.ts';

/** What this pool's own client hashes at a usable rate. */
export const MINER_WORK = {
  sha256: bitcoinWork(PROOFS.sha256, {
    hashesBetweenLooks: 256,
    // What suites expect of a miner: a share of the first difficulty in some seconds, and few enough that difficulty hardly rises.
    perSecondMax: 600_000,
  }),
  scrypt: bitcoinWork(PROOFS.scrypt, { hashesBetweenLooks: 8 }),
  kheavyhash: kaspaWork,
  ghostrider: ghostriderWork,
  ethash: ethereumWork,
  etchash: ethereumWork,
  karlsenhash: karlsenWork,
  fishhash: ironfishWork,
  kawpow: kawpowWork,
  blake3: alephiumWork,
  autolykos: ergoWork,
  nexapow: nexaWork,
  octopus: octopusWork,
  xelishash: xelisWork,
  // In a library that Debian has, where that is installed.
  randomx: randomxWork,
} satisfies Readonly<Record<string, MinerWork>>;
