import { coins, findCoin } from '@openlode/catalogue/coins';
import { coinPageNotes, coinPageTerms } from '@openlode/contracts/coin-page-words';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import type { CoinTerms } from '../present/coin-terms.ts';
import { firstCoin } from '../present/first-coin.ts';
import { presentCoin } from '../present/present-coin.ts';
import { escapeHtml } from '../../runtime/escape-html.ts';
import type { PageHead } from './page-heads.ts';

/** The first paint of a page: it stands in index.html and is gone once the scripts draw the page itself. */
export interface PageOutline {
  /** Two outlines with the same name are the same. */
  readonly name: string;
  readonly html: string;
  /** What the page would fetch first of all, embedded as JSON; its call is spared. */
  readonly coin?: CoinItem;
}

const marks = /<!--outline-->[\s\S]*?<!--\/outline-->/;

/** The sentence of the coin and the algorithm that a link asks for; what is not known or asked is what the page starts with. */
export function coinPageOutline(
  query: Readonly<Record<string, unknown>>,
  algorithms: readonly AlgorithmItem[],
  terms: CoinTerms,
): PageOutline | null {
  const offered = algorithms.filter((item) => !item.deactivated);
  const code = wordOf(query['algorithm']).toLowerCase();
  const minable = offered.filter((item) => isMinable(item));
  const algorithm =
    offered.find((item) => item.code === code) ??
    // As in the web app, what has one port to name comes first.
    minable.find((item) => item.portsDisplayed) ??
    minable[0] ??
    offered[0];
  const found =
    findCoin(wordOf(query['coin'])) ??
    findCoin(firstCoin((coin, network) => terms.flagsOf(coin, network).paid_here)) ??
    coins[0];
  if (algorithm === undefined || found === undefined) return null;
  const coin = presentCoin(found, terms);
  const sentences = coinPageTerms(coin, algorithm).map((text) => `<span>${escapeHtml(text)} </span>`);
  const notes = coinPageNotes(coin, algorithm).map(
    ({ tone, text }) => `<p class="outline-${tone}">${escapeHtml(text)}</p>`,
  );
  return {
    // Whatever is embedded and can change while the pool runs: payouts, the least payment, what was announced of it.
    name: `${algorithm.code} ${JSON.stringify(coin)}`,
    coin,
    html: [
      '<div class="outline-ask">',
      `<h1>Pay me in <span><b class="outline-coin">${escapeHtml(coin.name)}</b>,</span> <br>mining <b>${escapeHtml(algorithm.name)}</b></h1>`,
      `<p class="outline-terms">${sentences.join('')}</p>`,
      '</div>',
      '<div class="outline-strip" aria-hidden="true"></div>',
      `<div class="outline-notes">${notes.join('')}</div>`,
      '<div class="outline-cards" aria-hidden="true"><div></div><div></div></div>',
    ].join(''),
  };
}

/** The heading of another page; one whose heading depends on what is fetched starts with its frame only. */
export function pageOutline({ heading }: PageHead): PageOutline {
  return heading === undefined
    ? { name: '', html: '' }
    : { name: heading, html: `<div class="outline-head"><h1>${escapeHtml(heading)}</h1></div>` };
}

/** index.html with this outline. */
export function withOutline(index: string, { html, coin }: PageOutline): string {
  // In a script element only `<` could end the data early.
  const json = coin === undefined ? undefined : JSON.stringify(coin).replaceAll('<', '\\u003c');
  return index
    .replace(marks, () => html)
    .replace('<!--coin-->', () =>
      json === undefined ? '' : `<script type="application/json" id="coin">${json}</script>`,
    );
}

function isMinable({ work }: AlgorithmItem): boolean {
  return work === 'verified' || work === 'relayed';
}

/** A name that is given twice is none. */
function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 64) : '';
}
