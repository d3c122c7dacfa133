import type { AddressValidators } from '../address-validator.ts';
import type { AddressFamily } from '../coin-rules.ts';

type LoadGroup = () => Promise<AddressValidators>;

const bitcoinLike: LoadGroup = async () => (await import('./bitcoin-like.ts')).bitcoinLike;
const bitcoinCashLike: LoadGroup = async () => (await import('./bitcoin-cash-like.ts')).bitcoinCashLike;
const base58Variants: LoadGroup = async () => (await import('./base58-variants.ts')).base58Variants;
const cosmosLike: LoadGroup = async () => (await import('./cosmos-like.ts')).cosmosLike;
const kaspaLike: LoadGroup = async () => (await import('./kaspa-like.ts')).kaspaLike;
const polkadotLike: LoadGroup = async () => (await import('./polkadot-like.ts')).polkadotLike;
const hexAccounts: LoadGroup = async () => (await import('./hex-account.ts')).hexAccounts;
const shapeOnly: LoadGroup = async () => (await import('./shape-only.ts')).shapeOnly;

const groups: Readonly<Record<AddressFamily, LoadGroup>> = {
  ADA: async () => (await import('./cardano.ts')).cardano,
  ALGO: async () => (await import('./algorand.ts')).algorand,
  ALPH: async () => (await import('./alephium.ts')).alephium,
  APT: hexAccounts,
  ATOM: cosmosLike,
  BCH: bitcoinCashLike,
  BEAM: shapeOnly,
  BELLS: bitcoinLike,
  BTC: bitcoinLike,
  BTG: bitcoinLike,
  CFX: async () => (await import('./conflux.ts')).conflux,
  DASH: bitcoinLike,
  DCR: async () => (await import('./decred.ts')).decred,
  DGB: bitcoinLike,
  DOGE: bitcoinLike,
  DOT: polkadotLike,
  EOS: shapeOnly,
  ERG: async () => (await import('./ergo.ts')).ergo,
  EVM: async () => (await import('./ethereum.ts')).ethereum,
  FIL: async () => (await import('./filecoin.ts')).filecoin,
  FIRO: bitcoinLike,
  FLUX: bitcoinLike,
  HBAR: async () => (await import('./hedera.ts')).hedera,
  HIVE: shapeOnly,
  ICX: shapeOnly,
  INJ: cosmosLike,
  IOTA: hexAccounts,
  IRON: shapeOnly,
  KAS: kaspaLike,
  KLS: kaspaLike,
  KMD: bitcoinLike,
  KSM: polkadotLike,
  LTC: bitcoinLike,
  NEAR: shapeOnly,
  NEO: base58Variants,
  NEO3: base58Variants,
  NEXA: async () => (await import('./nexa.ts')).nexa,
  ONE: async () => (await import('./harmony.ts')).harmony,
  QTUM: bitcoinLike,
  RTM: bitcoinLike,
  RUNE: cosmosLike,
  RVN: bitcoinLike,
  SC: async () => (await import('./sia.ts')).sia,
  SKY: async () => (await import('./skycoin.ts')).skycoin,
  SOL: async () => (await import('./solana.ts')).solana,
  STEEM: shapeOnly,
  SUI: hexAccounts,
  TIA: cosmosLike,
  TON: async () => (await import('./ton.ts')).ton,
  TRX: base58Variants,
  VIA: bitcoinLike,
  VTC: bitcoinLike,
  WAVES: async () => (await import('./waves.ts')).waves,
  XEC: bitcoinCashLike,
  XEL: async () => (await import('./xelis.ts')).xelis,
  XLM: async () => (await import('./stellar.ts')).stellar,
  XMR: async () => (await import('./monero.ts')).monero,
  XNO: async () => (await import('./nano.ts')).nano,
  XRP: base58Variants,
  XTZ: base58Variants,
  XVG: bitcoinLike,
  ZEC: bitcoinLike,
  ZIL: async () => (await import('./zilliqa.ts')).zilliqa,
};

/** The families that `loadFamilies` can load. */
export const loadableFamilies: readonly AddressFamily[] = Object.keys(groups);

/**
 * Loads the validators of these families, one chunk per encoding, so that a browser fetches only what the current coin
 * needs. A family that is not known is left out of the answer; rejects when a chunk cannot be fetched.
 */
export async function loadFamilies(families: readonly AddressFamily[]): Promise<AddressValidators> {
  const wanted = new Set(families.flatMap((family) => groups[family] ?? []));
  const loaded = await Promise.all([...wanted].map((load) => load()));
  const all: AddressValidators = Object.assign({}, ...loaded);
  return Object.fromEntries(Object.entries(all).filter(([family]) => families.includes(family)));
}
