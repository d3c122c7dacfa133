import { defineProgram } from '../define-program.ts';

export const teamredminer = defineProgram({
  code: 'teamredminer',
  name: 'TeamRedMiner',
  description: 'Miner for AMD graphics cards only.',
  hardware: ['gpu'],
  gpuVendors: ['AMD'],
  executables: { windows: 'teamredminer.exe', linux: 'teamredminer' },
  archives: { windows: 'zip', linux: 'tgz' },
  flags: {
    algo: '-a/--algo',
    url: '-o/--url',
    user: '-u/--user',
    password: '-p/--pass',
    worker: 'part of the user',
    tls: 'stratum+ssl:// scheme',
  },
  commands: {
    tls: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
    tcp: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
  },
  schemes: { tls: 'stratum+ssl', tcp: 'stratum+tcp' },
  ownCertificate: { kind: 'unknown' },
  config: null,
  developerFee: {
    default: '1% - 2%',
    ethash: '0.75% Polaris, 1% other',
    kawpow: '2%',
    autolykos: '2%',
    kheavyhash: '1%',
  },
  links: {
    documentation: 'https://github.com/todxx/teamredminer/tree/master/doc',
    download: 'https://github.com/todxx/teamredminer/releases',
    support: 'https://github.com/todxx/teamredminer/issues',
  },
  notes: [
    'For ethash pools the stratum mode is detected; --eth_stratum_mode=stratum|nicehash|ethproxy fixes it.',
  ],
  algorithms: [
    { algorithm: 'kheavyhash', flag: 'kas', extra: null, note: null, confidence: 'high' },
    { algorithm: 'autolykos', flag: 'autolykos2', extra: null, note: null, confidence: 'high' },
    { algorithm: 'kawpow', flag: 'kawpow', extra: null, note: null, confidence: 'high' },
    { algorithm: 'etchash', flag: 'etchash', extra: null, note: null, confidence: 'high' },
    { algorithm: 'ethash', flag: 'ethash', extra: null, note: null, confidence: 'high' },
    {
      algorithm: 'fishhash',
      flag: 'fishhash',
      extra: null,
      note: 'versions after 0.10.18; older ones have only the Blake3 of Iron Fish',
      confidence: 'medium',
    },
    {
      algorithm: 'blake3',
      flag: 'alph',
      extra: null,
      note: 'not in the usage text of version 0.10.18',
      confidence: 'low',
    },
    {
      algorithm: 'karlsenhash',
      flag: 'karlsen',
      extra: null,
      note: 'version 1 of the algorithm only',
      confidence: 'medium',
    },
  ],
});
