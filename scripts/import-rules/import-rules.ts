/** Imports that are forbidden between modules, as patterns on the paths of files below the repository's root. */
export interface ImportRule {
  readonly name: string;
  /** The sentence that a developer reads when the rule is broken. */
  readonly why: string;
  readonly from: string;
  readonly fromNot?: string;
  /** `$1` stands for what the first group of `from` matched. Node's own modules are written `node:fs`. */
  readonly to: string;
  /** True where `import type` is welcome: types leave no trace at run time. */
  readonly typesAllowed?: boolean;
}

/** Tests and their helpers. */
export const TESTS = '\\.(long\\.)?(test|spec)\\.tsx?$|/testing/';
const TEST_FILES = '\\.(long\\.)?(test|spec)\\.tsx?$';
const POOL = '^apps/pool/src/';
const WEB = '^apps/web/src/';

/** The modules at the pool's edge: each speaks to the domain and to none of the others. */
const EDGES =
  'edges/http|edges/live|edges/stratum|edges/tasks|edges/operator|edges/metrics|sandbox/fleet|sandbox/control';
/** The modules that implement a port of the domain. */
const ADAPTERS =
  'adapters/chains|adapters/rails|adapters/rates|adapters/content|adapters/upstreams|adapters/exchanges';
/** The simulated parts of a sandbox: adapters of a world that does not exist. */
const SIMULATED = 'sandbox/chain|sandbox/rail|sandbox/rates';

/** The areas of the domain from the ground up: each imports only areas before it. `views` only reads; `operations` are the operator's verbs. */
const AREAS = [
  'kernel',
  'policy',
  'events',
  'ledger',
  'miners',
  'conversion',
  'shares',
  'workers',
  'rounds',
  'payouts',
  'owners',
  'referrals',
  'retention',
  'treasury',
  'views',
  'operations',
] as const;

const areas: readonly ImportRule[] = AREAS.slice(0, -1).map((area, index) => ({
  name: 'domain-imports-downward',
  why: `Areas of the domain import downward only, in this order: ${AREAS.join(', ')}. Move what both need into the lower area, types included.`,
  from: `${POOL}domain/${area}/`,
  to: `${POOL}domain/(${AREAS.slice(index + 1).join('|')})/`,
}));

/** The folders of the pool from the ground up. `testing` composes parts of all of them for suites. */
const FOLDERS = ['runtime', 'domain', 'adapters', 'sandbox', 'edges', 'settings', 'app', 'testing'] as const;
/** What is delivered of these has narrower rules below; their test kits have not. */
const NARROW: ReadonlySet<string> = new Set(['runtime', 'domain', 'adapters']);

/** Tests may reach up to compose their subject; the kits that they share may not. */
const folders: readonly ImportRule[] = FOLDERS.slice(0, -1).map((folder, index) => ({
  name: 'folders-import-downward',
  why: `Folders of the pool import downward only, in this order: ${FOLDERS.join(', ')}. A kit that composes parts of several lies in apps/pool/src/testing.`,
  from: NARROW.has(folder) ? `${POOL}${folder}/(.*/)?testing/` : `${POOL}${folder}/`,
  fromNot: TEST_FILES,
  to: `${POOL}((${FOLDERS.slice(index + 1).join('|')})/|app\\.ts$)`,
}));

const products: readonly ImportRule[] = [
  {
    name: 'mining-stands-alone',
    why: 'packages/mining is the vocabulary that all others use: it imports no other package of ours. Take what you need as an argument.',
    from: '^packages/mining/',
    to: '^packages/(?!mining/)',
  },
  {
    name: 'money-stands-alone',
    why: 'packages/money is arithmetic of amounts for the ledger, the pool and the web: it imports no other package of ours.',
    from: '^packages/money/',
    to: '^packages/(?!money/)',
  },
  {
    name: 'ledger-stands-alone',
    why: 'packages/ledger knows money and nothing of mining: of our packages it imports packages/money only. Take what you need as an argument.',
    from: '^packages/ledger/',
    to: '^packages/(?!ledger/|money/)',
  },
  {
    name: 'contracts-stand-alone',
    why: 'packages/contracts describes the wire: it imports no other package of ours, so that the wire changes only on purpose.',
    from: '^packages/contracts/',
    to: '^packages/(?!contracts/)',
  },
  {
    name: 'catalogue-knows-mining-only',
    why: 'packages/catalogue is data in the words of packages/mining: it imports no other package of ours.',
    from: '^packages/catalogue/',
    to: '^packages/(?!catalogue/|mining/)',
  },
  {
    name: 'stratum-knows-mining-only',
    why: 'packages/stratum is the protocol: of our packages it imports packages/mining only. Coins and algorithms reach it as arguments.',
    from: '^packages/stratum/',
    to: '^packages/(?!stratum/|mining/)',
  },
  {
    name: 'signing-stands-alone',
    why: 'packages/signing is what the pool and the signer say to each other: it imports no other package of ours.',
    from: '^packages/signing/',
    to: '^packages/(?!signing/)',
  },
  {
    name: 'packages-know-no-app',
    why: 'A package is used by the apps and the tools, never the other way round: pass in what it needs.',
    from: '^packages/',
    to: '^(apps|bench|e2e|scripts|testing)/',
  },
  {
    name: 'packages-do-no-io',
    why: 'Packages do no input or output: time, randomness, hashing and storage come in as arguments, from an app.',
    from: '^packages/',
    to: '^node:',
  },
  {
    name: 'web-knows-the-wire-only',
    why: 'The web app imports contracts (types), catalogue, mining and money. Everything else reaches it over the wire.',
    from: WEB,
    to: '^apps/(?!web/)|^packages/(?!contracts/|catalogue/|mining/|money/)',
  },
  {
    name: 'web-takes-types-of-the-wire',
    why: "The web app imports the wire's types only (import type): a schema would carry its validator into the browser. The files that only translate names or hold the words of the first paint have no schema.",
    from: WEB,
    to: '^packages/contracts/(?!src/(live/account-event-wire|wire-names|coin-page-words|why-not-paid)\\.ts$)',
    typesAllowed: true,
  },
  {
    name: 'web-runs-in-a-browser',
    why: "The web app runs in a browser, where Node's modules do not exist.",
    from: WEB,
    to: '^node:',
  },
  {
    name: 'web-shared-knows-no-product',
    why: 'apps/web/src/shared has no product meaning: what needs a block, a feature or the app belongs there instead.',
    from: `${WEB}shared/`,
    to: `${WEB}(blocks|features|app)/`,
  },
  {
    name: 'web-blocks-know-shared-only',
    why: 'A block is used by features: it imports shared, never a feature or the app.',
    from: `${WEB}blocks/`,
    to: `${WEB}(features|app)/`,
  },
  {
    name: 'web-features-know-no-app',
    why: 'The app composes the features: a feature imports blocks and shared, never the router or the shell.',
    from: `${WEB}features/`,
    to: `${WEB}app/`,
  },
  {
    name: 'web-features-are-strangers',
    why: 'Features do not import each other: what two of them share is a block.',
    from: `${WEB}features/([^/]+)/`,
    to: `${WEB}features/(?!$1/)`,
  },
  {
    name: 'pool-knows-no-web',
    why: 'The pool serves the web app as built files; it never imports its source.',
    from: POOL,
    to: '^apps/(?!pool/)',
  },
  {
    name: 'signer-knows-no-pool',
    why: 'The signer judges what the pool asks for, and must not be made of its code: of ours it imports the signing, mining and money packages only.',
    from: '^apps/signer/',
    to: '^apps/(?!signer/)|^packages/(?!signing/|mining/|money/)',
  },
  {
    name: 'domain-owns-its-ports',
    why: 'The domain says which port it needs (domain/kernel) and the process brings what implements it: it never imports an edge, an adapter, the sandbox or what composes them.',
    from: `${POOL}domain/`,
    to: `${POOL}(adapters|edges|sandbox|app)/`,
  },
  ...areas,
  {
    name: 'domain-has-known-areas',
    why: `A file of the domain lies in one of its areas: ${AREAS.join(', ')}. A new area gets its place in that order first.`,
    from: POOL,
    to: `${POOL}domain/(?!(?:${AREAS.join('|')}|testing)/)`,
  },
  {
    name: 'wire-stays-at-the-edge',
    why: 'Only http, live and present know the shapes on the wire: the domain answers in its own words and the edge presents them.',
    from: `${POOL}[^/]+/`,
    fromNot: `${POOL}edges/(http|live|present)/`,
    to: '^packages/contracts/',
  },
  {
    name: 'present-is-pure',
    why: 'present turns what the domain answers into what the wire says: it imports the domain for its types, and no edge, adapter or database.',
    from: `${POOL}edges/present/`,
    to: `${POOL}(${EDGES}|${ADAPTERS}|${SIMULATED}|runtime)/`,
  },
  {
    name: 'runtime-is-the-base',
    why: 'runtime holds the database, its transactions and migrations: it imports no other module of the pool.',
    from: `${POOL}runtime/`,
    to: `${POOL}(?!runtime/)`,
  },
  {
    name: 'edges-speak-to-the-domain-only',
    why: 'An edge (http, live, stratum, tasks, operator, metrics) and the sandbox call the domain: not another edge, an adapter, or the database. A query belongs beside its verb in the domain.',
    from: `${POOL}(${EDGES})/`,
    to: `${POOL}(?!$1/)(${EDGES}|${ADAPTERS}|${SIMULATED}|runtime/database)/`,
  },
  {
    name: 'adapters-know-ports-only',
    why: 'A chain, a source of rates or a connection to another pool implements a port of domain/kernel and knows nothing else of the pool.',
    from: `${POOL}(${ADAPTERS.replace('adapters/rails|', '')})/`,
    to: `${POOL}(?!$1/|domain/kernel/|runtime/(?!database/))`,
  },
  {
    name: 'exchanges-are-for-the-treasury',
    why: 'Exchanges hold money: the pool watches them through one file (app/open-exchanges.ts), which loads nothing that trades or withdraws, and a large library only where its operator has installed one, orders at them through another (app/open-traders.ts) and pays out of them through a third (app/open-exchange-rail.ts). What they call coins is a table.',
    from: `${POOL}(?!adapters/exchanges/|app/open-(exchanges|traders|exchange-rail)\\.ts)`,
    to: `${POOL}adapters/exchanges/(?!kraken-names)`,
  },
  {
    name: 'exchanges-are-watched-only',
    why: 'What trades at an exchange is opened by a file of its own (app/open-traders.ts): the one that watches an account loads nothing else.',
    from: `${POOL}app/open-exchanges\\.ts`,
    to: `${POOL}adapters/exchanges/(?!kraken-(watch|pace)|ccxt-watch)`,
  },
  {
    name: 'exchanges-are-traded-at-without-a-library',
    why: 'The library that is installed apart only looks: what opens the orders loads the adapter that needs none.',
    from: `${POOL}app/open-traders\\.ts`,
    to: `${POOL}adapters/exchanges/(?!kraken-(exchange|names|pace))`,
  },
  {
    name: 'exchanges-pay-without-a-library',
    why: 'What pays out of an account answers no call that trades, and loads no library.',
    from: `${POOL}app/open-exchange-rail\\.ts`,
    to: `${POOL}adapters/exchanges/(?!kraken-(payer|names|pace))`,
  },
  {
    name: 'rails-ask-the-nodes-of-chains',
    why: 'A rail implements a port of domain/kernel and knows nothing else of the pool but how the nodes of its chain are asked.',
    from: `${POOL}adapters/rails/`,
    to: `${POOL}(?!adapters/(rails|chains)/|domain/kernel/|runtime/(?!database/))`,
  },
  {
    name: 'simulated-parts-are-adapters',
    why: 'A simulated chain, rail or source of rates implements a port of domain/kernel like any adapter, and knows nothing else of the pool.',
    from: `${POOL}(${SIMULATED})/`,
    to: `${POOL}(?!$1/|domain/kernel/|adapters/(chains|rates)/|runtime/(?!database/))`,
  },
  {
    name: 'nothing-imports-main',
    why: 'main.ts composes the modules and nothing imports it: move what is shared into the module it belongs to.',
    from: '^(apps|packages|bench|e2e|testing)/',
    to: `${POOL}main\\.ts$|${WEB}(app/)?main\\.tsx$`,
  },
  {
    name: 'products-import-no-tests',
    why: 'What is delivered never imports tests, their helpers, benchmarks or scripts.',
    from: '^(apps|packages)/',
    to: `${TESTS}|^(bench|e2e|scripts|testing)/`,
  },
];

/** Rules that hold for suites and tools too, tests included. */
const everywhere: readonly ImportRule[] = [
  ...folders,
  {
    name: 'only-the-root-opens-adapters',
    why: 'Adapters and simulated parts are opened by the composition root (app.ts, app/) and by the sandbox for its own world. Ask the root for a pool of the parts that you need; suites have doubles in domain/testing and compose parts with apps/pool/src/testing.',
    // What the pool delivers is held closer by the rules of the domain and of the edges; this is about its root files, suites and benches.
    from: `^bench/|${POOL}([^/]+\\.ts$|.*\\.(test|spec)\\.ts$)`,
    fromNot: `${POOL}(app\\.ts$|app/|adapters/|sandbox/|testing/)`,
    to: `${POOL}(${ADAPTERS}|${SIMULATED})/(?!testing/)|${POOL}sandbox/sandbox-world\\.ts$`,
  },
  {
    name: 'suites-start-the-app',
    why: 'Journeys, their kit and the scripts use the built app from outside; only bench may compose parts of the pool itself.',
    from: '^(e2e|scripts|testing)/',
    to: '^apps/[^/]+/src/',
  },
  {
    name: 'kit-knows-no-suite',
    why: 'testing is the kit of e2e and bench: it imports neither.',
    from: '^testing/',
    to: '^(bench|e2e)/',
  },
  {
    name: 'oracle-is-independent',
    why: "The suite's own miner checks the pool's stratum: it must not be made of the same code.",
    from: '^testing/',
    to: '^packages/stratum/',
  },
];

/** Every import rule of docs/architecture.md. scripts/planted-imports breaks each of them on purpose. */
export const importRules: readonly ImportRule[] = [
  // A test may reach for what its subject may not: a recorded file, a neighbour, a fake.
  ...products.map((rule) => ({
    ...rule,
    fromNot: rule.fromNot === undefined ? TESTS : `${TESTS}|${rule.fromNot}`,
  })),
  ...everywhere,
];
