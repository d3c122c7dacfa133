import type { AddressValidator, AddressValidators } from '../address-validator.ts';
import { valid } from './verdicts.ts';

/** Nothing to check beyond the chain's pattern. */
const asTyped: AddressValidator = (address) => valid(address);

/**
 * Families without a checksum, where only the shape can be checked and the chain's pattern has done so: account names
 * (EOS, Hive, Steem, NEAR), keys and hashes in hex (Iron Fish, ICON, NEAR's implicit accounts), and Beam, whose
 * addresses vary in length. None has a second spelling.
 */
export const shapeOnly: AddressValidators = {
  EOS: asTyped,
  HIVE: asTyped,
  STEEM: asTyped,
  NEAR: asTyped,
  IRON: asTyped,
  ICX: asTyped,
  BEAM: asTyped,
};
