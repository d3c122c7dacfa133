import { beforeAll, describe, expect, it } from 'vitest';
import type { SupportHit } from '../../domain/kernel/support.ts';
import { readSupport } from './read-support.ts';
import { searchSupport } from './search-support.ts';
import { supportFacts } from './testing/support-facts.ts';

let search: (text: string) => readonly SupportHit[];
beforeAll(async () => {
  search = searchSupport(
    await readSupport(new URL('../../../../../content/support/', import.meta.url), supportFacts),
  );
});
const first = (text: string) => search(text)[0]?.article.slug;
const slugs = (text: string) => search(text).map(({ article }) => article.slug);

describe('the search for answers', () => {
  it.each([
    ['memo', 'memo-and-tag'],
    ['impersonators', 'impersonators'],
    ['rigel kawpow', 'how-to-mine-kawpow-with-rigel'],
    ['xrp activation', 'xrp-activation'],
    ['antivirus', 'antivirus-false-positive'],
  ])('puts the article that was meant first: %s', (text, slug) => {
    expect(first(text)).toBe(slug);
  });

  it('finds articles for ASIC, where the coin page and the wizard lead [support-01]', () => {
    expect(slugs('ASIC').slice(0, 2).toSorted()).toEqual(['asic-ports-difficulty', 'asic-setup']);
  });

  it.each([
    ['other endings', 'activating an XRP address', 'xrp-activation'],
    ['capitals', 'MERGED MINING', 'merged-mining-scrypt'],
    ['a typing error', 'impersonaters', 'impersonators'],
    ['an unfinished word', 'antivir', 'antivirus-false-positive'],
    ['words that say nothing', 'what is the fee', 'mining-fee'],
  ])('forgives %s: %s', (_what, text, slug) => {
    expect(slugs(text).slice(0, 3)).toContain(slug);
  });

  it('forgives two letters in the wrong order, and knows what others call a payout', () => {
    expect(slugs('payuot')).toContain('payouts-auto-and-manual');
    expect(slugs('withdrawal')).toContain('payouts-auto-and-manual');
  });

  it.each([
    ['payed out', 'payouts-auto-and-manual'],
    ['thershold', 'payment-threshold'],
    ['antivirsu', 'antivirus-false-positive'],
    ['how much do you charge', 'mining-fee'],
    ['is it a scam', 'impersonators'],
    ['hive os', 'hiveos-setup'],
    ['Rave-OS', 'raveos-setup'],
    ['is there a telegram', 'no-official-chat-groups'],
    ['discord', 'no-official-chat-groups'],
    ['android', 'monitoring-app'],
    ['not paid', 'payouts-auto-and-manual'],
    ['why have I not been paid', 'payouts-auto-and-manual'],
    ['tax', 'export-payments-and-rewards'],
    ['csv', 'export-payments-and-rewards'],
    ['alerts', 'monitoring-app'],
    ['email notifications', 'monitoring-app'],
    ['self-signed', 'ports-and-ssl'],
    ['certificate error', 'ports-and-ssl'],
    ['minerd', 'choose-a-mining-program'],
    ['wallet', 'get-a-wallet'],
    ['I have no wallet yet', 'get-a-wallet'],
    ['low hashrate', 'hashrate-reported-calculated'],
    ['binance', 'memo-and-tag'],
    ['electricity', 'profitability'],
    ['solo', 'how-rewards-are-shared'],
    ['authorization failed', 'refused-logins'],
    ['worker not showing', 'why-offline'],
    ['privacy', 'what-is-public'],
    ['sign up', 'how-it-works'],
  ])('understands what miners type: %s', (text, slug) => {
    expect(slugs(text).slice(0, 2)).toContain(slug);
  });

  it.each([
    ['how long until i get paid', 'payouts-auto-and-manual'],
    ['when do i get my money', 'payouts-auto-and-manual'],
    ['how often are payouts', 'payouts-auto-and-manual'],
    ['why is my balance not paid', 'payouts-auto-and-manual'],
    ['withdraw', 'payouts-auto-and-manual'],
    ['how to withdraw', 'payouts-auto-and-manual'],
    ['minimum payout', 'payment-threshold'],
    ['not enough balance for payout', 'payment-threshold'],
    ['certificate verify failed', 'ports-and-ssl'],
    ['ssl handshake failed', 'ports-and-ssl'],
    ['what port', 'ports-and-ssl'],
    ['unable to connect', 'why-offline'],
    ['payment failed', 'payment-error'],
    ['change wallet address', 'switch-network'],
    ['rejected shares', 'shares-stale-rejected'],
    ['pool fee', 'mining-fee'],
    ['forgot password', 'how-it-works'],
    ['contact support', 'no-official-chat-groups'],
  ])('answers what miners ask with the article that was meant: %s', (text, slug) => {
    expect(first(text)).toBe(slug);
  });

  it('marks the word that an article uses where another was typed', () => {
    const hit = search('thershold').find(({ article }) => article.slug === 'payment-threshold');
    const marked = [...(hit?.title ?? []), ...(hit?.text ?? [])].filter((piece) => piece.hit);
    expect(marked.map((piece) => piece.text.toLowerCase())).toContain('minimum');
  });

  it('reads sha256 and SHA-256 alike, and marks the whole of it', () => {
    const hit = search('sha256').find(({ article }) => article.slug === 'asic-setup');
    expect(hit?.title).toEqual([
      { text: 'ASIC setup for ', hit: false },
      { text: 'SHA-256', hit: true },
      { text: ', Scrypt, Equihash and kHeavyHash', hit: false },
    ]);
    expect(slugs('SHA-256')).toContain('asic-setup');
  });

  it('marks what was found where it stands in the text', () => {
    const hit = search('quarantined')[0];
    expect(hit?.article.slug).toBe('antivirus-false-positive');
    expect(hit?.title).toEqual([{ text: 'Antivirus warnings', hit: false }]);
    expect(hit?.text.filter((piece) => piece.hit)).toEqual([{ text: 'quarantined', hit: true }]);
    expect(hit?.text[0]?.text).toMatch(/^… /);
  });

  it('looks for the first six words that say something, and keeps the answer', () => {
    const six = 'what is the payuot minmum wroker hashrte offlne stratm';
    expect(search(`${six} conection adress walet`)).toBe(search(six));
    expect(search(six.toUpperCase())).toBe(search(six));
  });

  it.each(['', '   ', 'the', '!!!', 'zzzzqqqq'])('finds nothing for %j', (text) => {
    expect(search(text)).toEqual([]);
  });
});
