import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { buildStale } from '../../scripts/build/build-stale.ts';
import { hasLitecoind, LitecoinNodes } from '../../testing/litecoin-nodes.ts';
import { RehearsedPool } from '../../testing/rehearsed-pool.ts';
import { postgresServer } from '../../testing/scratch-postgres.ts';
import { printTable } from '../support/print-table.ts';

const miners = 1000;
const user = 'LTC:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9.rig';

/** Opens connections, and calls back with each whole line that one of them reads. */
async function openConnections(port: number, onLine: (line: string) => void): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let count = 0; count < miners; count += 1) {
    const socket = connect({ host: '127.0.0.1', port });
    let rest = '';
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    sockets.push(socket);
  }
  return sockets;
}

/** The last of an algorithm's ports that listens: there many connections of one account are welcome. */
async function proxyPort(standard: number): Promise<number> {
  for (let port = standard + 9; port > standard; port -= 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port }, () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return port;
  }
  return standard;
}

/** Resolves with the time at which as many lines had come as there are miners. */
function whenAllHeard(): { readonly hear: () => void; readonly heard: Promise<number> } {
  let count = 0;
  let finish: (at: number) => void = () => undefined;
  const heard = new Promise<number>((resolve) => (finish = resolve));
  const hear = (): void => {
    count += 1;
    if (count === miners) finish(performance.now());
  };
  return { hear, heard };
}

/**
 * How long after its node has a new block the last of 1,000 miners holds the job on it, beside a bare server in the same process that
 * writes a line of that length to as many sockets. Real litecoinds, a built pool.
 */
export async function runTip({
  runs,
  isQuick,
}: {
  readonly runs: number;
  readonly isQuick: boolean;
}): Promise<void> {
  if (!hasLitecoind || postgresServer === undefined)
    throw new Error('this bench needs litecoind (apt-get install litecoind) and DATABASE_URL');
  await buildStale();
  const blocks = isQuick ? 3 : 10 * runs;
  const rehearsed = await RehearsedPool.start(postgresServer, await LitecoinNodes.start(1));
  let onJob: () => void = () => undefined;
  let jobBytes = 0;
  try {
    const port = await proxyPort(rehearsed.pool.stratumPort('scrypt'));
    const sockets = await openConnections(port, (line) => {
      if (!line.includes('"mining.notify"')) return;
      jobBytes = line.length;
      onJob();
    });
    const first = whenAllHeard();
    onJob = first.hear;
    for (const [index, socket] of sockets.entries()) {
      socket.write(`{"id":1,"method":"mining.subscribe","params":["bench"]}\n`);
      socket.write(`{"id":2,"method":"mining.authorize","params":["${user}${index}","x"]}\n`);
    }
    await first.heard;
    const whole: number[] = [];
    for (let count = 0; count < blocks; count += 1) {
      const round = whenAllHeard();
      onJob = round.hear;
      const started = performance.now();
      // Resolves once the node has the block; its calls that wait are answered meanwhile.
      await rehearsed.nodes.one.generate(1);
      const at = performance.now();
      const heard = await round.heard;
      whole.push(Math.max(0, heard - at), heard - started);
      await rehearsed.nodes.mine(0);
    }
    for (const socket of sockets) socket.destroy();
    const bare = await measureBareWrite(jobBytes, blocks);
    const afterTip = whole.filter((_value, index) => index % 2 === 0);
    const afterCall = whole.filter((_value, index) => index % 2 === 1);
    printTable(
      `A new block, ${miners} miners, a job of ${jobBytes} bytes (ms)`,
      ['', 'median', 'longest'],
      [
        ['node has answered → last miner has the job', ...middleAndMost(afterTip)],
        ['the same from the call that makes the block', ...middleAndMost(afterCall)],
        ['bare write to as many sockets → last has read it', ...middleAndMost(bare)],
      ],
    );
  } finally {
    await rehearsed.close();
  }
}

function middleAndMost(values: readonly number[]): [string, string] {
  const sorted = values.toSorted((left, right) => left - right);
  return [(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1), (sorted.at(-1) ?? 0).toFixed(1)];
}

async function measureBareWrite(bytes: number, times: number): Promise<number[]> {
  const held: Socket[] = [];
  const server = createServer({ noDelay: true }, (socket) => void held.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let onLine: () => void = () => undefined;
  const sockets = await openConnections((server.address() as AddressInfo).port, () => onLine());
  const line = `${'x'.repeat(bytes)}\n`;
  const took: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const round = whenAllHeard();
    onLine = round.hear;
    const started = performance.now();
    for (const socket of held) socket.write(line);
    took.push((await round.heard) - started);
  }
  for (const socket of [...sockets, ...held]) socket.destroy();
  server.close();
  return took;
}
