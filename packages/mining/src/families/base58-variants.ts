import { base58xrp } from '@scure/base';
import type { AddressValidators } from '../address-validator.ts';
import { base58Check } from './base58-check.ts';

/** Chains that write base58check with a payload, a version or an alphabet of their own. */
export const base58Variants: AddressValidators = {
  TRX: base58Check({ versions: [[0x41]] }),
  NEO: base58Check({ versions: [[0x17]] }),
  NEO3: base58Check({ versions: [[0x35]] }),
  XRP: base58Check({ versions: [[0x00]], coder: base58xrp }),
  /** `tz1` to `tz4` and the contracts `KT1`. */
  XTZ: base58Check({
    versions: [
      [6, 161, 159],
      [6, 161, 161],
      [6, 161, 164],
      [6, 161, 166],
      [2, 90, 121],
    ],
  }),
};
