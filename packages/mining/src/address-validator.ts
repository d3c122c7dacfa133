import type { AddressFamily } from './coin-rules.ts';

/** What a family says of one address whose shape has already matched the chain's pattern. */
export type AddressVerdict =
  | {
      readonly kind: 'valid' /** The one spelling under which the address is stored. */;
      readonly canonical: string;
    }
  | { readonly kind: 'wrong-checksum' }
  | { readonly kind: 'malformed' };

export type AddressValidator = (address: string) => AddressVerdict;

/** Validators by family. The server holds all of them, the browser loads those of the current coin. */
export type AddressValidators = Readonly<Record<AddressFamily, AddressValidator>>;
