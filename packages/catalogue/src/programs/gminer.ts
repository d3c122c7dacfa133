import { defineProgram } from '../define-program.ts';

export const gminer = defineProgram({
  code: 'gminer',
  name: 'GMiner',
  description: 'Miner for NVIDIA and AMD graphics cards.',
  hardware: ['gpu'],
  gpuVendors: ['NVIDIA', 'AMD'],
  executables: { windows: 'miner.exe', linux: 'miner' },
  archives: { windows: 'zip', linux: 'tar.gz' },
  flags: {
    algo: '-a/--algo',
    url: '-s/--server (host:port) or --port',
    user: '-u/--user',
    password: '-p/--pass',
    worker: '--worker (ethash stratum only)',
    tls: '--ssl 0|1',
    protocol: '--proto proxy|stratum (default proxy; ethash and etchash)',
  },
  commands: {
    tls: '--algo {algo} --server {host}:{port} --user {user} --pass {pass} --ssl 1',
    tcp: '--algo {algo} --server {host}:{port} --user {user} --pass {pass} --ssl 0',
  },
  schemes: null,
  ownCertificate: { kind: 'unknown' },
  config: null,
  developerFee: { default: '2%', kheavyhash: '1%', karlsenhash: '1%', octopus: '2-4%' },
  links: {
    documentation: 'https://github.com/develsoftware/GMinerRelease#readme',
    download: 'https://github.com/develsoftware/GMinerRelease/releases',
    support: 'https://github.com/develsoftware/GMinerRelease/issues',
  },
  notes: [
    'Its --proto option takes proxy or stratum; proxy is the default for ethash and etchash.',
    'The Linux program is plainly called miner.',
  ],
  algorithms: [
    {
      algorithm: 'octopus',
      flag: 'octopus',
      extra: null,
      note: "not in the maker's own fee table",
      confidence: 'medium',
    },
    { algorithm: 'kheavyhash', flag: 'kheavyhash', extra: null, note: null, confidence: 'high' },
    { algorithm: 'beamhash', flag: 'beamhash', extra: null, note: null, confidence: 'high' },
    { algorithm: 'autolykos', flag: 'autolykos2', extra: null, note: null, confidence: 'high' },
    { algorithm: 'kawpow', flag: 'kawpow', extra: null, note: null, confidence: 'high' },
    {
      algorithm: 'karlsenhash',
      flag: 'karlsenhash',
      extra: null,
      note: 'version 1 of the algorithm only',
      confidence: 'medium',
    },
    { algorithm: 'etchash', flag: 'etchash', extra: '--proto proxy', note: null, confidence: 'high' },
    { algorithm: 'ethash', flag: 'ethash', extra: '--proto proxy', note: null, confidence: 'high' },
  ],
});
