import type {
  AutoPayResponse,
  CancelSwitchResponse,
  PayNowResponse,
  SwitchNetworkResponse,
} from '../http/owner-actions.ts';

/** `POST /v1/address/{uuid}/setting/auto_pay` */
export const autoPayExample: AutoPayResponse = {
  success: true,
  msg: 'Automatic payouts are on.',
  message: 'Automatic payouts are on.',
  data: { auto: true },
};

/** `POST /v3/address/{uuid}/switch?network=BSC` */
export const switchNetworkExample: SwitchNetworkResponse = {
  success: true,
  msg: 'Payouts switch to BSC in 24 hours.',
  message: 'Payouts switch to BSC in 24 hours.',
  data: { network: 'BSC', at: 1738411200000 },
};

/** `DELETE /v3/address/{uuid}/switch` */
export const cancelSwitchExample: CancelSwitchResponse = {
  success: true,
  msg: 'Payouts stay on DOGE.',
  message: 'Payouts stay on DOGE.',
  data: { network: 'DOGE' },
};

/** `POST /v3/address/{uuid}/pay` */
export const payNowExample: PayNowResponse = {
  success: true,
  msg: 'The payment is initiated.',
  message: 'The payment is initiated.',
  data: { id: 379743, status: 'pending', amount: '12.712926', network: 'DOGE' },
};
