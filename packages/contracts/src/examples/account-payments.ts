import type { AccountPaymentsResponse } from '../http/account-payments.ts';

/** `GET /v5/account/{uuid}/payments?page=1` */
export const accountPaymentsExample: AccountPaymentsResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    coin: 'DOGE',
    explorer: 'https://blockchair.com/dogecoin/transaction/',
    disclaimer: 'This is a sandbox: no coins are sent.',
    list: [
      {
        id: 379743,
        status: 'pending',
        reason: null,
        timestamp: 1738324800000,
        network: 'DOGE',
        tx: null,
        amount: '12.712926',
        exchange: null,
        explorer: 'https://blockchair.com/dogecoin/transaction/',
        explorer_link: null,
      },
      {
        id: 379102,
        status: 'success',
        reason: null,
        timestamp: 1738242060000,
        network: 'DOGE',
        tx: 'sandbox-5ee7e9b1c0',
        amount: '25.5',
        exchange: 'Example Exchange',
        explorer: 'https://blockchair.com/dogecoin/transaction/',
        explorer_link: 'https://blockchair.com/dogecoin/transaction/sandbox-5ee7e9b1c0',
      },
      {
        id: 371990,
        status: 'error',
        reason: 'INVALID_ADDRESS',
        timestamp: 1737550860000,
        network: 'BSC',
        tx: null,
        amount: '11',
        exchange: null,
        explorer: 'https://bscscan.com/tx/',
        explorer_link: null,
      },
    ],
    has_next: false,
    has_prev: false,
    last_page: 1,
  },
};
