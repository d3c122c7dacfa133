/**
 * What one step of a recipe does to a file. `write` makes it of a block of code, by its number from 0. `put` takes the place of `find`,
 * the first such text of the file; `{0}` in it is a block. `raise` adds to the number that a pattern finds.
 */
export type Step =
  | { readonly write: string; readonly block: number }
  | { readonly edit: string; readonly find: string; readonly put: string }
  | { readonly raise: string; readonly pattern: RegExp; readonly by: number };

const catalogue = 'packages/catalogue/src';
const counts = `${catalogue}/catalogue.test.ts`;
const programCounts = `${catalogue}/programs.test.ts`;
const programTables = 'apps/pool/src/adapters/content/program-tables.test.ts';
const web = 'apps/web/src';
const operator = 'apps/pool/src/edges/operator';
const chain = 'apps/pool/src/adapters/chains/example-chain';
const rail = 'apps/pool/src/adapters/rails/example-rail';
const dialect = 'packages/stratum/src/dialects/example/example';

const lolminer = ['Tls', 'Tcp'].flatMap((form) =>
  ['linux', 'windows'].map((system) => {
    const program = system === 'linux' ? './lolMiner' : 'lolMiner.exe';
    const [port, tls] = form === 'Tls' ? [4444, 'on'] : [3333, 'off'];
    return `"${system}${form}": "${program} --algo EXAMPLE --pool examplehash.example.org:${port} --user BTC:ADDRESS.worker#code --pass x --tls ${tls}"`;
  }),
);

/** Where each recipe puts its blocks, and what it says in words. Each change of a number is one that the recipe asks for. */
export const steps: Readonly<Record<string, readonly Step[]>> = {
  'add-a-chain': [
    { write: `${chain}.ts`, block: 0 },
    { write: `${chain}.test.ts`, block: 1 },
  ],
  'add-a-coin': [
    { write: `${catalogue}/coins/exm.ts`, block: 0 },
    {
      edit: `${catalogue}/coins.ts`,
      find: "import { btc } from './coins/btc.ts';\n",
      put: "import { btc } from './coins/btc.ts';\nimport { exm } from './coins/exm.ts';\n",
    },
    { edit: `${catalogue}/coins.ts`, find: '\n  ftm,\n', put: '\n  exm,\n  ftm,\n' },
    { edit: `${catalogue}/sample-prices.ts`, find: '  usd: {\n', put: "  usd: {\n    EXM: '1',\n" },
    {
      edit: `${catalogue}/chain-units.ts`,
      find: 'const rows: readonly Row[] = [\n',
      put: 'const rows: readonly Row[] = [\n{1}\n',
    },
    { edit: `${catalogue}/testing/sample-addresses.ts`, find: '  BTC: {\n', put: '{2}\n  BTC: {\n' },
    { write: 'apps/web/public/coins/exm.svg', block: 3 },
    {
      edit: 'apps/web/public/coins/README.md',
      find: '\n| aave.svg |',
      put: '\n| exm.svg | Example Coin | Drawn for Openlode | MIT |\n| aave.svg |',
    },
    { raise: counts, pattern: /expect\(coins\.length\)\.toBe\((\d+)\)/, by: 1 },
    { raise: counts, pattern: /expect\(chains\.length\)\.toBe\((\d+)\)/, by: 1 },
    { raise: counts, pattern: /expect\(matched\)\.toBe\((\d+)\)/, by: 2 },
    {
      edit: 'apps/pool/src/adapters/rails/evm/evm-networks.test.ts',
      find: ".toEqual(['VET'])",
      put: ".toEqual(['VET', 'EXM'])",
    },
  ],
  'add-a-dialect': [
    { write: `${dialect}-jobs.ts`, block: 0 },
    { write: `${dialect}.ts`, block: 1 },
    { write: `${dialect}.test.ts`, block: 2 },
  ],
  'add-a-migration': [
    { write: 'apps/pool/src/runtime/database/migrations/9000-notes-of-workers.sql', block: 0 },
  ],
  'add-a-mining-program': [
    { write: `${catalogue}/programs/exampleminer.ts`, block: 0 },
    {
      edit: `${catalogue}/programs.ts`,
      find: 'import { xmrig }',
      put: "import { exampleminer } from './programs/exampleminer.ts';\nimport { xmrig }",
    },
    { edit: `${catalogue}/programs.ts`, find: '[] = [\n  xmrig,', put: '[] = [\n  exampleminer,\n  xmrig,' },
    { edit: `${catalogue}/testing/program-commands.json`, find: '[\n', put: '[\n{1},\n' },
    { raise: counts, pattern: /expect\(programs\.length\)\.toBe\((\d+)\)/, by: 1 },
    { raise: counts, pattern: /expect\(pairs\.length\)\.toBe\((\d+)\)/, by: 1 },
    { raise: programCounts, pattern: /expect\(programs\)\.toHaveLength\((\d+)\)/, by: 1 },
    { raise: programCounts, pattern: /expect\(pairs\)\.toHaveLength\((\d+)\)/, by: 1 },
    {
      edit: programTables,
      find: "      '| miniZ | NVIDIA, AMD cards | 0.75 to 2% |',\n",
      put: "      '| miniZ | NVIDIA, AMD cards | 0.75 to 2% |',\n      '| ExampleMiner | NVIDIA cards, KawPow only | 1% |',\n",
    },
    { edit: programTables, find: '| T-Rex, TeamRedMiner,', put: '| ExampleMiner, T-Rex, TeamRedMiner,' },
    { raise: programCounts, pattern: /\.size\)\.toBe\((\d+)\)/, by: 1 },
    { raise: programCounts, pattern: /expect\(built\)\.toHaveLength\((\d+)\)/, by: 1 },
  ],
  'add-a-page': [
    {
      edit: `${catalogue}/site-pages.ts`,
      find: '\n} as const satisfies',
      put: '\n{0}\n} as const satisfies',
    },
    { write: `${web}/features/example/example-page.tsx`, block: 1 },
    {
      edit: `${web}/app/routes/page-routes.tsx`,
      find: '\nexport const pageRoutes',
      put: '\n{2}\n\nexport const pageRoutes',
    },
    { edit: `${web}/app/routes/page-routes.tsx`, find: '\n] as const;', put: '\n{3}\n] as const;' },
    {
      edit: `${web}/app/shell/footer.tsx`,
      find: '<Link to="/privacy">Privacy</Link>\n',
      put: '<Link to="/privacy">Privacy</Link>\n</li>\n<li>\n<Link to="/example">Example</Link>\n',
    },
    {
      edit: 'apps/pool/src/edges/http/page-heads.test.ts',
      find: "\n      '/app',\n",
      put: "\n      '/app',\n      '/example',\n",
    },
    { edit: 'e2e/site-pages.spec.ts', find: "'/privacy'])", put: "'/privacy', '/example'])" },
    { write: `${web}/app/routes/example-page.test.tsx`, block: 4 },
  ],
  'add-a-rail': [
    { write: `${rail}.ts`, block: 0 },
    { write: `${rail}.test.ts`, block: 1 },
  ],
  'add-a-verifier': [
    { write: 'packages/pow/src/vectors/examplehash.json', block: 0 },
    {
      edit: 'packages/pow/src/vectors/examplehash.json',
      find: 'HASH',
      // As hash-wasm, which shares nothing with @noble/hashes, has it of 80 zero bytes.
      put: '6ba212aad7f6eb4e216ceaf270778639e81c565938360246a45e1f51cf2aaf3a',
    },
    { write: 'packages/pow/src/examplehash.ts', block: 1 },
    { write: 'packages/pow/src/examplehash.test.ts', block: 2 },
    {
      edit: 'packages/pow/package.json',
      find: '"exports": {',
      put: '"exports": {\n    "./examplehash": "./src/examplehash.ts",',
    },
  ],
  'add-an-algorithm': [
    { write: `${catalogue}/algorithms/examplehash.ts`, block: 0 },
    {
      edit: `${catalogue}/algorithms.ts`,
      find: 'import { ethash }',
      put: "import { examplehash } from './algorithms/examplehash.ts';\nimport { ethash }",
    },
    { edit: `${catalogue}/algorithms.ts`, find: '\n  ethash,\n];', put: '\n  ethash,\n  examplehash,\n];' },
    {
      edit: `${catalogue}/sample-prices.ts`,
      find: '\n    averageRewardTimeS: 900,\n  },\n};\n',
      put: '\n    averageRewardTimeS: 900,\n  },\n{1}\n};\n',
    },
    { edit: `${catalogue}/programs/lolminer.ts`, find: '  algorithms: [\n', put: '  algorithms: [\n{2}\n' },
    {
      edit: `${catalogue}/testing/program-commands.json`,
      find: '[\n',
      put: `[\n{ "program": "lolminer", "algorithm": "examplehash", ${lolminer.join(', ')} },\n`,
    },
    {
      edit: counts,
      find: "\n      ['ethash', 'ETHW', 'gpu', '6GB'],\n",
      put: "\n      ['ethash', 'ETHW', 'gpu', '6GB'],\n      ['examplehash', 'KAS', 'gpu', '3GB'],\n",
    },
    { edit: counts, find: '\n      ethash: 1n,\n', put: '\n      ethash: 1n,\n      examplehash: 1n,\n' },
    { raise: counts, pattern: /toBe\((\d+) \* 8 \* 2\)/, by: 1 },
    {
      edit: 'e2e/connecting.spec.ts',
      find: "    'FishHash New IRON, 6 GB',\n",
      put: "    'ExampleHash KAS, 3 GB',\n    'FishHash New IRON, 6 GB',\n",
    },
    { raise: 'e2e/connecting.spec.ts', pattern: /expect\(tabs\)\.toHaveCount\((\d+)\)/, by: 1 },
    { raise: counts, pattern: /expect\(pairs\.length\)\.toBe\((\d+)\)/, by: 1 },
    { raise: programCounts, pattern: /expect\(pairs\)\.toHaveLength\((\d+)\)/, by: 1 },
    { raise: programCounts, pattern: /expect\(built\)\.toHaveLength\((\d+)\)/, by: 1 },
  ],
  'add-an-exchange': [{ write: 'apps/pool/src/adapters/exchanges/example-exchange.test.ts', block: 0 }],
  'add-an-operator-verb': [
    { write: 'apps/pool/src/domain/operations/list-newest.ts', block: 0 },
    {
      edit: `${operator}/verbs/miners.ts`,
      find: 'import { type ShownMiner',
      put: "import { listNewest } from '../../../domain/operations/list-newest.ts';\nimport { type ShownMiner",
    },
    {
      edit: `${operator}/verbs/miners.ts`,
      find: '\nexport const minersVerbs',
      put: '\n{1}\n\nexport const minersVerbs',
    },
    { edit: `${operator}/verbs/miners.ts`, find: 'verbs: [', put: 'verbs: [minersNewest, ' },
    {
      edit: `${operator}/run-command.test.ts`,
      find: "  'miners list': [miner],\n",
      put: "  'miners list': [miner],\n  'miners newest': [{ since: 0, coin: 'DOGE', address: 'D1' }],\n",
    },
    {
      edit: `${operator}/run-command.test.ts`,
      find: "    [['transfers', 'plan'],",
      put: "    [['miners', 'newest'], ['miners newest', { limit: 50 }], '1970-01-01T00:00:00Z  DOGE  D1'],\n    [['transfers', 'plan'],",
    },
  ],
  'write-an-article': [],
};
