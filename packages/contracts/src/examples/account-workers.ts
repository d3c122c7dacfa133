import type { AccountWorkersResponse, AlgorithmWorkers, WorkersQuery } from '../http/account-workers.ts';

const none: AlgorithmWorkers = {
  workers: [],
  chart: { reported: { data: [], timestamps: [] }, calculated: { data: [], timestamps: [] } },
};

/** `GET /v5/account/{uuid}/workers?period=24h` */
export const workersQueryExample: WorkersQuery = { period: '24h' };

/** `GET /v5/account/{uuid}/workers` */
export const accountWorkersExample: AccountWorkersResponse = {
  success: true,
  msg: 'Ok',
  message: 'Ok',
  data: {
    xelishash: none,
    fishhash: none,
    blake3: none,
    randomx: none,
    ghostrider: none,
    karlsenhash: none,
    nexapow: none,
    octopus: none,
    kheavyhash: none,
    equihash: none,
    sha256: none,
    scrypt: {
      workers: [
        { name: 'mini-doge', online: true, last: 1738324795000, rhr: 0, chr: 184700000, referral: null },
      ],
      chart: {
        reported: { data: [], timestamps: [] },
        calculated: { data: ['184700000'], timestamps: [1738324800000] },
      },
    },
    beamhash: none,
    autolykos: none,
    kawpow: none,
    etchash: {
      workers: [
        {
          name: 'jasminer-01',
          online: true,
          last: 1738324791000,
          rhr: 1950.4,
          chr: 1948.21,
          referral: 'U-A1QZK1',
        },
        { name: 'rig_2', online: false, last: 1738281600000, rhr: 0, chr: 0, referral: null },
      ],
      chart: {
        reported: { data: ['1950.1', '1950.4'], timestamps: [1738324740000, 1738324800000] },
        calculated: { data: ['1939.07', '1948.21'], timestamps: [1738324740000, 1738324800000] },
      },
    },
    ethash: none,
  },
};
