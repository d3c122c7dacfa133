import { defineProgram } from '../define-program.ts';

export const cpuminerGr = defineProgram({
  code: 'cpuminer-gr',
  name: 'cpuminer-gr',
  description:
    'Processor miner made for GhostRider alone; it tunes itself to the processor at its first start.',
  hardware: ['cpu'],
  gpuVendors: [],
  executables: { windows: 'binaries\\cpuminer-avx2.exe', linux: 'binaries/cpuminer-avx2' },
  archives: { windows: 'zip', linux: 'tar.gz' },
  flags: {
    algo: '-a/--algo',
    url: '-o/--url',
    user: '-u/--user',
    password: '-p/--pass',
    worker: 'part of the user',
    tls: 'stratum+tcps:// scheme',
    threads: '-t/--threads',
    tuning: '--no-tune / --tune-config=FILE',
  },
  commands: {
    tls: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
    tcp: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
  },
  schemes: { tls: 'stratum+tcps', tcp: 'stratum+tcp' },
  ownCertificate: { kind: 'file', option: '--cert={certificate}' },
  config: {
    fileName: 'config.json',
    format: 'json',
    section: null,
    entries: [
      ['url', '{scheme}://{host}:{port}'],
      ['user', '{user}'],
      ['pass', '{pass}'],
      ['algo', '{algo}'],
    ],
  },
  developerFee: { default: '1.75% (-d/--donation)' },
  links: {
    documentation: 'https://github.com/WyvernTKC/cpuminer-gr-avx2/blob/main/readme.txt',
    download: 'https://github.com/WyvernTKC/cpuminer-gr-avx2/releases',
    support: 'https://github.com/WyvernTKC/cpuminer-gr-avx2/issues',
  },
  notes: [
    'The start scripts cpuminer.bat and cpuminer.sh pick the build for the processor and read config.json only: they ignore command-line options. Write config.json for them, or call one build directly.',
    'First start tunes for 69 to 155 minutes unless --no-tune is given.',
  ],
  algorithms: [{ algorithm: 'ghostrider', flag: 'gr', extra: null, note: null, confidence: 'high' }],
});
