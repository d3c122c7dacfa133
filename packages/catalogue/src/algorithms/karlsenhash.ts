import { defineAlgorithm } from '../define-algorithm.ts';

export const karlsenhash = defineAlgorithm({
  code: 'karlsenhash',
  name: 'KarlsenHash',
  longName: 'KarlsenHash',
  typeCode: 'gpu',
  type: 'GPU',
  miningVia: 'Karlsen (KLS)',
  symbol: 'KLS',
  symbolDesc: 'Karlsen',
  symbolLogo: '/coins/kls.svg',
  minimumVramRequirement: '3GB',
  unitOfMeasurement: 'h',
  unitLabel: 'H/s',
  minCalculatorUnit: 'm',
  maxCalculatorUnit: 't',
  defaultCalculatorUnit: 'm',
  wizardSort: 9,
  tags: ['kaspa-forks'],
  regions: ['us', 'eu', 'asia'],
  guides: [
    { name: 'lolMiner', url: null, relativeUrl: '/support/article/how-to-mine-karlsenhash-with-lolminer' },
    { name: 'Rigel', url: null, relativeUrl: '/support/article/how-to-mine-karlsenhash-with-rigel' },
    {
      name: 'SRBMiner-MULTI',
      url: null,
      relativeUrl: '/support/article/how-to-mine-karlsenhash-with-srbminer-multi',
    },
    { name: 'BzMiner', url: null, relativeUrl: '/support/article/how-to-mine-karlsenhash-with-bzminer' },
  ],
  facts:
    'Fork family of Kaspa. Version 1 was a kHeavyHash and Blake3 blend counted in GH/s; version 2 (September 2024) is FishHash based and counted in MH/s.',
  // Karlsen takes over Kaspa's pool difficulty: 32 leading zero bits.
  difficulty1Target: 2n ** 224n - 1n,
  hardware: [
    { name: 'AMD RX 7900 XTX (v2)', type: 'gpu', hashrate: '67000000', powerW: null },
    { name: 'NVIDIA RTX 3060 (v2)', type: 'gpu', hashrate: '19000000', powerW: null },
    { name: 'NVIDIA RTX 3070 (v2)', type: 'gpu', hashrate: '30000000', powerW: null },
    { name: 'NVIDIA RTX 3080 (v2)', type: 'gpu', hashrate: '47000000', powerW: null },
    { name: 'NVIDIA RTX 4090 (v2)', type: 'gpu', hashrate: '65000000', powerW: null },
  ],
});
