import { allPrograms } from '@openlode/catalogue/programs';
import { describe, expect, it } from 'vitest';
import { feeText, type Machine, rankPrograms } from './rank-programs.ts';

const names = (algorithm: string, hardware: Machine['hardware'], vendor: Machine['vendor'] = 'NVIDIA') =>
  rankPrograms(allPrograms, algorithm, { hardware, vendor }).map(({ program }) => program.name);

describe('the programs of the last page', () => {
  it('begin with one for the card, sure of the algorithm and maintained, that keeps least', () => {
    expect(names('kawpow', 'gpu', 'NVIDIA')[0]).not.toBe('XMRig');
    for (const vendor of ['NVIDIA', 'AMD'] as const) {
      const ranked = rankPrograms(allPrograms, 'kawpow', { hardware: 'gpu', vendor });
      const sure = ranked.filter(
        ({ program, algorithm }) => algorithm.confidence === 'high' && program.lastUpdate === undefined,
      );
      const fees = sure.map(({ program }) => Number.parseFloat(feeText(program, 'kawpow')));
      expect(ranked.slice(0, sure.length)).toEqual(sure);
      expect(fees).toEqual(fees.toSorted((a, b) => a - b));
    }
    expect(names('kawpow', 'gpu', 'AMD')).not.toContain('T-Rex');
    expect(names('kawpow', 'gpu', 'NVIDIA')).not.toContain('TeamRedMiner');
  });

  it('are for processors where a processor mines, and never none that the catalogue has', () => {
    expect(names('randomx', 'cpu')[0]).toBe('SRBMiner-MULTI');
    expect(names('randomx', 'cpu')).toContain('XMRig');
    expect(names('sha256', 'sandbox')).toEqual(['cpuminer (minerd)']);
    expect(names('scrypt', 'sandbox')).toEqual(['cpuminer (minerd)']);
  });
});
