import type { AddressConnectionsResponse } from '../http/address-connections.ts';

/** `GET /v5/address/{address}/connections?coin=DOGE` */
export const addressConnectionsExample: AddressConnectionsResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: { list: [{ worker: 'rig-abcdefgh', algorithm: 'sha256', since: 1738324790000 }] },
};
