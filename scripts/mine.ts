// npm run mine -- USER [PORT]: hashes in JavaScript, for users without a mining program at hand. The wizard of a sandbox
// writes this command (packages/mining/src/build-sandbox-command.ts).
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HashingMiner, type MinerOptions } from '../testing/hashing-miner.ts';
import { MINER_WORK } from '../testing/mined-in-javascript.ts';

const algorithms = Object.keys(MINER_WORK);
const usage = `Usage: npm run mine -- COIN:ADDRESS.WORKER [PORT] [--host HOST] [--algorithm ${algorithms.join('|')}] [--ssl]`;

function readOptions(args: readonly string[]): MinerOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      algorithm: { type: 'string', default: 'sha256' },
      ssl: { type: 'boolean', default: false },
    },
  });
  const { host, algorithm, ssl } = values;
  const [user, port = algorithm === 'sha256' ? '3433' : undefined, ...more] = positionals;
  if (user === undefined || more.length > 0) throw new Error('one user and one port are expected');
  if (!isMinedHere(algorithm))
    throw new Error(`${algorithm} is not hashed here: only ${algorithms.join(', ')} at a usable rate`);
  if (port === undefined) throw new Error(`the port of ${algorithm} is missing: the coin page shows it`);
  if (!/^\d{1,5}$/.test(port)) throw new Error(`${port} is not a port`);
  return { user, port: Number(port), host, algorithm, ...(ssl && { ca: 'any' }) };
}

function isMinedHere(algorithm: string): algorithm is keyof typeof MINER_WORK {
  return Object.hasOwn(MINER_WORK, algorithm);
}

function rateWords(hashesPerSecond: number): string {
  if (hashesPerSecond < 1000) return `${hashesPerSecond.toFixed(hashesPerSecond < 10 ? 1 : 0)} H/s`;
  return `${(hashesPerSecond / 1000).toFixed(hashesPerSecond < 10_000 ? 1 : 0)} kH/s`;
}

function fail(code: number, ...lines: readonly string[]): never {
  for (const line of lines) console.error(line);
  process.exit(code);
}

function optionsOrUsage(args: readonly string[]): MinerOptions {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return readOptions(args);
  } catch (error) {
    return fail(2, (error as Error).message, usage);
  }
}

const options = optionsOrUsage(process.argv.slice(2));
// Work that cannot be read is noticed wherever it arrives.
process.once('uncaughtException', (error) => fail(1, error.message));
const miner = await HashingMiner.start(options).catch((error: Error) => fail(1, error.message));
console.log(`Mining for ${options.user} on ${options.host}:${options.port}. Ctrl+C stops.`);
let isStopped = false;
process.once('SIGINT', () => {
  isStopped = true;
  void miner.stop();
});

for (let hashes = 0; miner.isMining; hashes = miner.hashes) {
  await sleep(5000);
  const rate = (miner.hashes - hashes) / 5;
  const { length: accepted } = miner.acked;
  console.log(`${rateWords(rate)}, ${accepted} shares accepted, ${miner.rejected.length} rejected`);
}
if (!isStopped) fail(1, `The pool closed the connection: ${miner.said ?? 'it gave no reason'}.`);
