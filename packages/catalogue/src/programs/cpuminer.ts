import { defineProgram } from '../define-program.ts';

export const cpuminer = defineProgram({
  code: 'cpuminer',
  name: 'cpuminer (minerd)',
  description:
    'Open-source processor miner for SHA-256 and Scrypt, to try a pool with: its command is minerd.',
  hardware: ['cpu'],
  gpuVendors: [],
  executables: { windows: 'minerd.exe', linux: 'minerd' },
  archives: { windows: 'zip', linux: 'tar.gz' },
  flags: {
    algo: '-a/--algo',
    url: '-o/--url',
    user: '-u/--user',
    password: '-p/--pass',
    worker: 'part of the user',
    tls: 'stratum+tcps:// scheme; --cert=FILE for private certificates',
    threads: '-t/--threads',
  },
  commands: {
    tls: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
    tcp: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
  },
  schemes: { tls: 'stratum+tcps', tcp: 'stratum+tcp' },
  // cpu-miner.c: anything else is an "unknown protocol", and http and https are another protocol (getwork).
  schemesTaken: ['stratum+tcp', 'stratum+tcps', 'http', 'https'],
  defaultAlgorithm: 'scrypt',
  cutsUserInUrl: true,
  ownCertificate: { kind: 'file', option: '--cert={certificate}' },
  config: null,
  developerFee: { default: '0%' },
  links: {
    documentation: 'https://github.com/pooler/cpuminer#readme',
    download: 'https://github.com/pooler/cpuminer/releases',
    support: 'https://github.com/pooler/cpuminer/issues',
  },
  notes: [
    'A processor earns next to nothing with SHA-256 or Scrypt where machines made for them compete; on a sandbox it finds shares within seconds.',
    'Do not use -O user:password or a URL with the user inside: both cut the user string at its first colon.',
  ],
  algorithms: [
    { algorithm: 'sha256', flag: 'sha256d', extra: null, note: null, confidence: 'high' },
    { algorithm: 'scrypt', flag: 'scrypt', extra: null, note: null, confidence: 'high' },
  ],
});
