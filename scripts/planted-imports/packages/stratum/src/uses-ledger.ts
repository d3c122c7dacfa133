// breaks: stratum-knows-mining-only
import { amount } from '../../ledger/src/amount.ts';

export const planted = amount;
