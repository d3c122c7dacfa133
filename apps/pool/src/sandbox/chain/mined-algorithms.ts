import type { Proofs } from '../../runtime/proof-of-work/open-proofs.ts';
import type { RewardLine } from '../../domain/kernel/chain.ts';
import { bitcoinFamily } from './bitcoin-family.ts';
import { ethereumRules } from './ethereum-proof.ts';
import {
  alephiumRules,
  autolykosRules,
  beamRules,
  ironfishRules,
  nexaRules,
  octopusRules,
  xelisRules,
} from './hash-rules.ts';
import { headerFamily } from './header-family.ts';
import { kaspaFamily } from './kaspa-family.ts';
import { moneroRules } from './monero-rules.ts';
import type { SandboxFamily } from './sandbox-family.ts';
import { scrypt } from './scrypt.ts';
import { verifying } from './verifying.ts';
import { zcashRules } from './zcash-rules.ts';

/** An algorithm whose proof of work the sandbox has a chain for. */
export interface MinedAlgorithm {
  readonly code: string;
  /** About a second of hashing in JavaScript, in expected hashes. */
  readonly lightestShare: bigint;
  /** The least that a block takes: some twenty seconds of it. */
  readonly blockWorkMin: bigint;
  /** Hashes that make one attempt at a target, where a hash must also meet a second condition. */
  readonly hashesPerAttempt?: bigint;
  /** In units of 10^-18; so that a lone CPU reaches the minimum of most coins within ten minutes: about ten dollars. */
  readonly rewards: readonly [RewardLine, ...RewardLine[]];
  /** What its blocks are, and which hash must meet their target. */
  readonly openFamily: (proofs: Proofs) => SandboxFamily;
}

/** All that there is a chain of; what a machine lacks to verify one is for `Proofs.missing`. */
export const minedAlgorithms: readonly MinedAlgorithm[] = [
  {
    code: 'sha256',
    lightestShare: 2n ** 19n,
    blockWorkMin: 2n ** 23n,
    rewards: [{ asset: 'BTC', amount: 10n ** 14n }],
    openFamily: () => bitcoinFamily(),
  },
  {
    code: 'scrypt',
    lightestShare: 2n ** 12n,
    blockWorkMin: 2n ** 16n,
    // Merged mining: one block of work earns on three chains.
    rewards: [
      { asset: 'LTC', amount: 5n * 10n ** 16n },
      { asset: 'DOGE', amount: 10n * 10n ** 18n },
      { asset: 'BELLS', amount: 10n ** 18n },
    ],
    openFamily: () => bitcoinFamily(scrypt),
  },
  {
    code: 'kheavyhash',
    lightestShare: 2n ** 14n,
    blockWorkMin: 2n ** 18n,
    rewards: [{ asset: 'KAS', amount: 80n * 10n ** 18n }],
    openFamily: (proofs) => kaspaFamily(verifying(proofs.of('kheavyhash'))),
  },
  {
    code: 'ghostrider',
    // Twenty milliseconds to fifty a hash.
    lightestShare: 2n ** 4n,
    blockWorkMin: 2n ** 8n,
    rewards: [{ asset: 'RTM', amount: 20_000n * 10n ** 18n }],
    openFamily: (proofs) => bitcoinFamily(verifying(proofs.of('ghostrider'))),
  },
  {
    code: 'randomx',
    // Thirty to sixty milliseconds a hash without the dataset of 2 GB.
    lightestShare: 2n ** 5n,
    blockWorkMin: 2n ** 9n,
    rewards: [{ asset: 'XMR', amount: 5n * 10n ** 16n }],
    openFamily: (proofs) => headerFamily(moneroRules(verifying(proofs.of('randomx')))),
  },
  {
    code: 'ethash',
    lightestShare: 2n ** 7n,
    blockWorkMin: 2n ** 11n,
    rewards: [{ asset: 'ETHW', amount: 3n * 10n ** 18n }],
    openFamily: (proofs) => headerFamily(ethereumRules(verifying(proofs.of('ethash')))),
  },
  {
    code: 'etchash',
    lightestShare: 2n ** 7n,
    blockWorkMin: 2n ** 11n,
    rewards: [{ asset: 'ETC', amount: 3n * 10n ** 17n }],
    openFamily: (proofs) => headerFamily(ethereumRules(verifying(proofs.of('etchash')))),
  },
  {
    code: 'karlsenhash',
    lightestShare: 2n ** 6n,
    blockWorkMin: 2n ** 10n,
    rewards: [{ asset: 'KLS', amount: 800n * 10n ** 18n }],
    openFamily: (proofs) => kaspaFamily(verifying(proofs.of('karlsenhash'))),
  },
  {
    code: 'fishhash',
    lightestShare: 2n ** 6n,
    blockWorkMin: 2n ** 10n,
    rewards: [{ asset: 'IRON', amount: 25n * 10n ** 18n }],
    openFamily: (proofs) => headerFamily(ironfishRules(verifying(proofs.of('fishhash')))),
  },
  {
    code: 'blake3',
    lightestShare: 2n ** 17n,
    blockWorkMin: 2n ** 21n,
    hashesPerAttempt: 16n,
    rewards: [{ asset: 'ALPH', amount: 8n * 10n ** 18n }],
    openFamily: (proofs) => headerFamily(alephiumRules(verifying(proofs.of('blake3')))),
  },
  {
    code: 'autolykos',
    lightestShare: 2n ** 10n,
    blockWorkMin: 2n ** 14n,
    rewards: [{ asset: 'ERG', amount: 6n * 10n ** 18n }],
    openFamily: (proofs) => headerFamily(autolykosRules(verifying(proofs.of('autolykos')))),
  },
  {
    code: 'nexapow',
    lightestShare: 2n ** 9n,
    blockWorkMin: 2n ** 13n,
    rewards: [{ asset: 'NEXA', amount: 5_000_000n * 10n ** 18n }],
    openFamily: (proofs) => headerFamily(nexaRules(verifying(proofs.of('nexapow')))),
  },
  {
    code: 'octopus',
    lightestShare: 2n ** 7n,
    blockWorkMin: 2n ** 11n,
    rewards: [{ asset: 'CFX', amount: 60n * 10n ** 18n }],
    openFamily: (proofs) => headerFamily(octopusRules(verifying(proofs.of('octopus')))),
  },
  {
    code: 'xelishash',
    lightestShare: 2n ** 7n,
    blockWorkMin: 2n ** 11n,
    rewards: [{ asset: 'XEL', amount: 2n * 10n ** 18n }],
    openFamily: (proofs) => headerFamily(xelisRules(verifying(proofs.of('xelishash')))),
  },
  {
    code: 'kawpow',
    lightestShare: 2n ** 6n,
    blockWorkMin: 2n ** 10n,
    rewards: [{ asset: 'RVN', amount: 500n * 10n ** 18n }],
    openFamily: (proofs) => headerFamily(ethereumRules(verifying(proofs.of('kawpow')), 'kawpow')),
  },
  {
    code: 'beamhash',
    // Solutions, of which a graphics card finds some in a second, and JavaScript none.
    lightestShare: 2n ** 4n,
    blockWorkMin: 2n ** 8n,
    rewards: [{ asset: 'BEAM', amount: 200n * 10n ** 18n }],
    openFamily: (proofs) => headerFamily(beamRules(verifying(proofs.of('beamhash')))),
  },
  {
    code: 'equihash',
    // Solutions: a processor finds some in a second.
    lightestShare: 2n ** 4n,
    blockWorkMin: 2n ** 8n,
    rewards: [{ asset: 'ZEC', amount: 2n * 10n ** 17n }],
    openFamily: (proofs) => headerFamily(zcashRules(verifying(proofs.of('equihash')))),
  },
];
