import { defineProgram } from '../define-program.ts';

export const nanominer = defineProgram({
  code: 'nanominer',
  name: 'nanominer',
  description: 'Miner for processors and graphics cards that can read all its settings from one ini file.',
  hardware: ['gpu', 'cpu'],
  gpuVendors: ['AMD', 'NVIDIA', 'Intel (ethash family)'],
  executables: { windows: 'nanominer.exe', linux: 'nanominer' },
  archives: { windows: 'zip', linux: 'tar.gz' },
  flags: {
    algo: '-algo or an [Section] in config.ini',
    url: '-pool1',
    user: '-wallet plus -rigName (joined with a dot)',
    password: '-rigPassword',
    worker: '-rigName',
    tls: '-useSSL true|false (default true: TLS first, then plain)',
    protocol: '-protocol stratum',
  },
  commands: {
    tls: '-algo {algo} -wallet {wallet} -rigName {workerref} -pool1 {host}:{port} -useSSL true -protocol stratum',
    tcp: '-algo {algo} -wallet {wallet} -rigName {workerref} -pool1 {host}:{port} -useSSL false -protocol stratum',
  },
  schemes: null,
  config: {
    fileName: 'config.ini',
    format: 'ini',
    section: '{algo}',
    entries: [
      ['wallet', '{wallet}'],
      ['rigName', '{workerref}'],
      ['pool1', '{host}:{port}'],
      ['useSSL', '{tls}'],
      ['protocol', 'stratum'],
    ],
  },
  developerFee: { default: '1%', kawpow: '2%', octopus: '2%', autolykos: '2.5%', randomx: '2%' },
  links: {
    documentation: 'https://github.com/nanopool/nanominer#parameters',
    download: 'https://github.com/nanopool/nanominer/releases',
    support: 'https://github.com/nanopool/nanominer/issues',
  },
  notes: [
    'The usual form is config.ini: a [Section] per algorithm with wallet, rigName, pool1, useSSL, protocol lines. Lines starting with ; are comments; # is not a comment sign.',
  ],
  algorithms: [
    { algorithm: 'fishhash', flag: 'fishhash', extra: null, note: null, confidence: 'high' },
    { algorithm: 'randomx', flag: 'randomx', extra: null, note: null, confidence: 'high' },
    { algorithm: 'karlsenhash', flag: 'karlsenhashv2', extra: null, note: null, confidence: 'high' },
    { algorithm: 'octopus', flag: 'octopus', extra: null, note: 'NVIDIA only', confidence: 'high' },
    { algorithm: 'autolykos', flag: 'autolykos', extra: null, note: null, confidence: 'high' },
    { algorithm: 'kawpow', flag: 'kawpow', extra: null, note: null, confidence: 'high' },
    { algorithm: 'etchash', flag: 'etchash', extra: null, note: null, confidence: 'high' },
    { algorithm: 'ethash', flag: 'ethash', extra: null, note: null, confidence: 'high' },
    {
      algorithm: 'kheavyhash',
      flag: 'heavyhash',
      extra: null,
      note: 'older versions only',
      confidence: 'low',
    },
    { algorithm: 'blake3', flag: 'blake3', extra: null, note: 'older versions only', confidence: 'low' },
  ],
});
