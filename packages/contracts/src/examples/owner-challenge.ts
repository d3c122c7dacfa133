import type { OwnerChallengeResponse } from '../http/owner-challenge.ts';

/** `GET /v1/address/{uuid}/challenge/{id}`, once the owner's miner was seen. */
export const ownerChallengeExample: OwnerChallengeResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    id: 'c5d1b0e2-7f43-4a8e-9b16-0d2c3e4f5a6b',
    action: 'switch',
    worker: 'v-7K2Q9XDM',
    state: 'proved',
    signing: 'ethereum',
    message: null,
    token: 'kq3Vn8sWmZt1YbR5uXc7Ep',
    expires_at: 1738325400000,
  },
};
