import { type ChainFacts, dogecoin } from '../chain-facts.ts';

/** A chain whose blocks are proven by those of a parent: its own nodes build them, and are handed the proof. */
export interface AuxFacts extends ChainFacts {
  /** In bits 16 and up of its block versions. */
  readonly chainId: number;
  /** The chain whose work proves its blocks, as the catalogue names it. */
  readonly parent: string;
}

const dogecoinUnderLitecoin: AuxFacts = { ...dogecoin, parent: 'LTC' };

/** Hashes, prefixes and the id: chainparams.cpp of its reference node. */
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
  retargetBlocks: 1,
  isUnseen: true,
};

/** The chains that this release mines together with another. */
export const auxChains: readonly AuxFacts[] = [dogecoinUnderLitecoin, bells];

/** Throws where there is none: the settings name no other coins. */
export function auxFacts(coin: string): AuxFacts {
  const facts = auxChains.find(({ asset }) => asset === coin);
  if (facts === undefined)
    throw new Error(`there is no chain of ${coin} that is mined together with another`);
  return facts;
}
