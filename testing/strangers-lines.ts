/** What it is, and its lines. */
type StrangersLines = readonly [what: string, ...lines: string[]];

/** What a stranger may put into a connection to another pool. Each must end the connection on which it comes. */
export function strangersLines(
  algorithm: 'scrypt' | 'randomx' | 'ethash' | 'equihash' | 'kawpow',
): readonly StrangersLines[] {
  switch (algorithm) {
    case 'randomx':
      return moneroLines();
    case 'ethash':
      return ethproxyLines();
    case 'equihash':
      return zcashLines();
    case 'kawpow':
      return kawpowLines();
    case 'scrypt':
      return bitcoinLines();
  }
}

const foreign: StrangersLines = [
  'a foreign address',
  JSON.stringify({ id: null, method: 'client.reconnect', params: ['stranger.example', 3333, 0] }),
];
const noJson: StrangersLines = ['what is no JSON', '[[['];
const endless: StrangersLines = ['an endless line', 'x'.repeat(300_000)];

function bitcoinLines(): readonly StrangersLines[] {
  const say = (method: string, ...params: readonly unknown[]): string =>
    JSON.stringify({ id: null, method, params });
  const job = (bits: string, time: number): string =>
    say(
      'mining.notify',
      'strange',
      '00'.repeat(32),
      '01000000',
      'ffffffff',
      [],
      '20000000',
      bits,
      time.toString(16),
      true,
    );
  const now = Math.floor(Date.now() / 1000);
  return [
    foreign,
    ['a difficulty below zero', say('mining.set_difficulty', -1)],
    noJson,
    endless,
    ['an extranonce of 33 bytes', say('mining.set_extranonce', '00'.repeat(33), 4)],
    ['work of another network', job('1d00ffff', now)],
    ['work of tomorrow', job('207fffff', now + 86_400)],
    ['a coinbase of ten kilobytes', job('207fffff', now).replace('01000000', '00'.repeat(10_000))],
  ];
}

function moneroLines(): readonly StrangersLines[] {
  const job = (number: number, more: Readonly<Record<string, unknown>> = {}): string => {
    const digits = number.toString(16).padStart(2, '0');
    const params = {
      job_id: `strange${number}`,
      blob: `1010${digits.repeat(37)}00000000${digits.repeat(33)}`,
      target: 'ffffff3f',
      seed_hash: digits.repeat(32),
      algo: 'rx/0',
      height: 1,
      ...more,
    };
    return JSON.stringify({ jsonrpc: '2.0', method: 'job', params });
  };
  return [
    foreign,
    ['a target of zero', job(1, { target: '00000000' })],
    noJson,
    endless,
    ['a blob without room for a nonce', job(2, { blob: '10'.repeat(42) })],
    ['work of another algorithm', job(3, { algo: 'rx/wow' })],
    ['work that every hash solves', job(4, { target: 'ffffffff' })],
    ['one seed after another', job(5), job(6), job(7)],
  ];
}

function ethproxyLines(): readonly StrangersLines[] {
  const work = (header: string, seed: string, target: string): string =>
    JSON.stringify({ id: 0, jsonrpc: '2.0', result: [header, seed, target].map((each) => `0x${each}`) });
  const [header, seed, target] = ['5a'.repeat(32), '00'.repeat(32), `00${'ff'.repeat(31)}`];
  return [
    foreign,
    ['a target of zero', work(header, seed, '00'.repeat(32))],
    noJson,
    endless,
    ['a header of two bytes', work('5a5a', seed, target)],
    ['a seed of no epoch', work(header, '5a'.repeat(32), target)],
    ['work that every hash solves', work(header, seed, 'ff'.repeat(32))],
    ['a share that takes many blocks', work(header, seed, `${'00'.repeat(16)}${'ff'.repeat(16)}`)],
  ];
}

function kawpowLines(): readonly StrangersLines[] {
  const say = (method: string, ...params: readonly unknown[]): string =>
    JSON.stringify({ id: null, method, params });
  const job = (
    height: number,
    { header = '5a'.repeat(32), target = `00${'ff'.repeat(31)}`, bits = '1d00ffff' } = {},
  ): string => say('mining.notify', `strange${height}`, header, '00'.repeat(32), target, true, height, bits);
  return [
    foreign,
    ['a target of zero', say('mining.set_target', '00'.repeat(32))],
    noJson,
    endless,
    ['a nonce that is all but three bytes the pool’s', say('mining.set_extranonce', '00'.repeat(5))],
    ['a header of two bytes', job(1, { header: '5a5a' })],
    ['work that every hash solves', job(1, { target: 'ff'.repeat(32) })],
    ['bits that are below zero', job(1, { bits: '20800001' })],
    ['work of another network', job(1, { bits: '1e00ffff' })],
    ['a height that no chain has', job(100_000_000, { bits: '1c00ffff' })],
  ];
}

function zcashLines(): readonly StrangersLines[] {
  const say = (method: string, ...params: readonly unknown[]): string =>
    JSON.stringify({ id: null, method, params });
  const reversed = (value: number): string => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes.toString('hex');
  };
  const job = (bits: number, time: number, root = '5a'.repeat(32)): string => {
    const hashes = ['11'.repeat(32), root, '00'.repeat(32)];
    return say('mining.notify', 'strange', reversed(4), ...hashes, reversed(time), reversed(bits), true);
  };
  const now = Math.floor(Date.now() / 1000);
  return [
    foreign,
    ['a target of zero', say('mining.set_target', '00'.repeat(32))],
    noJson,
    endless,
    ['a nonce that is all the pool’s', say('mining.set_extranonce', '00'.repeat(32))],
    ['a root of two bytes', job(0x207fffff, now, '5a5a')],
    ['bits that are below zero', job(0x20800001, now)],
  ];
}
