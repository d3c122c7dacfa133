import { defineProgram } from '../define-program.ts';

export const wildrig = defineProgram({
  code: 'wildrig',
  name: 'WildRig Multi',
  description: 'Miner for AMD, NVIDIA and Intel graphics cards.',
  hardware: ['gpu'],
  gpuVendors: ['AMD', 'NVIDIA', 'Intel'],
  executables: { windows: 'wildrig.exe', linux: 'wildrig-multi' },
  archives: { windows: 'zip', linux: 'tar.gz' },
  flags: {
    algo: '-a/--algo',
    url: '-o/--url',
    user: '-u/--user',
    password: '-p/--pass',
    worker: '-w/--worker (ProgPow variants only)',
    tls: 'stratum+tcps:// scheme',
    protocol: '--protocol',
  },
  commands: {
    tls: '--algo {algo} --url {scheme}://{host}:{port} --user {user} --pass {pass}',
    tcp: '--algo {algo} --url {scheme}://{host}:{port} --user {user} --pass {pass}',
  },
  schemes: { tls: 'stratum+tcps', tcp: 'stratum+tcp' },
  ownCertificate: { kind: 'unknown' },
  config: null,
  developerFee: { default: '0% - 1%', kawpow: '0.75%', nexapow: '0.75%', ghostrider: '1%' },
  links: {
    documentation: 'https://github.com/andru-kun/wildrig-multi#readme',
    download: 'https://github.com/andru-kun/wildrig-multi/releases',
    support: 'https://github.com/andru-kun/wildrig-multi/issues',
  },
  notes: ['TLS goes by the scheme stratum+tcps.'],
  algorithms: [
    {
      algorithm: 'nexapow',
      flag: 'nexapow',
      extra: null,
      note: 'not on AMD cards older than RDNA',
      confidence: 'high',
    },
    {
      algorithm: 'ghostrider',
      flag: 'ghostrider',
      extra: null,
      note: 'GPU implementation',
      confidence: 'medium',
    },
    {
      algorithm: 'kawpow',
      flag: 'kawpow',
      extra: null,
      note: 'may refuse users of the form COIN:ADDRESS',
      confidence: 'low',
    },
  ],
});
