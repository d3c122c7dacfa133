// npm run transcript: the commands of docs/operating.md and what they answered, from a real pool with the demo's history.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PoolProcess } from '../testing/pool-process.ts';
import { runOpenlode } from '../testing/run-openlode.ts';
import { buildStale } from './build/build-stale.ts';
import { ROOT } from './root.ts';

const guide = join(ROOT, 'docs/operating.md');
const begin = '<!-- transcript: npm run transcript -->';
const end = '<!-- end of the transcript -->';
const linesMax = 14;

interface Listed {
  readonly id: string;
  readonly uuid: string;
  readonly coin: string;
  readonly address: string;
}

interface Step {
  readonly title: string;
  readonly commands: readonly string[];
}

const moves: Step = {
  title: 'What you move',
  commands: [
    "treasury deposit 500 DOGE --reference 'tx 51c0' --reason 'float for the first week' --yes",
    "treasury top-up 20 TRX --reference 'tx 9f3e' --reason 'energy for USDT payouts' --yes",
    "treasury trade 0.0004 BTC 124 DOGE --reference 'order 4711' --reason 'what conversions promised' --yes",
    "treasury withdraw 0.1 DOGE --reference 'tx 77aa' --reason 'fees of March' --yes",
    "treasury correct 0.00000001 DOGE --missing --reference 'count of 1 April' --reason 'a unit of dust' --yes",
    'treasury movements',
  ],
};

const networks: Step = {
  title: 'Networks and coins',
  commands: [
    "suspensions suspend DOGE --reason 'two explorers disagree' --yes",
    'suspensions list',
    "suspensions lift DOGE --reason 'one of them was behind' --yes",
    "maintenance on BSC --message 'Our node is being upgraded; payouts go on at 18:00 UTC.' --yes",
    'maintenance list',
    "maintenance off BSC --reason 'the node is in step again'",
    "maintenance abandon BSC --message 'BSC is closed for good.' --reason 'its makers have shut it down' --yes",
    "delist XVG --reason 'no market is left' --yes",
    'delisted',
    "relist XVG --reason 'there is one after all'",
    "reload-pages --reason 'a chart was drawn wrong'",
    "exchanges add XRP:rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV --exchange 'An exchange' --reason 'a miner lost a payout' --yes",
    'exchanges list',
    "exchanges remove XRP:rNxp4h8apvRis6mJf9Sh8C6iRxfrDWN7AV --reason 'it was given up' --yes",
  ],
};

/** In the order of a day: what is looked at first, then what is decided, then the copies. */
function steps(
  miner: Listed,
  [first, second]: readonly [string, string],
  { backup, settings, postings }: Readonly<Record<'backup' | 'settings' | 'postings', string>>,
): readonly Step[] {
  const today = new Date().toISOString().slice(0, 10);
  const name = `${miner.coin}:${miner.address}`;
  return [
    {
      title: 'Is everything well?',
      commands: ['doctor', 'audit', 'treasury show', `settings check ${settings}`],
    },
    moves,
    {
      title: 'Miners',
      commands: [
        'miners list --limit 4',
        `miners show ${name}`,
        `restrict ${name} --reason 'web mining, reported by its host' --yes`,
        'miners list --restricted',
        `unrestrict ${name} --reason 'they have removed the script'`,
        `codes grant ${name} CLUB --tier 1 --reason 'a club of sixty miners' --yes`,
        'codes list',
        'miners owed --limit 3',
        `miners days ${name} --days 7`,
        'sessions list --limit 3',
        'bans list',
        "bans lift --source 3kQ9vZ0xYw1a --reason 'a rig with a wrong password' --yes",
      ],
    },
    {
      title: 'Payouts',
      commands: [
        'payouts list --limit 4',
        `payouts list --before ${today} --limit 2`,
        `payouts approve ${first} --reason 'its work is plausible' --yes`,
        `payouts hold ${second} --reason 'its owner has called'`,
        `payouts release ${second} --reason 'its owner has asked for it' --yes`,
        `payouts retry ${first} --reason 'the node was down'`,
        `payouts why ${first}`,
        `payouts release ${first} --reason 'too late' --yes`,
        'payouts compare',
        "payouts adopt sandbox-none --reason 'failover' --yes",
        "payouts disregard sandbox-0a1b2c --reason 'to the cold store' --yes",
        'conversions list',
        "conversions approve 1 --reason 'a lucky block' --yes",
      ],
    },
    networks,
    {
      title: 'Work and blocks that wait',
      commands: [
        'blocks waiting',
        'blocks compare',
        "blocks accept 4 --reason 'two explorers have it under 300 blocks' --yes",
        "blocks give-up 4 --reason 'two explorers do not have it' --yes",
        'work parked',
        "work count 7d5c1f3e-0d5b-4f0e-9f53-6b2f8b0f2a11 --reason 'the log of that day has it once' --yes",
        "work drop 7d5c1f3e-0d5b-4f0e-9f53-6b2f8b0f2a11 --reason 'it was counted that day' --yes",
      ],
    },
    {
      title: 'For accounting',
      commands: [`ledger days --since ${today}`, `ledger export ${postings} --since ${today}`],
    },
    { title: 'Miners and chance', commands: ['miners luck --limit 3', 'miners alarms'] },
    { title: 'News, and what was decided', commands: ['news list', 'news check', 'log'] },
    {
      title: 'Copies',
      commands: [`backup ${backup}`, `restore ${backup}`, 'move-to-postgres postgres://127.0.0.1:1/openlode'],
    },
  ];
}

await buildStale();
// With a cap so low that some of the demo's payouts wait for an approval.
const pool = await PoolProcess.start({
  env: { OPENLODE_SEED: 'openlode', OPENLODE_HOST: 'pool.example', OPENLODE_PAYOUT_CAP_ACCOUNT: '10' },
  // A month of history on a busy machine.
  readyTimeoutMs: 1_800_000,
});
const env = {
  OPENLODE_DATA: pool.dataDirectory,
  OPENLODE_PORT: String(pool.httpPort),
  OPENLODE_HOST: 'pool.example',
};
const backup = `${pool.dataDirectory}.backup`;
const settings = `${pool.dataDirectory}.env`;
const postings = `${pool.dataDirectory}.csv`;
await writeFile(settings, 'OPENLODE_HOST=pool.example\n');
const ask = async <T>(command: string): Promise<T> => {
  const { out, err } = await runOpenlode([...command.split(' '), '--json'], env);
  if (out === '') throw new Error(`${command}: ${err}`);
  return JSON.parse(out) as T;
};

/** What was typed between quotes is one word. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}

/** Commands of the guide's list that need no argument and only look, where no step above has them: a new one is shown without a line here. */
async function untold(reported: readonly Step[], list: string): Promise<string[]> {
  const shown = reported.flatMap(({ commands }) => commands);
  const names = [...list.matchAll(/^\| `([a-z -]+)` \|/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !shown.some((command) => command === name || command.startsWith(`${name} `)));
  const helps = await Promise.all(names.map((name) => runOpenlode([...name.split(' '), '--help'], env)));
  return names.filter((_name, place) => helps[place]?.out.includes('--reason') === false);
}

function shorten(text: string): string {
  const lines = text
    .trimEnd()
    .replaceAll(backup, '/var/backups/openlode.backup')
    .replaceAll(settings, '/etc/openlode.env')
    .replaceAll(postings, '/var/backups/openlode.csv')
    .replaceAll(pool.dataDirectory, '/var/lib/openlode')
    .replaceAll(pool.url, 'http://127.0.0.1:8080')
    .split('\n');
  return lines.length <= linesMax
    ? lines.join('\n')
    : [...lines.slice(0, linesMax), `… ${lines.length - linesMax} more lines`].join('\n');
}

try {
  const miners = await ask<Listed[]>('miners list --limit 1000');
  const payouts = await ask<(Listed & { readonly waitsFor: string | null })[]>('payouts list --limit 1000');
  const miner = miners.find(({ coin }) => coin === 'DOGE');
  const [first, second] = payouts.filter(({ waitsFor }) => waitsFor !== null);
  if (miner === undefined || first === undefined || second === undefined)
    throw new Error('the demo has no history to show');
  const parts: string[] = [];
  const reported = steps(miner, [first.id, second.id], { backup, settings, postings });
  const text = await readFile(guide, 'utf8');
  // Not the other tables: they begin with names of events and the like.
  const [, list = ''] = text.split('<!-- the commands: ');
  const more = await untold(reported, list.split('<!-- end of the commands -->')[0] ?? '');
  for (const { title, commands } of more.length === 0
    ? reported
    : [...reported, { title: 'More', commands: more }]) {
    parts.push(`### ${title}`, '');
    for (const command of commands) {
      const { code, out, err } = await runOpenlode(wordsOf(command), env);
      const shown = command
        .replaceAll(backup, '/var/backups/openlode.backup')
        .replaceAll(postings, '/var/backups/openlode.csv')
        .replaceAll(settings, '/etc/openlode.env');
      const answer = shorten(`${out}${err}`);
      const ended = code === 0 ? [] : [`(ends with ${code})`];
      parts.push('```console', [`$ openlode ${shown}`, answer, ...ended].join('\n'), '```', '');
    }
  }
  const [before, rest = ''] = text.split(begin);
  const after = rest.split(end)[1] ?? '';
  await writeFile(guide, `${before}${begin}\n\n${parts.join('\n')}\n${end}${after}`);
} finally {
  await pool.close();
}
