import { defineProgram } from '../define-program.ts';

export const nbminer = defineProgram({
  code: 'nbminer',
  name: 'NBMiner',
  description: 'Miner for NVIDIA and AMD graphics cards; its last update is from September 2022.',
  hardware: ['gpu'],
  gpuVendors: ['NVIDIA', 'AMD'],
  executables: { windows: 'nbminer.exe', linux: 'nbminer' },
  archives: { windows: 'zip', linux: 'tgz' },
  flags: {
    algo: '-a/--algo',
    url: '-o/--url',
    user: '-u/--user',
    password: '-p/--password',
    worker: 'part of the user',
    tls: 'stratum+ssl:// scheme; --strict-ssl checks certificates',
    ethproxy: 'ethproxy+tcp / ethproxy+ssl',
    nicehash: 'nicehash+tcp / nicehash+ssl',
  },
  commands: {
    tls: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
    tcp: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
  },
  schemes: { tls: 'stratum+ssl', tcp: 'stratum+tcp' },
  config: null,
  developerFee: {
    default: '1% - 3%',
    ethash: '1%',
    etchash: '1%',
    kawpow: '2%',
    beamhash: '2%',
    octopus: '3%',
    autolykos: '2%',
  },
  links: {
    documentation: 'https://nbminer.com',
    download: 'https://github.com/NebuTech/NBMiner/releases',
    support: 'https://github.com/NebuTech/NBMiner/issues',
  },
  notes: [
    'Last update September 2022.',
    "The maker's examples write wallet.worker:password; a user of the form COIN:ADDRESS.WORKER works as well.",
  ],
  algorithms: [
    { algorithm: 'octopus', flag: 'octopus', extra: null, note: null, confidence: 'high' },
    { algorithm: 'beamhash', flag: 'beamv3', extra: null, note: null, confidence: 'high' },
    { algorithm: 'autolykos', flag: 'ergo', extra: null, note: null, confidence: 'high' },
    { algorithm: 'kawpow', flag: 'kawpow', extra: null, note: null, confidence: 'high' },
    { algorithm: 'etchash', flag: 'etchash', extra: null, note: null, confidence: 'high' },
    {
      algorithm: 'ethash',
      flag: 'ethash',
      extra: null,
      note: 'the maker uses ethproxy+tcp:// for most ethash pools',
      confidence: 'high',
    },
  ],
});
