import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { describe, expect, it } from 'vitest';
import { coinTerms } from '../present/coin-terms.ts';
import { presentAlgorithms } from '../present/present-algorithm.ts';
import { catalogueRail } from '../../sandbox/testing/test-world.ts';
import { catalogueListing } from '../../domain/payouts/payout-availability.ts';
import { coinPageOutline, pageOutline, withOutline } from './page-outline.ts';
import { testDeployment } from '../../testing/build-test-http.ts';

const algorithms = presentAlgorithms(testDeployment);
const terms = coinTerms(catalogueListing(), { rail: catalogueRail, paysHere: () => true });
const at = (query: Readonly<Record<string, unknown>>, items: readonly AlgorithmItem[] = algorithms) =>
  coinPageOutline(query, items, terms)?.html ?? '';
const words = (html: string) => html.replaceAll(/<[^>]*>/g, '');

describe('the outline of the coin page', () => {
  it('says the coin and the algorithm that the link asks for, in any case and by an alias', () => {
    expect(words(at({ coin: 'doge', algorithm: 'SCRYPT' }))).toContain('Pay me in Dogecoin, mining Scrypt');
    expect(at({ coin: 'DOGE', algorithm: 'scrypt' })).toContain(
      '<span>Mined as Litecoin, converted to DOGE at an agreed rate. </span>',
    );
  });

  it('starts like the page: with Bitcoin and the first algorithm that can be mined here', () => {
    for (const query of [{}, { coin: 'NOSUCH', algorithm: 'nosuch' }, { coin: ['DOGE', 'LTC'] }])
      expect(words(at(query))).toContain('Pay me in Bitcoin, mining SHA-256');
  });

  it('has the notes of the page, and only what is on offer', () => {
    const [first] = algorithms;
    if (first === undefined) throw new Error('the catalogue has no algorithm');
    const noted = { ...first, warningMessage: 'Careful <now> & "here"', extraComment: null };
    expect(at({}, [noted])).toContain(
      '<p class="outline-warning">Careful &lt;now&gt; &amp; &quot;here&quot;</p>',
    );
    expect(coinPageOutline({}, [{ ...first, deactivated: true }], terms)).toBeNull();
  });

  it('never has anything of the link in it', () => {
    expect(at({ coin: '<script>alert(1)</script>', algorithm: '"><img>' })).not.toMatch(/<script|<img|alert/);
  });
});

describe('the coin of the page', () => {
  it('is embedded as the call would answer it, delisted or not', () => {
    const outline = coinPageOutline({ coin: 'doge' }, algorithms, { ...terms, delisted: new Set(['DOGE']) });
    if (outline === null) throw new Error('no outline');
    const html = withOutline('<!--outline--><!--/outline--><!--coin-->', outline);
    const [, json = ''] = /<script type="application\/json" id="coin">(.*)<\/script>$/.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({ symbol: 'DOGE', name: 'Dogecoin', delisted: 1 });
  });

  it('makes another page of it once its least payment was announced, and another once that counts', () => {
    const coin = 10n ** 18n;
    const next = { amount: 20n * coin, from: Date.UTC(2026, 11, 2) };
    const names = [{}, { next }, { current: 20n * coin }].map(
      (minimum) =>
        coinPageOutline({ coin: 'doge' }, algorithms, { ...terms, minimumOf: () => minimum })?.name,
    );
    expect(new Set(names).size).toBe(3);
  });
});

describe('the outline of another page', () => {
  const head = { title: 'T', description: 'D', path: '/x', listed: true };
  it('is its heading, or only the frame', () => {
    expect(pageOutline({ ...head, heading: 'A & B' }).html).toContain('<h1>A &amp; B</h1>');
    expect(pageOutline(head).html).toBe('');
  });

  it('takes the place of what the build left there', () => {
    const index = '<main><!--outline-->\n<h1>Old</h1>\n<!--/outline--></main><!--coin-->';
    expect(withOutline(index, { name: 'n', html: '<h1>$& new</h1>' })).toBe('<main><h1>$& new</h1></main>');
  });
});
