import { siteExample } from '@openlode/contracts/examples/site';
import type { Site } from '@openlode/contracts/site';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../testing/open-page.tsx';

const deployment = vi.hoisted(() => ({ site: undefined as Site | undefined }));
vi.mock('../../shared/api/site.ts', async (original) => ({
  ...(await original<object>()),
  site: () => deployment.site,
  isTlsTrusted: () => deployment.site?.tls.distrust === null,
}));

afterEach(cleanup);

async function openCard(distrust: Site['tls']['distrust']) {
  deployment.site = { ...siteExample, tls: { ...siteExample.tls, distrust } };
  await openPage('/?coin=DOGE&algorithm=scrypt');
  const card = await screen.findByRole('region', { name: 'Connect your miner' });
  const title = await within(card).findByText('SSL and the certificate');
  const details = title.closest('details');
  if (details === null) throw new Error('the title stands in no details');
  // happy-dom opens it, and says so as a browser does.
  details.open = true;
  fireEvent(details, new Event('toggle'));
  return { card, details };
}

describe('the certificate on the connection card', () => {
  it('puts SSL first where it is publicly trusted, and asks nothing of programs', async () => {
    const { card, details } = await openCard(null);
    const options = within(card).getAllByRole<HTMLInputElement>('radio');
    expect(options.map(({ checked, labels }) => [labels?.[0]?.textContent, checked])).toEqual([
      ['SSL, recommended', true],
      ['TCP', false],
    ]);
    expect(within(card).getByText('stratum+ssl://scrypt.pool.example:4443')).toBeTruthy();
    expect(details.textContent).toContain('publicly trusted');
    expect(within(details).queryByRole('link', { name: 'Download the certificate' })).toBeNull();
  });

  it('says of any other why, where it is downloaded, its fingerprint, and what each program needs', async () => {
    const { card, details } = await openCard('self-signed');
    expect(
      within(card)
        .getAllByRole<HTMLInputElement>('radio')
        .map(({ labels }) => labels?.[0]?.textContent),
    ).toEqual(['TCP, recommended', 'SSL']);
    expect(details.textContent).toContain('This pool signed its certificate itself');
    const link = within(details).getByRole('link', { name: 'Download the certificate' });
    expect(link.getAttribute('href')).toBe('/api/v5/certificate');
    expect(within(details).getByText(siteExample.tls.fingerprint)).toBeTruthy();
    const programs = await within(details).findByRole('list', { name: 'Programs and this certificate' });
    expect(programs.textContent).toContain('--cert makes cpuminer (minerd) accept this one and no other.');
  });
});
