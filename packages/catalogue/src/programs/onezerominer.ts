import { defineProgram } from '../define-program.ts';

export const onezerominer = defineProgram({
  code: 'onezerominer',
  name: 'OneZeroMiner',
  description: 'Miner for NVIDIA and AMD graphics cards with a short list of algorithms.',
  hardware: ['gpu'],
  gpuVendors: ['NVIDIA', 'AMD'],
  executables: { windows: 'onezerominer.exe', linux: 'onezerominer' },
  archives: { windows: 'zip', linux: 'tar.gz' },
  flags: {
    algo: '-a/--algo',
    url: '-o/--pool',
    user: '-w/--wallet',
    password: '-p/--pass',
    worker: '--worker (leave out)',
    tls: 'ssl:// or stratum+ssl:// prefix; --no-cert-validation',
  },
  commands: {
    tls: '-a {algo} -o {scheme}://{host}:{port} -w {user} -p {pass}',
    tcp: '-a {algo} -o {scheme}://{host}:{port} -w {user} -p {pass}',
  },
  schemes: { tls: 'stratum+ssl', tcp: 'stratum+tcp' },
  ownCertificate: { kind: 'switch', option: '--no-cert-validation' },
  config: null,
  developerFee: { default: '2%' },
  links: {
    documentation: 'https://github.com/OneZeroMiner/onezerominer#readme',
    download: 'https://github.com/OneZeroMiner/onezerominer/releases',
    support: 'https://github.com/OneZeroMiner/onezerominer/issues',
  },
  notes: [],
  algorithms: [
    {
      algorithm: 'xelishash',
      flag: 'xelishashv3',
      extra: null,
      note: 'xelis is an accepted alias; xelishashv2 in builds of 2024',
      confidence: 'high',
    },
  ],
});
