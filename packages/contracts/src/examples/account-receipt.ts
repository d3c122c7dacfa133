import type { AccountReceiptResponse } from '../http/account-receipt.ts';
import { rewardEventExample } from './account-events.ts';

/** `GET /v5/account/{uuid}/receipts/41` */
export const accountReceiptExample = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: rewardEventExample,
} as AccountReceiptResponse;
