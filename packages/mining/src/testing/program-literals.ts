import type { MiningProgram, ProgramAlgorithm } from '../mining-program.ts';

/** A program in the simplest form; tests spread what they need over it. */
export const plainProgram: MiningProgram = {
  code: 'plainminer',
  name: 'Plain Miner',
  description: 'A program for tests.',
  hardware: ['gpu'],
  gpuVendors: ['AMD'],
  executables: { windows: 'plain.exe', linux: 'plain' },
  archives: { windows: 'zip', linux: 'tar.gz' },
  flags: { algo: '-a' },
  commands: {
    tls: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
    tcp: '-a {algo} -o {scheme}://{host}:{port} -u {user} -p {pass}',
  },
  schemes: { tls: 'stratum+ssl', tcp: 'stratum+tcp' },
  ownCertificate: { kind: 'unknown' },
  config: null,
  developerFee: { default: '1%' },
  links: {
    documentation: 'https://example.org/docs',
    download: 'https://example.org/download',
    support: 'https://example.org/support',
  },
  notes: [],
  algorithms: [],
};

export const plainAlgorithm: ProgramAlgorithm = {
  algorithm: 'kawpow',
  flag: 'kawpow',
  extra: null,
  note: null,
  confidence: 'high',
};

export const plainValues = {
  coin: 'XRP',
  address: 'rwTz3rfE4obxbRHYJ5QyjmVKEnRCTgsFai',
  memo: '12345',
  worker: 'rig01',
  referralCode: 'abcd-1234',
  host: 'kawpow.example.org',
  port: 4444,
} as const;
