import { algorithmListExample } from '@openlode/contracts/examples/algorithms';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { describe, expect, it } from 'vitest';
import { recommendedStart, servedHere } from './served-here.ts';

const [scrypt, etchash] = algorithmListExample.data;
if (scrypt === undefined || etchash === undefined) throw new Error('the example lists two algorithms');
const like = (code: string, change: Partial<AlgorithmItem>): AlgorithmItem => ({
  ...etchash,
  code,
  ...change,
});
const sha256 = { ...scrypt, code: 'sha256', wizardSort: 1 };
const randomx = like('randomx', { typeCode: 'cpu', work: 'relayed' });

describe('what is served here', () => {
  it('is what has a port on this pool', () => {
    const all = [scrypt, sha256, etchash, randomx];
    expect(servedHere(all, 'gpu')).toEqual([]);
    expect(servedHere(all, 'cpu')).toEqual([randomx]);
    expect(servedHere(all, 'sandbox').map(({ code }) => code)).toEqual(['sha256', 'scrypt']);
  });

  it('recommends this computer on a sandbox, with the algorithm that the link asked for', () => {
    const all = [scrypt, sha256, randomx];
    expect(recommendedStart(all, true, undefined)).toEqual({ hardware: 'sandbox', algorithm: sha256 });
    expect(recommendedStart(all, true, 'scrypt')).toEqual({ hardware: 'sandbox', algorithm: scrypt });
  });

  it('recommends the processor elsewhere, and nothing where it is not served', () => {
    expect(recommendedStart([scrypt, randomx], false, undefined)).toEqual({
      hardware: 'cpu',
      algorithm: randomx,
    });
    expect(recommendedStart([scrypt, etchash], false, undefined)).toBeNull();
  });
});
