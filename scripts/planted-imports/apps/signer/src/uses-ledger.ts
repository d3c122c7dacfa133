// breaks: signer-knows-no-pool
import { amount } from '../../../packages/ledger/src/amount.ts';

export const planted = amount;
