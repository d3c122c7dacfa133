import { expect, it } from 'vitest';
import { programTable, tlsTable } from './program-tables.ts';

it('says of every mining program what it runs on and what its maker keeps', () => {
  expect(programTable().split('\n').toSorted()).toEqual(
    [
      '| Program | For | Maker’s fee |',
      '| --- | --- | --- |',
      '| XMRig | processors, AMD (OpenCL), NVIDIA (CUDA plugin) cards | 1% |',
      '| SRBMiner-MULTI | processors, AMD, NVIDIA, Intel cards | 0.65 to 1.5% |',
      '| cpuminer-gr | processors, GhostRider only | 1.75% |',
      '| lolMiner | AMD, NVIDIA, Intel cards | 0.7 to 2% |',
      '| GMiner | NVIDIA, AMD cards | 1 to 4% |',
      '| T-Rex | NVIDIA cards | 1 to 2% |',
      '| TeamRedMiner | AMD cards | 0.75 to 2% |',
      '| NBMiner | NVIDIA, AMD cards | 1 to 3% |',
      '| Rigel | NVIDIA cards | 0.7 to 2% |',
      '| BzMiner | processors, AMD, NVIDIA, Intel cards | 0.5 to 2% |',
      '| WildRig Multi | AMD, NVIDIA, Intel cards | up to 1% |',
      '| nanominer | processors, AMD, NVIDIA, Intel (ethash family) cards | 1 to 2.5% |',
      '| OneZeroMiner | NVIDIA, AMD cards, XelisHash only | 2% |',
      '| miniZ | NVIDIA, AMD cards | 0.75 to 2% |',
    ].toSorted(),
  );
});

it('says of every mining program how it is told to speak TLS', () => {
  expect(tlsTable().split('\n').toSorted()).toEqual(
    [
      '| Program | TLS | TCP |',
      '| --- | --- | --- |',
      '| XMRig | `--tls` | nothing |',
      '| lolMiner | `--tls on` | `--tls off` |',
      '| SRBMiner-MULTI | `--tls true` | `--tls false` |',
      '| GMiner | `--ssl 1` | `--ssl 0` |',
      '| T-Rex, TeamRedMiner, NBMiner, Rigel, BzMiner, OneZeroMiner | `stratum+ssl://` | `stratum+tcp://` |',
      '| WildRig Multi, cpuminer-gr, cpuminer (minerd) | `stratum+tcps://` | `stratum+tcp://` |',
      '| nanominer | `-useSSL true` | `-useSSL false` |',
      '| miniZ | `ssl://` | nothing |',
    ].toSorted(),
  );
});
