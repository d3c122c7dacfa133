import type { Dialects } from '@openlode/stratum/core/dialect';
import { alephium } from '@openlode/stratum/dialects/alephium/alephium';
import { beam } from '@openlode/stratum/dialects/beam/beam';
import { bitcoin } from '@openlode/stratum/dialects/bitcoin/dialect';
import { conflux } from '@openlode/stratum/dialects/conflux/conflux';
import { ergo } from '@openlode/stratum/dialects/ergo/ergo';
import { ethereumStratum } from '@openlode/stratum/dialects/ethereum/ethereum-stratum';
import { ethproxy } from '@openlode/stratum/dialects/ethereum/ethproxy';
import { plainStratum } from '@openlode/stratum/dialects/ethereum/plain-stratum';
import { ironfish } from '@openlode/stratum/dialects/ironfish/ironfish';
import { kaspa } from '@openlode/stratum/dialects/kaspa/kaspa';
import { kawpow } from '@openlode/stratum/dialects/kawpow/kawpow';
import { monero } from '@openlode/stratum/dialects/monero/monero';
import { nexa } from '@openlode/stratum/dialects/nexa/nexa';
import { xelis } from '@openlode/stratum/dialects/xelis/xelis';
import { zcash } from '@openlode/stratum/dialects/zcash/zcash';
import type { Proofs } from '../../runtime/proof-of-work/open-proofs.ts';
import type { PowVerifier } from '../../runtime/proof-of-work/pow-verifier.ts';
import { createBitcoinFeed } from './bitcoin-feed.ts';
import { createEtchashFeed, createEthashFeed, createKawpowFeed } from './ethereum-feed.ts';
import { hashFeed } from './hash-feed.ts';
import type { JobFeed, JobFeedOptions } from './job-feed.ts';
import { createKaspaFeed } from './kaspa-feed.ts';
import { createMoneroFeed } from './monero-feed.ts';
import { createScryptVerifier } from './scrypt-verifier.ts';
import { createZcashFeed } from './zcash-feed.ts';

/** How an algorithm is mined: what its miners speak, how their jobs are made, and what checks their shares. */
export interface MiningProtocol {
  /** Told apart by the first message of a connection where there are several. */
  readonly dialects: Dialects;
  /** Makes jobs of the templates of a chain; the two must be of one family. */
  openFeed(options: JobFeedOptions): JobFeed;
  /** Where the proof of work is another hash than the SHA-256d of a header of 80 bytes. Takes what the dialects give out. */
  readonly openVerifier?: (proofs: Proofs) => PowVerifier;
}

/** What ethminer speaks for `stratum1`, `stratum2` and plain `stratum`. */
const ethereum: Dialects = [ethproxy, ethereumStratum, plainStratum];

/** By algorithm: all that listeners need to know of it. An algorithm without a row is not mined here. */
const protocols: ReadonlyMap<string, MiningProtocol> = new Map<string, MiningProtocol>([
  ['sha256', { dialects: [bitcoin], openFeed: createBitcoinFeed }],
  [
    'scrypt',
    { dialects: [bitcoin], openFeed: createBitcoinFeed, openVerifier: () => createScryptVerifier() },
  ],
  ['blake3', { dialects: [alephium], openFeed: hashFeed('alephium'), openVerifier: inThreads('blake3') }],
  ['autolykos', { dialects: [ergo], openFeed: hashFeed('autolykos'), openVerifier: inThreads('autolykos') }],
  ['nexapow', { dialects: [nexa], openFeed: hashFeed('nexapow'), openVerifier: inThreads('nexapow') }],
  ['octopus', { dialects: [conflux], openFeed: hashFeed('octopus'), openVerifier: inThreads('octopus') }],
  ['xelishash', { dialects: [xelis], openFeed: hashFeed('xelis'), openVerifier: inThreads('xelishash') }],
  [
    'ghostrider',
    {
      dialects: [bitcoin],
      openFeed: (options) => createBitcoinFeed({ ...options, keepsTime: true }),
      openVerifier: inThreads('ghostrider'),
    },
  ],
  ['randomx', { dialects: [monero], openFeed: createMoneroFeed, openVerifier: inThreads('randomx') }],
  ['ethash', { dialects: ethereum, openFeed: createEthashFeed, openVerifier: inThreads('ethash') }],
  ['etchash', { dialects: ethereum, openFeed: createEtchashFeed, openVerifier: inThreads('etchash') }],
  ['kawpow', { dialects: [kawpow], openFeed: createKawpowFeed, openVerifier: inThreads('kawpow') }],
  ['fishhash', { dialects: [ironfish], openFeed: hashFeed('ironfish'), openVerifier: inThreads('fishhash') }],
  ['beamhash', { dialects: [beam], openFeed: hashFeed('beam'), openVerifier: inThreads('beamhash') }],
  ['equihash', { dialects: [zcash], openFeed: createZcashFeed, openVerifier: inThreads('equihash') }],
  ['karlsenhash', { dialects: [kaspa], openFeed: createKaspaFeed, openVerifier: inThreads('karlsenhash') }],
  ['kheavyhash', { dialects: [kaspa], openFeed: createKaspaFeed, openVerifier: inThreads('kheavyhash') }],
]);

/** @throws Error for an algorithm that is not mined here */
export function protocolOf(algorithm: string): MiningProtocol {
  const protocol = protocols.get(algorithm);
  if (protocol === undefined) throw new Error(`${algorithm} has no Stratum protocol here`);
  return protocol;
}

function inThreads(algorithm: string): (proofs: Proofs) => PowVerifier {
  return (proofs) => proofs.of(algorithm);
}
