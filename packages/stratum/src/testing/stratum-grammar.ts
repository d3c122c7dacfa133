import fc from 'fast-check';
import { codePoint } from '@openlode/mining/testing/code-point';

/** What programs, broken programs and strangers say to a pool: lines, and how their bytes are cut. */

const hex8 = fc.tuple(fc.nat(0xffffffff), fc.boolean()).map(([value, isLoud]) => {
  const text = value.toString(16).padStart(8, '0');
  return isLoud ? text.toUpperCase() : text;
});

/** Text where eight hex digits belong: right, in another spelling, too short, too long, or no hex at all. */
const hexLike = fc.oneof(
  { weight: 6, arbitrary: hex8 },
  { weight: 1, arbitrary: fc.constantFrom('', '0', '0x000000', 'zzzzzzzz', ' 0000001', '1e3', '-0000001') },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
);

const scrap: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e308, Number.MAX_SAFE_INTEGER, '', '__proto__', 'constructor'),
  fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }),
  fc.string({ unit: codePoint, maxLength: 600 }),
  fc.string({ maxLength: 3 }).map((text) => text.repeat(300)),
);

/** Mostly the value itself, now and then something else in its place. */
function perhaps(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 19, arbitrary: value }, { weight: 1, arbitrary: scrap });
}

export const firstUser = 'DOGE:D1.rig1';
const user = fc.oneof(
  { weight: 20, arbitrary: fc.constant(firstUser) },
  { weight: 6, arbitrary: fc.constantFrom('DOGE:D1.rig2', 'DOGE:D1.rig3', 'DOGE:D1.rig4', 'DOGE:D1.rig5') },
  { weight: 1, arbitrary: fc.constantFrom('BTC:nobody', '', 'x'.repeat(600), 'DOGE:D1.<b>', 'DOGE:D1') },
);

/** Mostly so low that shares are still found by trying a few. */
const difficulty = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(1e-12, 4e-10, 1e-9, 2e-9) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 1e-6, 1, 1024, 1e30, 1e308, '1', 'NaN') },
  { weight: 1, arbitrary: fc.double({ noNaN: true }) },
);
const password = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('x', '', 'x,d=0', 'd=0.000000001', 'd=-1') },
  { weight: 1, arbitrary: fc.constantFrom('d=1024', 'x;d=99999999999999999999', 'D=3') },
  { weight: 1, arbitrary: fc.string() },
);

const rolling = fc.record(
  { 'version-rolling.mask': perhaps(hexLike), 'minimum-difficulty.value': perhaps(difficulty) },
  { requiredKeys: [] },
);
const extensions = fc.array(
  perhaps(
    fc.constantFrom('version-rolling', 'minimum-difficulty', 'subscribe-extranonce', 'info', '__proto__'),
  ),
  { maxLength: 20 },
);

/** Ids of jobs as the suites hand them out, and others. */
const jobId = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('1', '1', '1', '2', '2', '3', '4', '5') },
  { weight: 1, arbitrary: fc.string() },
);

const submitted = (time: number): fc.Arbitrary<unknown> =>
  fc.tuple(
    perhaps(user),
    perhaps(jobId),
    perhaps(fc.constantFrom('00000000', '0000000A', '0000000a', 'ffffffff')),
    perhaps(
      fc.oneof(fc.constant(0), fc.integer({ min: -2, max: 7300 })).map((late) => (time + late).toString(16)),
    ),
    // Few nonces, so that the same share comes again in another spelling.
    perhaps(
      fc.oneof(
        fc.nat(20).map((nonce) => nonce.toString(16).padStart(8, '0')),
        hexLike,
      ),
    ),
  );

const known = (time: number): fc.Arbitrary<{ method: unknown; params: unknown }> =>
  fc.oneof(
    { weight: 2, arbitrary: call('mining.subscribe', fc.tuple(perhaps(fc.constant('fuzz/1.0')))) },
    { weight: 1, arbitrary: call('mining.subscribe', fc.tuple(fc.constant('fuzz/1.0'), perhaps(hexLike))) },
    { weight: 3, arbitrary: call('mining.authorize', fc.tuple(perhaps(user), perhaps(password))) },
    { weight: 12, arbitrary: call('mining.submit', submitted(time)) },
    {
      weight: 2,
      arbitrary: call(
        'mining.submit',
        fc.tuple(submitted(time), perhaps(hexLike)).map(([parts, bits]) => [...(parts as unknown[]), bits]),
      ),
    },
    { weight: 2, arbitrary: call('mining.configure', fc.tuple(perhaps(extensions), perhaps(rolling))) },
    { weight: 2, arbitrary: call('mining.suggest_difficulty', fc.tuple(perhaps(difficulty))) },
    { weight: 1, arbitrary: call('mining.extranonce.subscribe', fc.constant([])) },
    {
      weight: 1,
      arbitrary: call(
        fc.constantFrom(
          'client.get_version',
          'mining.multi_version',
          'mining.get_transactions',
          'constructor',
          '__proto__',
          'login',
          'eth_submitLogin',
        ),
        scrap,
      ),
    },
  );

function call(
  method: string | fc.Arbitrary<string>,
  params: fc.Arbitrary<unknown>,
): fc.Arbitrary<{ method: unknown; params: unknown }> {
  return fc.record({ method: typeof method === 'string' ? fc.constant(method) : method, params });
}

const id = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<unknown>(4, 0, 1, 'abc', null) },
  { weight: 1, arbitrary: scrap },
);

/** A method and its parameters. */
type Call = fc.Arbitrary<{ method: unknown; params: unknown }>;

/** One request with an id, as text. */
const request = (calls: Call): fc.Arbitrary<string> =>
  fc
    .tuple(id, calls, fc.boolean())
    .map(([own, { method, params }, isOdd]) =>
      JSON.stringify({ id: own, method, params, ...(isOdd ? { ttl: 2 } : {}) }),
    );

/** An answer to something that the pool asked. */
const reply = fc.tuple(id, scrap).map(([own, result]) => JSON.stringify({ id: own, result, error: null }));

/** A request with a piece cut out, doubled or overwritten. */
const damaged = (calls: Call): fc.Arbitrary<string> =>
  fc
    .tuple(request(calls), fc.nat(), fc.nat(12), fc.string({ unit: codePoint, maxLength: 4 }))
    .map(([text, at, length, put]) => {
      const from = at % (text.length + 1);
      return text.slice(0, from) + put + text.slice(from + length);
    });

/** One line of the Bitcoin family, without its end. It never holds a line feed. `time` is that of the jobs, in seconds. */
export function anyLine(time: number): fc.Arbitrary<string> {
  return lineOf(known(time));
}

/** The word for which a suite puts the name of a job: 0 is the newest one. */
export const jobBefore = (count: number): string => `@job${count}@`;

const kaspaNonce = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(fc.nat(20), fc.constantFrom(1, 2, 14, 15, 16), fc.constantFrom('', '0x'))
      .map(([nonce, length, prefix]) => prefix + nonce.toString(16).padStart(length, '0')),
  },
  {
    weight: 3,
    arbitrary: fc.nat(20).map((nonce) => `0x0c${nonce.toString(16).toUpperCase().padStart(14, '0')}`),
  },
  { weight: 1, arbitrary: hexLike },
);
const kaspaUser = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('KAS:kaspa:q1.rig1', 'KAS:kaspa:q1.rig2', 'KAS:kaspa:q2') },
  { weight: 1, arbitrary: fc.constantFrom('kaspa:q1.rig1', '', 'x'.repeat(600), 'KAS:kaspa:q1.<b>') },
);
const kaspaJob = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(0, 0, 0, 1, 1, 2, 9).map(jobBefore) },
  { weight: 1, arbitrary: fc.string() },
);

/** One line of the Kaspa family, without its end. */
export const anyKaspaLine: fc.Arbitrary<string> = lineOf(
  fc.oneof(
    {
      weight: 2,
      arbitrary: call(
        'mining.subscribe',
        fc.tuple(perhaps(fc.constantFrom('BzMiner/v21', 'GodMiner/2', 'IceRiverMiner', 'x'))),
      ),
    },
    { weight: 3, arbitrary: call('mining.authorize', fc.tuple(perhaps(kaspaUser), perhaps(password))) },
    {
      weight: 14,
      arbitrary: call('mining.submit', fc.tuple(perhaps(kaspaUser), perhaps(kaspaJob), perhaps(kaspaNonce))),
    },
    { weight: 1, arbitrary: call('mining.extranonce.subscribe', fc.constant([])) },
    {
      weight: 1,
      arbitrary: call(
        fc.constantFrom('mining.hello', '__proto__', 'eth_submitLogin', 'mining.configure'),
        scrap,
      ),
    },
  ),
);

function lineOf(calls: Call): fc.Arbitrary<string> {
  return fc
    .oneof(
      { weight: 30, arbitrary: request(calls) },
      { weight: 4, arbitrary: damaged(calls) },
      { weight: 2, arbitrary: reply },
      { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 100 }) },
      {
        weight: 1,
        arbitrary: fc
          .integer({ min: 8100, max: 8300 })
          .map((length) => `{"id":1,"x":"${'y'.repeat(length)}"}`),
      },
    )
    .map((line) => line.replaceAll('\n', ' '));
}

/** Where a text of this length in bytes is cut; the places are taken modulo its length. */
export const cuts = fc.array(fc.nat(), { maxLength: 12 });

export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  const chunks: Uint8Array[] = [];
  let from = 0;
  for (const end of [...ends, bytes.length]) {
    chunks.push(bytes.subarray(from, end));
    from = end;
  }
  return chunks;
}
