import type { AddressValidator, AddressValidators } from '../address-validator.ts';
import { base58Check } from './base58-check.ts';
import { segwit } from './segwit.ts';

/**
 * Bitcoin and the chains that copied its addresses: base58check under their own version bytes, and segwit where the
 * chain has a prefix for it. Version bytes as in each chain's `chainparams`.
 */
export const bitcoinLike: AddressValidators = {
  BTC: either('bc', base58Check({ versions: [[0x00], [0x05]] })),
  LTC: either('ltc', base58Check({ versions: [[0x30], [0x32], [0x05]] })),
  DOGE: base58Check({ versions: [[0x1e], [0x16]] }),
  BTG: either('btg', base58Check({ versions: [[0x26], [0x17]] })),
  DASH: base58Check({ versions: [[0x4c], [0x10]] }),
  RVN: base58Check({ versions: [[0x3c], [0x7a]] }),
  RTM: base58Check({ versions: [[0x3c], [0x10]] }),
  KMD: base58Check({ versions: [[0x3c], [0x55]] }),
  VIA: either('via', base58Check({ versions: [[0x47], [0x21]] })),
  VTC: either('vtc', base58Check({ versions: [[0x47], [0x05]] })),
  DGB: either('dgb', base58Check({ versions: [[0x1e], [0x3f], [0x05]] })),
  XVG: base58Check({ versions: [[0x1e], [0x21]] }),
  QTUM: either('qc', base58Check({ versions: [[0x3a], [0x32]] })),
  BELLS: either('bel', base58Check({ versions: [[0x19], [0x1e]] })),
  FIRO: base58Check({ versions: [[0x52], [0x07]] }),
  ZEC: base58Check({ versions: zcashTransparent() }),
  FLUX: base58Check({ versions: zcashTransparent() }),
};

function either(prefix: string, legacy: AddressValidator): AddressValidator {
  const witness = segwit(prefix);
  return (address) => (address.toLowerCase().startsWith(`${prefix}1`) ? witness(address) : legacy(address));
}

/** Zcash's transparent `t1` and `t3`; shielded addresses are not paid to. */
function zcashTransparent(): readonly (readonly number[])[] {
  return [
    [0x1c, 0xb8],
    [0x1c, 0xbd],
  ];
}
