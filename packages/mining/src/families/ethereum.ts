import type { AddressValidators } from '../address-validator.ts';
import { judgeEip55 } from './eip55.ts';

/** Ethereum and every chain with its accounts. */
export const ethereum: AddressValidators = { EVM: judgeEip55 };
