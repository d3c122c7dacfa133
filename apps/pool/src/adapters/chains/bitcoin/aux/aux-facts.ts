import type { ChainFacts } from '../chain-facts.ts';

/** A chain whose blocks are proven by those of a parent: its own nodes build them, and are handed the proof. */
export interface AuxFacts extends ChainFacts {
  /** In bits 16 and up of its block versions. */
  readonly chainId: number;
  /** The chain whose work proves its blocks, as the catalogue names it. */
  readonly parent: string;
}

/** Hashes, prefixes and ids: chainparams.cpp of each chain's reference node. */
const dogecoin: AuxFacts = {
  asset: 'DOGE',
  algorithm: 'scrypt',
  chainId: 98,
  parent: 'LTC',
  rules: [],
  maturity: 240,
  networks: {
    main: {
      name: 'main',
      genesis: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
      addresses: { keyHash: [[0x1e]], scriptHash: [[0x16]], segwit: [] },
    },
    regtest: {
      name: 'regtest',
      genesis: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5',
      addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: [] },
    },
  },
  blockSeconds: 60,
  isUnseen: true,
};

const bells: AuxFacts = {
  asset: 'BELLS',
  algorithm: 'scrypt',
  chainId: 16,
  parent: 'LTC',
  rules: ['segwit'],
  maturity: 30,
  networks: {
    main: {
      name: 'main',
      genesis: 'e5be24df57c43a82d15c2f06bda961296948f8f8eb48501bed1efb929afe0698',
      addresses: { keyHash: [[0x19]], scriptHash: [[0x1e]], segwit: ['bel'] },
    },
    regtest: {
      name: 'regtest',
      genesis: 'f97be01b640a39ac10c75da8d749bed0b065f25d9b28f51fe8070a6cdf976e1a',
      addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: ['bcrt'] },
    },
  },
  blockSeconds: 60,
  isUnseen: true,
};

/** The chains that this release mines together with another. */
export const auxChains: readonly AuxFacts[] = [dogecoin, bells];

/** Throws where there is none: the settings name no other coins. */
export function auxFacts(coin: string): AuxFacts {
  const facts = auxChains.find(({ asset }) => asset === coin);
  if (facts === undefined)
    throw new Error(`there is no chain of ${coin} that is mined together with another`);
  return facts;
}
