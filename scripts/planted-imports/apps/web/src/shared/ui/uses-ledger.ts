// breaks: web-knows-the-wire-only
import { amount } from '../../../../../packages/ledger/src/amount.ts';

export const planted = amount;
