import type { AddressValidators } from '../address-validator.ts';
import { bech32Account } from './bech32-account.ts';

/** The Cosmos Hub and chains built with its kit: Injective, THORChain, Celestia. */
export const cosmosLike: AddressValidators = {
  ATOM: bech32Account('cosmos'),
  INJ: bech32Account('inj'),
  RUNE: bech32Account('thor'),
  TIA: bech32Account('celestia'),
};
