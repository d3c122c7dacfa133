import { defineProgram } from '../define-program.ts';

export const trex = defineProgram({
  code: 'trex',
  name: 'T-Rex',
  description: 'Miner for NVIDIA graphics cards; its last update is from October 2022.',
  hardware: ['gpu'],
  gpuVendors: ['NVIDIA'],
  executables: { windows: 't-rex.exe', linux: 't-rex' },
  archives: { windows: 'zip', linux: 'tar.gz' },
  flags: {
    algo: '-a/--algo',
    url: '-o/--url',
    user: '-u/--user',
    password: '-p/--pass',
    worker: '-w/--worker (leave out)',
    tls: 'stratum+ssl:// scheme; --no-strict-ssl for private certificates',
    nicehashMode: 'stratum2+tcp / stratum2+ssl',
  },
  commands: {
    tls: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
    tcp: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
  },
  schemes: { tls: 'stratum+ssl', tcp: 'stratum+tcp' },
  ownCertificate: { kind: 'switch', option: '--no-strict-ssl' },
  config: null,
  developerFee: { default: '1%', octopus: '2%', autolykos: '2%' },
  links: {
    documentation: 'https://github.com/trexminer/T-Rex/wiki/FAQ',
    download: 'https://github.com/trexminer/T-Rex/releases',
    support: 'https://github.com/trexminer/T-Rex/issues',
  },
  notes: ['Last repository update October 2022.'],
  lastUpdate: 2022,
  algorithms: [
    { algorithm: 'blake3', flag: 'blake3', extra: null, note: null, confidence: 'high' },
    { algorithm: 'octopus', flag: 'octopus', extra: null, note: null, confidence: 'high' },
    { algorithm: 'autolykos', flag: 'autolykos2', extra: null, note: null, confidence: 'high' },
    { algorithm: 'kawpow', flag: 'kawpow', extra: null, note: null, confidence: 'high' },
    { algorithm: 'etchash', flag: 'etchash', extra: null, note: null, confidence: 'high' },
    { algorithm: 'ethash', flag: 'ethash', extra: null, note: null, confidence: 'high' },
  ],
});
