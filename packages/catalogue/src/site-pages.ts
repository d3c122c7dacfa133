/** A page of the site that has one path. Plain text. */
export interface SitePage {
  /** Without a query: pages that differ in nothing else are one. */
  readonly path: string;
  /** Names the tab of the browser, the entry of a search engine and a shared link. */
  readonly title: string;
  readonly description: string;
  /** What stands first on the page, where that is always the same. */
  readonly heading?: string;
}

/**
 * Every page that is not found by an address, an article or a coin: for the server (head, first paint, sitemap), the routes and
 * headings of the site, the links of articles and the suites.
 */
export const sitePages = {
  coin: {
    path: '/',
    title: 'Mine any algorithm, be paid in any coin',
    description:
      'Mine any algorithm, be paid in any coin. No account needed, and every reward shows its arithmetic.',
  },
  account: {
    path: '/account',
    title: 'Account',
    description: 'Accounts are coming soon. You do not need one to mine.',
    heading: 'Accounts are coming soon',
  },
  lookUp: {
    path: '/address',
    title: 'Look up an address',
    description: 'What an address earned, which workers are online and what happens right now.',
    heading: 'Which address do you mine to?',
  },
  referrals: {
    path: '/referrals',
    title: 'Referrals',
    description: 'A lower fee for miners with your code, and a share of it for you.',
    heading: 'A lower fee for them, a share for you',
  },
  miner: {
    path: '/miner',
    title: 'Ways to start mining',
    description: 'Ways to start mining: the guided setup, mining programs and ASIC machines.',
    heading: 'Get started',
  },
  start: {
    path: '/start',
    title: 'Get started',
    description: 'Ways to start mining: the guided setup, mining programs and ASIC machines.',
    heading: 'Get started',
  },
  blocks: {
    path: '/blocks',
    title: 'Blocks',
    description:
      'Every block that this pool found: what it paid, how long the search was, and what became of it.',
    heading: 'Blocks that the pool found',
  },
  support: {
    path: '/support',
    title: 'Support',
    description: 'Answers about mining, payouts, networks and mining programs.',
    heading: 'How can we help?',
  },
  wizard: {
    path: '/wizard',
    title: 'Setup wizard',
    description: 'Choose coin, address and hardware, and get the exact command of your mining program.',
  },
  doctor: {
    path: '/doctor',
    title: 'Connection doctor',
    description: 'Paste a user string or a command: we explain each part and how to fix it.',
    heading: 'Connection doctor',
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy',
    description: 'What the pool and your browser keep, why, and for how long.',
    heading: 'Privacy',
  },
  app: {
    path: '/app',
    title: 'App',
    description: 'The balances of several addresses, on one page that you can install on your phone.',
    heading: 'Watch your addresses',
  },
} as const satisfies Readonly<Record<string, SitePage>>;

/** In the order of the sitemap. */
export const listedPages: readonly SitePage[] = Object.values(sitePages);

export type SitePath = (typeof sitePages)[keyof typeof sitePages]['path'];
