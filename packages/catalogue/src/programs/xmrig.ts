import { defineProgram } from '../define-program.ts';

export const xmrig = defineProgram({
  code: 'xmrig',
  name: 'XMRig',
  description: 'Open-source miner for processors, with OpenCL and CUDA back ends for graphics cards.',
  hardware: ['cpu', 'gpu'],
  gpuVendors: ['AMD (OpenCL)', 'NVIDIA (CUDA plugin)'],
  executables: { windows: 'xmrig.exe', linux: 'xmrig' },
  archives: { windows: 'zip', linux: 'tar.gz' },
  flags: {
    algo: '-a/--algo',
    url: '-o/--url',
    user: '-u/--user',
    password: '-p/--pass',
    worker: 'part of the user; --rig-id is separate',
    tls: '--tls',
    keepalive: '-k',
  },
  commands: {
    tls: '-a {algo} -o {host}:{port} -u {user} -p {pass} -k --tls',
    tcp: '-a {algo} -o {host}:{port} -u {user} -p {pass} -k',
  },
  schemes: null,
  ownCertificate: { kind: 'accepts', pin: '--tls-fingerprint={fingerprint}' },
  config: null,
  developerFee: { default: '1% (--donate-level)', kawpow: '1%' },
  links: {
    documentation: 'https://xmrig.com/docs/miner',
    download: 'https://github.com/xmrig/xmrig/releases',
    support: 'https://github.com/xmrig/xmrig/issues',
  },
  notes: ['TLS is switched on by --tls or by a stratum+ssl:// address.'],
  algorithms: [
    {
      algorithm: 'randomx',
      flag: 'rx/0',
      extra: null,
      note: 'algorithm name rx/0; --coin monero also works',
      confidence: 'high',
    },
    { algorithm: 'ghostrider', flag: 'gr', extra: null, note: 'since v6.16.0', confidence: 'high' },
    {
      algorithm: 'kawpow',
      flag: 'kawpow',
      extra: '--opencl --cuda --no-cpu',
      note: 'GPU only: needs --opencl or --cuda',
      confidence: 'medium',
    },
  ],
});
