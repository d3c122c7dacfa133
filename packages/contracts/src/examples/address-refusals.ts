import type { AddressRefusalsResponse } from '../http/address-refusals.ts';

/** `GET /v5/address/{address}/refusals?coin=XRP` */
export const addressRefusalsExample: AddressRefusalsResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    list: [{ reason: 'memo-missing', times: 12, first: 1738320000000, last: 1738324795000 }],
  },
};
