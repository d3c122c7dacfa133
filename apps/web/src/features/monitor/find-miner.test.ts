// @vitest-environment happy-dom
import { addressExample, freshAddressExample } from '@openlode/contracts/examples/address';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../shared/api/api-error.ts';
import { defaultPreferences } from '../../shared/storage/preferences.ts';
import { serveAnswers } from '../../testing/serve-answers.ts';
import { findMiner, findOpened, withMiners } from './find-miner.ts';

const { coin, uuid } = addressExample.data;
const visit = (address: string, more: { readonly uuid?: string } = {}) => ({ coin, address, at: 1, ...more });

afterEach(() => vi.unstubAllGlobals());

describe('findMiner', () => {
  it('takes the first reading that the pool knows as an address', async () => {
    const asked = serveAnswers({ 'D1.rig1': 404, D1: addressExample });
    expect(await findMiner({ coin, readings: ['D1.rig1', 'D1'] })).toEqual({ coin, address: 'D1', uuid });
    expect(asked.map((path) => path.slice(path.lastIndexOf('/')))).toEqual([
      `/D1.rig1?coin=${coin}&refusals=200`,
      `/D1?coin=${coin}&refusals=200`,
    ]);
  });

  it('says what the pool said of the whole where no reading is one, and asks no further where it fails', async () => {
    serveAnswers({ 'D1.rig1': 404 });
    await expect(findMiner({ coin, readings: ['D1.rig1', 'D1'] })).rejects.toBeInstanceOf(ApiError);
    const asked = serveAnswers({ D1: 503 });
    await expect(findMiner({ coin, readings: ['D1.rig1', 'D1'] })).rejects.toThrow('Refused with 503');
    expect(asked).toHaveLength(1);
  });
});

describe('addresses that were added before their first share', () => {
  it('get their miner once there is one', async () => {
    const visits = [visit('D1'), visit('D2'), visit('D3', { uuid: 'known' })];
    serveAnswers({ D1: freshAddressExample, D2: addressExample });
    const found = await findOpened(visits, new AbortController().signal);
    expect(found).toEqual([{ coin, address: 'D2', uuid }]);
    const after = withMiners({ ...defaultPreferences, addressHistory: visits }, found);
    expect(after.addressHistory).toEqual([
      visit('D1'),
      visit('D2', { uuid }),
      visit('D3', { uuid: 'known' }),
    ]);
  });

  it('are asked about ten at a time, and an answer that fails harms no other', async () => {
    const visits = Array.from({ length: 12 }, (_, at) => visit(`D${at}x`));
    const asked = serveAnswers({ D0x: 0, D9x: addressExample });
    const found = await findOpened(visits, new AbortController().signal);
    expect(asked).toHaveLength(10);
    expect(found.map(({ address }) => address)).toEqual(['D9x']);
  });
});
