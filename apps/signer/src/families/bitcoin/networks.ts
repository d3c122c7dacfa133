import type { AddressPrefixes } from '@openlode/mining/address-payment';
import { nexaNetworks } from './nexa-networks.ts';
import type { TransactionForm } from './raw-transaction.ts';

export interface BitcoinNetwork {
  readonly network: string;
  readonly addresses: AddressPrefixes;
  /** Version byte of exported keys (WIF). */
  readonly wif: number;
  /** What a key of the signer pays and is paid at: the hash of a witness key (BIP 141), or of a key where there are no witnesses. */
  readonly keys: 'witness-key' | 'key-hash';
  /** The number that signatures of the chain name it by, above the byte of their type; left out where they name none. */
  readonly forkId?: number;
  /** The rules that a block has to follow, which signatures of the form `sapling` name: the consensus branch (ZIP 200). */
  readonly branchId?: number;
  /** What its transactions have beside those of Bitcoin; nothing where it is left out. */
  readonly form?: TransactionForm;
  /** Decimal places of a whole coin; eight where it is left out. */
  readonly decimals?: number;
}

/**
 * From chainparams.cpp of each chain's reference node. The pool has a table of its own: what the signer holds to be an address of a network
 * does not follow from anything the pool says.
 */
export const bitcoinNetworks: readonly BitcoinNetwork[] = [
  {
    network: 'LTC',
    addresses: { keyHash: [[0x30]], scriptHash: [[0x32], [0x05]], segwit: ['ltc'] },
    wif: 0xb0,
    keys: 'witness-key',
  },
  {
    network: 'LTC-regtest',
    addresses: { keyHash: [[0x6f]], scriptHash: [[0x3a], [0xc4]], segwit: ['rltc'] },
    wif: 0xef,
    keys: 'witness-key',
  },
  {
    network: 'BTC',
    addresses: { keyHash: [[0x00]], scriptHash: [[0x05]], segwit: ['bc'] },
    wif: 0x80,
    keys: 'witness-key',
  },
  {
    network: 'BTC-regtest',
    // The second of each is what bcoin writes.
    addresses: { keyHash: [[0x6f], [0x3c]], scriptHash: [[0xc4], [0x26]], segwit: ['bcrt', 'rb'] },
    wif: 0xef,
    keys: 'witness-key',
  },
  {
    network: 'DOGE',
    addresses: { keyHash: [[0x1e]], scriptHash: [[0x16]], segwit: [] },
    wif: 0x9e,
    keys: 'key-hash',
  },
  {
    network: 'DOGE-regtest',
    addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: [] },
    wif: 0xef,
    keys: 'key-hash',
  },
  {
    network: 'RVN',
    addresses: { keyHash: [[0x3c]], scriptHash: [[0x7a]], segwit: [] },
    wif: 0x80,
    keys: 'key-hash',
  },
  {
    network: 'RVN-regtest',
    addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: [] },
    wif: 0xef,
    keys: 'key-hash',
  },
  {
    network: 'RTM',
    addresses: { keyHash: [[0x3c]], scriptHash: [[0x10]], segwit: [] },
    wif: 0x80,
    keys: 'key-hash',
  },
  {
    network: 'RTM-regtest',
    addresses: { keyHash: [[0x8c]], scriptHash: [[0x13]], segwit: [] },
    wif: 0xef,
    keys: 'key-hash',
  },
  {
    network: 'BELLS',
    addresses: { keyHash: [[0x19]], scriptHash: [[0x1e]], segwit: ['bel'] },
    wif: 0x99,
    keys: 'witness-key',
  },
  {
    network: 'BELLS-regtest',
    addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: ['bcrt'] },
    wif: 0xef,
    keys: 'witness-key',
  },
  {
    network: 'DASH',
    addresses: { keyHash: [[0x4c]], scriptHash: [[0x10]], segwit: [] },
    wif: 0xcc,
    keys: 'key-hash',
  },
  {
    network: 'DASH-regtest',
    addresses: { keyHash: [[0x8c]], scriptHash: [[0x13]], segwit: [] },
    wif: 0xef,
    keys: 'key-hash',
  },
  {
    network: 'DGB',
    addresses: { keyHash: [[0x1e]], scriptHash: [[0x3f], [0x05]], segwit: ['dgb'] },
    wif: 0x80,
    keys: 'witness-key',
  },
  {
    network: 'DGB-regtest',
    addresses: { keyHash: [[0x7e]], scriptHash: [[0x8c]], segwit: ['dgbrt'] },
    wif: 0xfe,
    keys: 'witness-key',
  },
  {
    network: 'VTC',
    addresses: { keyHash: [[0x47]], scriptHash: [[0x05]], segwit: ['vtc'] },
    wif: 0x80,
    keys: 'witness-key',
  },
  {
    network: 'VTC-regtest',
    addresses: { keyHash: [[0x4a]], scriptHash: [[0xc4]], segwit: ['rvtc'] },
    wif: 0xef,
    keys: 'witness-key',
  },
  {
    network: 'VIA',
    addresses: { keyHash: [[0x47]], scriptHash: [[0x21]], segwit: ['via'] },
    wif: 0xc7,
    keys: 'witness-key',
  },
  {
    network: 'VIA-regtest',
    addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: ['rvia'] },
    wif: 0xef,
    keys: 'witness-key',
  },
  {
    network: 'QTUM',
    addresses: { keyHash: [[0x3a]], scriptHash: [[0x32]], segwit: ['qc'] },
    wif: 0x80,
    keys: 'witness-key',
  },
  {
    network: 'QTUM-regtest',
    addresses: { keyHash: [[0x78]], scriptHash: [[0x6e]], segwit: ['qcrt'] },
    wif: 0xef,
    keys: 'witness-key',
  },
  {
    network: 'FIRO',
    addresses: { keyHash: [[0x52]], scriptHash: [[0x07]], segwit: [] },
    wif: 0xd2,
    keys: 'key-hash',
  },
  {
    network: 'FIRO-regtest',
    addresses: { keyHash: [[0x41]], scriptHash: [[0xb2]], segwit: [] },
    wif: 0xef,
    keys: 'key-hash',
  },
  // `GetForkID` is 0 (doc/standards/replay-protected-sighash.md of Bitcoin-ABC/bitcoin-abc). An address of Bitcoin is none here.
  {
    network: 'BCH',
    addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'bitcoincash' },
    wif: 0x80,
    keys: 'key-hash',
    forkId: 0,
  },
  {
    network: 'BCH-regtest',
    addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'bchreg' },
    wif: 0xef,
    keys: 'key-hash',
    forkId: 0,
  },
  {
    network: 'XEC',
    addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'ecash' },
    wif: 0x80,
    keys: 'key-hash',
    forkId: 0,
    decimals: 2,
  },
  {
    network: 'XEC-regtest',
    addresses: { keyHash: [], scriptHash: [], segwit: [], cash: 'ecregtest' },
    wif: 0xef,
    keys: 'key-hash',
    forkId: 0,
    decimals: 2,
  },
  // `FORKID_BTG` (src/script/interpreter.h of BTCGPU/BTCGPU).
  {
    network: 'BTG',
    addresses: { keyHash: [[0x26]], scriptHash: [[0x17]], segwit: ['btg'] },
    wif: 0x80,
    keys: 'witness-key',
    forkId: 79,
  },
  {
    network: 'BTG-regtest',
    addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: ['btgrt'] },
    wif: 0xef,
    keys: 'witness-key',
    forkId: 79,
  },
  // vergecurrency/verge 26.7: witnesses have addresses there, and nodes pass on no transaction that has one (`IsStandardTx`, src/policy/policy.cpp).
  {
    network: 'XVG',
    addresses: { keyHash: [[0x1e]], scriptHash: [[0x21]], segwit: [] },
    wif: 0x9e,
    keys: 'key-hash',
    form: 'timed',
    decimals: 6,
  },
  {
    network: 'XVG-regtest',
    addresses: { keyHash: [[0x6f]], scriptHash: [[0xc4]], segwit: [] },
    wif: 0xef,
    keys: 'key-hash',
    form: 'timed',
    decimals: 6,
  },
  // zcash/zcash, and NU6.3 of ZcashFoundation/zebra (zebra-chain/src/parameters/network_upgrade.rs). The test network is the public one.
  {
    network: 'ZEC',
    addresses: { keyHash: [[0x1c, 0xb8]], scriptHash: [[0x1c, 0xbd]], segwit: [] },
    wif: 0x80,
    keys: 'key-hash',
    form: 'sapling',
    branchId: 0x37a5_165b,
  },
  {
    network: 'ZEC-regtest',
    addresses: { keyHash: [[0x1d, 0x25]], scriptHash: [[0x1c, 0xba]], segwit: [] },
    wif: 0xef,
    keys: 'key-hash',
    form: 'sapling',
    branchId: 0x37a5_165b,
  },
  // RunOnFlux/fluxd 9.0.6: all its upgrades since Acadia have the number of Sapling (src/consensus/upgrades.cpp). The test network is the public one.
  {
    network: 'FLUX',
    addresses: { keyHash: [[0x1c, 0xb8]], scriptHash: [[0x1c, 0xbd]], segwit: [] },
    wif: 0x80,
    keys: 'key-hash',
    form: 'sapling',
    branchId: 0x76b8_09bb,
  },
  {
    network: 'FLUX-regtest',
    addresses: { keyHash: [[0x1d, 0x25]], scriptHash: [[0x1c, 0xba]], segwit: [] },
    wif: 0xef,
    keys: 'key-hash',
    form: 'sapling',
    branchId: 0x76b8_09bb,
  },
  // KomodoPlatform/komodo 0.9.0: Sapling is its last upgrade (src/consensus/upgrades.cpp), and its test network writes addresses as the main one does.
  {
    network: 'KMD',
    addresses: { keyHash: [[0x3c]], scriptHash: [[0x55]], segwit: [] },
    wif: 0xbc,
    keys: 'key-hash',
    form: 'sapling',
    branchId: 0x76b8_09bb,
  },
  {
    network: 'KMD-regtest',
    addresses: { keyHash: [[0x3c]], scriptHash: [[0x55]], segwit: [] },
    wif: 0xbc,
    keys: 'key-hash',
    form: 'sapling',
    branchId: 0x76b8_09bb,
  },
  ...nexaNetworks,
];

/** Throws a RangeError for a network that is not of the family: the registry asks for none. */
export function bitcoinNetwork(network: string): BitcoinNetwork {
  const found = bitcoinNetworks.find((each) => each.network === network);
  if (found === undefined) throw new RangeError(`${network} is no network of Bitcoin's family`);
  return found;
}
