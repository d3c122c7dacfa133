import { blocksExample } from '@openlode/contracts/examples/blocks';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serveAnswers } from '../../testing/serve-answers.ts';
import { openPage } from '../testing/open-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const empty = {
  ...blocksExample,
  data: { luck: [], list: [], has_next: false, has_prev: false, last_page: 1 },
};

describe('the page of blocks', () => {
  it('tells of each block its place, its reward, its effort and what became of it', async () => {
    await openPage('/blocks', { '/v5/blocks': blocksExample });
    await screen.findAllByText(/^Scrypt/);
    const rows = within(await screen.findByRole('list', { name: 'Blocks' })).getAllByRole('listitem');
    const texts = rows.map((row) => row.textContent);
    expect(texts.find((text) => text.includes('#2,711,001'))).toMatch(
      /^WaitingLTC, test network #2,711,001Scrypt 9d6e.*6\.25120034 LTC214\.5% effort.*ago.*by a miner of  ?BTC3 confirmations at 2 of 2 nodes\./,
    );
    expect(texts.find((text) => text.includes('#2,711,004'))).toContain('Reward not known yet');
    expect(texts.find((text) => text.includes('#3,310,002'))).toContain('No reward');
    expect(screen.getByText('Effort not recorded')).toBeTruthy();
    const luck = within(screen.getByRole('table')).getAllByRole('row');
    expect(luck.map((row) => row.textContent)).toEqual([
      'ChainLuckBlocksExpectedThis search',
      'Scrypt LTC, test network106.7%4138.4234.2%',
      'randomx XMR, test network0%01.83183.1%',
    ]);
  });

  it('goes to another page', async () => {
    const { asked } = await openPage('/blocks', { '/v5/blocks': blocksExample });
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Page 2 of 3')).toBeTruthy();
    expect(asked.filter((path) => path.includes('/v5/blocks'))).toEqual([
      '/api/v5/blocks',
      '/api/v5/blocks?page=2',
    ]);
  });

  it('says that there is none yet', async () => {
    await openPage('/blocks', { '/v5/blocks': empty });
    expect(await screen.findByText('No block was found yet.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('says why there is nothing to see, and asks again', async () => {
    await openPage('/blocks', { '/v5/blocks': 400 });
    expect(await screen.findByText('Refused with 400')).toBeTruthy();
    serveAnswers({ '/v5/blocks': blocksExample });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Matured')).toBeTruthy();
    expect(screen.queryByText('Refused with 400')).toBeNull();
  });
});
