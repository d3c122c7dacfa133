import type { AddressPrefixes } from '@openlode/mining/address-payment';

export interface BitcoinNetwork {
  readonly network: string;
  readonly addresses: AddressPrefixes;
  /** Version byte of exported keys (WIF). */
  readonly wif: number;
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
  },
  {
    network: 'LTC-regtest',
    addresses: { keyHash: [[0x6f]], scriptHash: [[0x3a], [0xc4]], segwit: ['rltc'] },
    wif: 0xef,
  },
  {
    network: 'BTC',
    addresses: { keyHash: [[0x00]], scriptHash: [[0x05]], segwit: ['bc'] },
    wif: 0x80,
  },
  {
    network: 'BTC-regtest',
    // The second of each is what bcoin writes.
    addresses: { keyHash: [[0x6f], [0x3c]], scriptHash: [[0xc4], [0x26]], segwit: ['bcrt', 'rb'] },
    wif: 0xef,
  },
];

/** Throws a RangeError for a network that is not of the family: the registry asks for none. */
export function bitcoinNetwork(network: string): BitcoinNetwork {
  const found = bitcoinNetworks.find((each) => each.network === network);
  if (found === undefined) throw new RangeError(`${network} is no network of Bitcoin's family`);
  return found;
}
