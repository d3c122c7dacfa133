import type { AddressVerdict } from '../address-validator.ts';

export const wrongChecksum: AddressVerdict = { kind: 'wrong-checksum' };
export const malformed: AddressVerdict = { kind: 'malformed' };

export function valid(canonical: string): AddressVerdict {
  return { kind: 'valid', canonical };
}
