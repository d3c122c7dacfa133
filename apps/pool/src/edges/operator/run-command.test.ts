import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UpstreamStanding } from '../../domain/views/upstream-standing.ts';
import type { Finding } from '../../domain/kernel/finding.ts';
import type { ParkedWork } from '../../domain/views/count-parked.ts';
import type { Transport } from './prepare-verb.ts';
import { runCommand, type Terminal } from './run-command.ts';
import { withCommands } from './list-commands.ts';
import { verbs } from './verbs.ts';

const drifted: Finding = {
  rule: 'L3',
  kind: 'balance-drifted',
  account: 'miner:7:mining',
  subject: 'DOGE',
  expected: '5',
  found: '6',
};

const none = { batches: 0, shares: 0, since: null };

const miner = {
  uuid: 'aaaaaaaa-0000-4000-8000-000000000001',
  coin: 'DOGE',
  network: 'DOGE',
  address: 'D1',
  memo: '',
  balance: '12.5',
  workersOnline: 2,
  lastWorkAt: 0,
  simulated: false,
  autoPay: true,
  coinStatus: 'winding-down',
  restricted: false,
};
const payout = {
  id: '7',
  uuid: miner.uuid,
  kind: 'manual',
  coin: 'DOGE',
  network: 'DOGE',
  address: 'D1',
  memo: '77',
  amount: '40.5',
  state: 'reserved',
  reservedAt: 0,
  txid: null,
  waitsFor: 'room under the cap of the day: from 00:00 UTC, or with an approval',
};
const sale = {
  at: 0,
  kind: 'trade',
  amount: '-0.075',
  asset: 'BTC',
  network: 'BTC',
  bought: '30000 DOGE',
  reference: 'order 7',
  reason: 'to pay miners',
  operator: 'ann',
};

/** What a fake pool answers, by verb, and what it was asked. */
const order = {
  id: 'ol0123456789abcdef',
  place: 'kraken',
  side: 'sell',
  amount: '2',
  base: 'LTC',
  price: '99.5',
  quote: 'USD',
  state: 'cancelled',
  filled: '0',
  value: '0',
  fees: '',
  exchangeId: null,
  storedAt: 0,
  since: 0,
  operator: 'ann',
  note: null,
};

const answers: Readonly<Record<string, unknown>> = {
  'sessions list': {
    kind: 'sessions',
    sessions: [
      {
        algorithm: 'sha256',
        port: 3433,
        isSecure: true,
        since: 0,
        heardAt: 60_000,
        hasShare: true,
        miner: 'DOGE:D1',
        worker: 'rig1',
        workers: 2,
        client: '192.0.2.1',
        source: 'q1w2e3r4t5y6',
      },
    ],
  },
  'bans list': [{ source: 'q1w2e3r4t5y6', client: '192.0.2.1', reason: 'refused-login', until: 600_000 }],
  'sessions pause': { kind: 'done', process: null },
  'sessions resume': { kind: 'done', process: 'process-2' },
  'bans lift': {
    kind: 'done',
    processes: [{ process: 'pool', takesMiners: true, lifted: 1 }],
    others: 0,
    unanswered: [],
  },
  'miners owed': [
    {
      uuid: miner.uuid,
      coin: 'DOGE',
      network: 'DOGE',
      address: 'D1',
      memo: '77',
      owed: '40.5',
      usd: '10.128',
      part: 0.125,
      lastWorkAt: 0,
    },
  ],
  'miners days': {
    kind: 'days',
    coin: 'DOGE',
    days: [{ day: '2026-05-01', came: '12.5', went: '-4', entries: 3, balance: '8.5' }],
  },
  'ledger export': { kind: 'exported', entries: 7, postings: 20, summed: 1 },
  'miners list': [miner],
  'miners show': {
    kind: 'shown',
    miner,
    codes: { ordinary: 'abcd-efgh', custom: 'MINE' },
    fee: '0.75',
    restriction: null,
    payouts: [payout],
  },
  restrict: { kind: 'done', coin: 'DOGE', address: 'D1' },
  unrestrict: { kind: 'done', coin: 'DOGE', address: 'D1' },
  'codes list': [
    { code: 'MINE', tier: 1, highest: 2, active: 60, uuid: miner.uuid, coin: 'DOGE', address: 'D1' },
  ],
  'codes grant': { kind: 'granted', code: 'MINE', tier: 0, highest: 1, active: 3 },
  'payouts list': [payout],
  'payouts why': {
    ...payout,
    usd: '10.125',
    reason: null,
    note: null,
    sends: 1,
    lastSentAt: null,
    chainId: null,
    refusal: { why: 'min relay fee not met', at: 0 },
    confirmations: '0/6',
    endedAt: null,
    actions: [{ at: 0, actor: 'ann', action: 'hold', why: 'who is it' }],
  },
  'payouts hold': { kind: 'not-possible', state: 'settled' },
  'payouts release': { kind: 'not-possible', state: 'settled' },
  'payouts retry': { kind: 'not-possible', state: 'settled' },
  'payouts funds': [
    {
      coin: 'LTC',
      network: 'LTC',
      spendable: '1.5',
      waiting: '0.25',
      waitingBlocks: 9,
      needed: '2',
      payouts: 3,
      since: 0,
      fault: null,
    },
    {
      coin: 'ETH',
      network: 'ETH',
      spendable: null,
      waiting: null,
      waitingBlocks: null,
      needed: '0',
      payouts: 0,
      since: null,
      fault: 'no node answers',
    },
  ],
  'payouts quote': [
    {
      coin: 'LTC',
      network: 'LTC',
      feeAsset: 'LTC',
      alone: '0.0000153',
      together: '0.00000442',
      payees: 50,
      cap: '0.002',
      rate: '10000 units of 10^-8 for 1,000 virtual bytes',
      fault: null,
    },
  ],
  'payouts rebuild': { kind: 'rebuilt', txid: 'ab12', payouts: ['7', '9'], left: ['8'] },
  'payouts bump': { kind: 'replaced', txid: 'ab13', payouts: ['7'] },
  'payouts paid': { kind: 'not-possible', why: 'it is settled' },
  'payouts unpaid': { kind: 'done' },
  'payouts cancel': { kind: 'cancelling', txid: 'ab14', payouts: ['7', '8'] },
  'suspensions list': [{ network: 'DOGE', reason: 'never-seen', detail: 'payout 7', since: 0 }],
  'suspensions suspend': {
    kind: 'done',
    network: 'DOGE',
    still: [{ network: '*', reason: 'journal-ahead', detail: 'the journal has sent 7', since: 0 }],
  },
  'suspensions lift': {
    kind: 'done',
    network: 'DOGE',
    still: [{ network: '*', reason: 'journal-ahead', detail: 'the journal has sent 7', since: 0 }],
  },
  'maintenance list': [{ network: 'BSC', mode: 'closed', message: 'Back at noon.', since: 0 }],
  'maintenance on': { kind: 'done', network: 'BSC' },
  'maintenance abandon': { kind: 'done', network: 'BSC' },
  'maintenance off': { kind: 'done', network: 'BSC' },
  delisted: [
    {
      coin: 'XVG',
      network: 'XVG',
      since: 0,
      payableUntil: null,
      miners: 2,
      owed: '7.5',
      unpaid: '7.5',
      payments: 2,
      feesMost: '0.2 XVG',
    },
  ],
  'reload-pages': { kind: 'done' },
  'texts show': {
    kind: 'found',
    text: { kind: 'news', slug: 'soon', fields: { type: 'pool', text: 'Soon.' } },
    state: 'draft',
    writtenAt: 1_777_593_600_000,
    rendered: { kind: 'shown', html: '<p>Soon.</p>' },
  },
  'texts write-news': { kind: 'done', name: 'news/soon', fault: null },
  'texts write-article': { kind: 'done', name: 'article/guide', fault: 'it leads nowhere' },
  'texts publish': { kind: 'done' },
  'texts withdraw': { kind: 'done' },
  delist: { kind: 'done', coin: 'XVG', already: true },
  'pay-smallest': { kind: 'fees-exceed-own', payments: 2, fees: '0.2 XVG', available: '0.1 XVG' },
  relist: { kind: 'unchanged', coin: 'XVG' },
  'miners luck': [
    {
      coin: 'DOGE',
      address: 'D1',
      uuid: miner.uuid,
      algorithm: 'sha256',
      shares: 400,
      creditPerHash: 4,
      excess: 15,
      expectedBlocks: 0.5,
      foundBlocks: 0,
      blockChance: 0.6065,
      relayedExpected: 0.25,
      relayedFound: 1,
      relayedChance: 1,
      alarm: null,
    },
  ],
  'miners alarms': [
    {
      coin: 'DOGE',
      address: 'D1',
      uuid: miner.uuid,
      algorithm: 'sha256',
      shares: 400,
      creditPerHash: 1,
      excess: 0,
      expectedBlocks: 0.5,
      foundBlocks: 0,
      blockChance: 0.6065,
      relayedExpected: 15.25,
      relayedFound: 0,
      relayedChance: 2.4e-7,
      days: 7,
      alarm: 'withheld-relayed-blocks',
    },
  ],
  'work parked': [
    {
      id: 'b1',
      reason: 'refused',
      detail: 'check constraint',
      algorithm: 'sha256',
      shares: 3,
      work: '30',
      miners: 1,
      firstAt: 0,
      lastAt: 1000,
      parkedAt: 2000,
    },
  ],
  'work count': { kind: 'done', shares: 3 },
  'work drop': { kind: 'done', shares: 3 },
  'work of': {
    kind: 'traced',
    uuid: miner.uuid,
    at: 0,
    until: 3000,
    batches: [{ id: 'b1', algorithm: 'sha256', shares: 3, recordedAt: 1500 }],
    slices: [
      {
        id: '5',
        algorithm: 'sha256',
        openedAt: 0,
        closedAt: null,
        upstream: null,
        worker: 'rig1',
        shares: 2,
        work: '75',
        rounds: [
          {
            id: '7',
            chain: 'bitcoin',
            height: '5',
            hash: 'ab',
            state: 'credited',
            foundAt: 0,
            credited: '1.5 DOGE',
            entries: [{ id: '9', key: 'reward:bitcoin:ab:0', kind: 'reward', bookedAt: 60_000 }],
          },
        ],
      },
    ],
  },
  'calls show': {
    request: '9f1c02ab-77de',
    at: 0,
    uuid: miner.uuid,
    did: 'payout-requested',
    network: 'DOGE',
    payout: '7',
    entries: [{ id: '9', key: 'reserve:7', kind: 'payout-reserved', bookedAt: 60_000 }],
  },
  'blocks list': [
    {
      id: '7',
      algorithm: 'sha256',
      chain: 'bitcoin',
      height: '5',
      hash: 'ab',
      foundAt: 0,
      state: 'credited',
      stateAt: 60_000,
      upstream: null,
      finder: { miner: 'm1', worker: 'rig1' },
      rewards: '3.125 BTC',
    },
  ],
  'ledger days': {
    kind: 'days',
    days: [{ day: '2026-05-01', asset: 'BTC', entry: 'reward', account: 'own', entries: 2, amount: '0.5' }],
    summed: 3,
  },
  'blocks waiting': [
    { id: '4', chain: 'bitcoin', height: '5', hash: 'ab', foundAt: 0, problem: 'invalid: bad-cb (one)' },
  ],
  'blocks compare': [
    {
      chain: 'ltc-regtest',
      height: '5',
      hash: 'ab',
      asset: 'LTC',
      credited: '50',
      wallets: [
        { wallet: 'one', amount: '49' },
        { wallet: 'two', amount: '0' },
      ],
    },
  ],
  'blocks accept': { kind: 'done', hash: 'ab' },
  'blocks give-up': { kind: 'done', hash: 'ab' },
  'treasury withdraw': { kind: 'exceeds-own', available: '0.5' },
  'treasury cold-return': { kind: 'exceeds-cold', available: '4' },
  'treasury cold-withdraw': { kind: 'booked' },
  'conversions release': { kind: 'ended', rest: '0.5', asset: 'XEL' },
  'treasury plan': {
    exchange: 'kraken',
    fault: null,
    positions: [
      {
        coin: 'LTC',
        owed: '0',
        wallets: null,
        exchange: '3',
        onItsWay: '0',
        target: '1',
        conversion: '2',
        conversionAfter: '0.5',
        exchangeAfter: '1.5',
        usd: '200',
      },
    ],
    orders: [
      { side: 'sell', amount: '1.5', base: 'LTC', price: '99.5', quote: 'USD', usd: '150', isNetting: false },
    ],
    left: [
      { coin: 'LTC', side: 'sell', amount: '0.5', why: 'order-cap', note: null },
      { coin: 'KAS', side: 'buy', amount: '7', why: 'kept', note: null },
    ],
    before: { hourUsd: '0', dayUsd: '10', lostUsd: '0.1', unvalued: 2 },
  },
  'orders list': [order],
  'orders look': [],
  'orders place': { kind: 'refused', why: 'order ol12 is not over' },
  'orders end': { kind: 'ended' },
  'orders adopt': { kind: 'booked', id: 'ol34' },
  'orders turns': [
    { place: 'kraken', ranAt: 0, isSending: false, said: 'it would order nothing', stoppedWhy: null },
  ],
  'orders resume': { kind: 'resumed' },
  'transfers list': [],
  'transfers look': [
    {
      id: 'ol56',
      place: 'kraken',
      coin: 'LTC',
      network: 'LTC',
      address: 'ltc1qown',
      amount: '1.5',
      fee: '0.001',
      state: 'arrived',
      exchangeId: 'R1',
      txid: 'ab12',
      storedAt: 0,
      since: 0,
      operator: 'ann',
      note: null,
    },
  ],
  'transfers plan': [
    {
      place: 'kraken',
      coin: 'LTC',
      network: 'LTC',
      address: 'ltc1qown',
      amount: '1.5',
      feeMax: '0.002',
      usd: '150',
      why: null,
    },
  ],
  'transfers end': { kind: 'ended', isTakenBack: false },
  'transfers send': { kind: 'sent', id: 'ol56', amount: '1.5', state: 'left', note: null },
  'treasury sweep-plan': {
    kind: 'planned',
    coin: 'LTC',
    network: 'LTC',
    address: 'ltc1qcold',
    place: null,
    amount: '12.5',
    feeAsset: 'LTC',
    fee: '0.0000141',
    feeMax: '0.002',
    held: '40',
    remains: '27.498',
    owed: '20',
    target: '5',
  },
  'treasury sweep': {
    kind: 'stored',
    txid: 'ab12',
    sweep: '3',
    address: 'ltc1qcold',
    amount: '12.5',
  },
  'treasury sweeps': [
    {
      id: '3',
      at: 0,
      amount: '12.5',
      coin: 'LTC',
      network: 'LTC',
      address: 'ltc1qcold',
      place: null,
      state: 'sent',
      txid: 'ab12',
      fee: '0.0000141',
      feeAsset: 'LTC',
      sends: 1,
      sentAt: 60_000,
      isFound: false,
      note: null,
      reason: 'too much',
      operator: 'ann',
    },
  ],
  'places list': [
    {
      place: 'kraken',
      coin: 'LTC',
      ledger: '12.5',
      said: '12',
      difference: '-0.5',
      state: 'difference',
      since: 0,
      note: 'kraken has 0.5 LTC less than the ledger says',
    },
  ],
  'places address': { kind: 'answered', address: 'ltc1qthere' },
  'places open': { kind: 'booked', amount: '12' },
  'places correct': { kind: 'booked', amount: '-0.5' },
  'places write-off': { kind: 'booked', amount: '-12.5' },
  'treasury sweep-cancel': { kind: 'cancelling', txid: 'ab13' },
  'treasury sweep-left': { kind: 'done' },
  'treasury sweep-stayed': { kind: 'not-possible', why: 'it is final' },
  'treasury top-up': { kind: 'booked' },
  'treasury correct': { kind: 'booked' },
  'treasury trade': { kind: 'already-booked' },
  'treasury movements': [sale],
  'income add': { kind: 'not-arrived', why: 'it is 1 blocks deep, and 6 are needed' },
  'income list': [
    {
      at: 0,
      upstream: 'other-pool',
      amount: '1.25',
      asset: 'LTC',
      reference: '4f0e:0',
      round: '7',
      workedFrom: 0,
      workedUntil: 60_000,
      blocks: '0.2',
      reason: 'it came',
      operator: 'ann',
    },
  ],
  'income statements': [
    {
      upstream: 'other-pool',
      algorithm: 'scrypt',
      coin: 'LTC',
      answeredAt: 0,
      askedSince: 0,
      fault: null,
      paid: '12.5',
      owed: '0.25',
      immature: null,
      credited: '10',
      missing: '0',
      missingSince: null,
      coming: '0',
      toBook: '0.5',
      takenBack: '0',
      hashratePercent: '99.50',
      countedPercent: null,
    },
  ],
  'income blocks': [
    {
      upstream: 'other-pool',
      algorithm: 'scrypt',
      coin: 'LTC',
      hash: 'ab12',
      foundAt: 60_000,
      answer: 'late',
      fate: 'not-looked-for',
    },
  ],
  'income lines': [
    {
      upstream: 'other-pool',
      algorithm: 'scrypt',
      amount: '2',
      coin: 'LTC',
      txid: 'ab12',
      state: 'missing',
      saidAt: 0,
      seenAt: 0,
      stateAt: 60_000,
      alsoNamedBy: ['thief'],
    },
  ],
  'exchanges list': [{ coin: 'XRP', address: 'r1', exchange: 'An exchange', since: 0, origin: 'settings' }],
  'exchanges add': { kind: 'done', coin: 'XRP', address: 'r1' },
  'exchanges remove': { kind: 'done', coin: 'XRP', address: 'r1' },
  log: [{ at: 0, actor: 'ann', kind: 'restrict', subject: 'DOGE:D1', reason: 'botnet' }],
  'treasury show': [
    {
      asset: 'DOGE',
      liabilities: '29700',
      fees: '300',
      other: '0',
      conversion: '-30000',
      chains: '0',
      cold: '0',
      exchanges: '0',
      wallet: '-1',
      missing: '1',
      more: null,
    },
  ],
  'conversions list': [
    {
      id: '12/1/7',
      uuid: 'u',
      asset: 'BTC',
      amount: '3',
      coin: 'DOGE',
      why: 'over-cap',
      since: 0,
      usd: '300000',
      source: 'one + two',
      approved: false,
    },
  ],
  rates: [
    {
      coin: 'KAS',
      judgement: 'agreed',
      sells: '0.0499',
      buys: '0.0501',
      witnesses: 2,
      words: [
        { source: 'gate', bid: '0.0499', ask: '0.0501', at: 0, restsOn: 'gate', why: null },
        { source: 'coingecko', bid: '0.05', ask: '0.05', at: 0, restsOn: 'several', why: 'stale' },
        { source: 'kraken', bid: null, ask: null, at: null, restsOn: null, why: 'it does not name it' },
      ],
    },
  ],
  'payouts disregard': { kind: 'done' },
  'news check': [
    { file: 'b.md', at: null, type: null, coin: null, pinned: false, fault: 'news b: at is missing' },
    { file: 'a.md', at: 0, type: 'pool', coin: null, pinned: true, fault: null },
  ],
};
const gone = {
  txid: 'sandbox-1',
  network: 'DOGE',
  address: 'D1',
  memo: '',
  coin: 'DOGE',
  amount: '50',
  at: 0,
  from: 'wallet',
};

type Input = Readonly<Record<string, unknown>>;
let asked: [string, Input][] = [];

/** A pool with these findings; `more` answers some verbs in another way. */
function pool(
  findings: readonly Finding[],
  parked: ParkedWork = none,
  more: Readonly<Record<string, (input: Input) => unknown>> = {},
): Transport {
  const tables = [{ table: 'miners', rows: 12, sha256: 'ab'.repeat(32) }];
  const judged: Readonly<Record<string, (input: Input) => unknown>> = {
    audit: () => ({ at: 0, findings, parked, miners: 3, entries: '4' }),
    'treasury deposit': () => ({ kind: 'reference-used', earlier: sale }),
    'conversions approve': ({ id }) =>
      id === '12/1/7' ? { kind: 'approved', parts: 1 } : { kind: 'nothing-held' },
    'payouts approve': ({ ids }) =>
      (ids as string[]).length === 1
        ? { kind: 'not-possible', state: 'settled' }
        : { kind: 'done', approved: ['5', '7'], left: ['8'] },
    restore: ({ journal }) => ({
      createdAt: '2026-01-15T12:00:00.000Z',
      tables,
      files: ['secret'],
      findings,
      unknown: (journal as string[] | undefined)?.length ?? 0,
    }),
    'move-to-postgres': () => ({ tables, findings }),
    'payouts compare': () => ({
      since: 0,
      blocks: [],
      unanswered: [],
      transactions: 2,
      unknown: findings.length === 0 ? [] : [gone],
    }),
    'payouts adopt': ({ txid }) =>
      txid === 'sandbox-1'
        ? { kind: 'adopted', payout: '9', fromPool: '30', held: ['4'] }
        : { kind: 'no-transaction' },
    'settings check': ({ file }) =>
      file === 'wrong.env' ? [{ line: 7, fault: 'OPENLODE_PORT must be a port' }] : [],
    ...more,
  };
  return {
    run: (async ({ name }: { readonly name: string }, input: Input) => {
      if (name !== 'audit') asked.push([name, input]);
      return Object.hasOwn(judged, name) ? judged[name]?.(input) : answers[name];
    }) as unknown as Transport['run'],
  };
}

async function run(
  args: string[],
  transport: Transport = pool([]),
  more: { readonly confirm?: Terminal['confirm'] } = {},
) {
  let out = '';
  let err = '';
  const code = await runCommand(args, '9.9.9', transport, {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    ...(more.confirm === undefined ? {} : { confirm: more.confirm }),
  });
  return { code, out, err };
}

beforeEach(() => {
  asked = [];
});

const noTransport: Transport = {
  run: () => {
    throw new Error('no pool is needed for this');
  },
};

const names = verbs.map(({ name }) => name);

describe('runCommand', () => {
  it('ends with 0 on a sound ledger and 1 on others, and names the miner', async () => {
    expect(await run(['audit'])).toEqual({
      code: 0,
      out: 'The ledger is sound: 3 miners, 4 entries.\n',
      err: '',
    });
    const unsound = await run(['audit'], pool([drifted]));
    expect(unsound.code).toBe(1);
    expect(unsound.out.split('\n')).toEqual([
      'The ledger is not sound: 1 findings.',
      '',
      'rule  account         subject  what is wrong',
      '----  --------------  -------  --------------------------------------------------',
      'L3    miner:7:mining  DOGE     the balance is not the sum of its postings (5 ≠ 6)',
      '',
    ]);
    for (const args of [
      ['restore', 'f'],
      ['move-to-postgres', 'postgres://x/y'],
    ]) {
      expect((await run(args, pool([drifted]))).code).toBe(1);
      expect((await run(args)).code).toBe(0);
    }
  });

  it('ends with 1 where the wallets have received another reward, and with 0 where none has', async () => {
    const different = await run(['blocks', 'compare']);
    expect(different.code).toBe(1);
    expect(different.out.split('\n')[2]).toBe('ltc-regtest       5  ab      50 LTC  one: 49, two: 0');
    const same = await run(['blocks', 'compare'], pool([], none, { 'blocks compare': () => [] }));
    expect(same).toEqual({
      code: 0,
      out: 'No wallet has a reward otherwise than it was credited.\n',
      err: '',
    });
  });

  it.each([
    { network: 'asset:DOGE', code: 2 },
    { network: 'BSC', code: 2 },
    { network: 'asset:XMR', code: 0 },
    { network: 'DOGE', code: 0 },
    { network: '*', code: 0 },
  ])('does not let a network whose wallet is silent keep what is not paid on it: $network', async (each) => {
    const silent = {
      rule: 'L11',
      kind: 'wallet-unreachable',
      account: null,
      subject: 'BSC',
      expected: null,
      found: 'away',
    } as const;
    const lift = ['suspensions', 'lift', each.network, '--reason', 'looked at', '--yes'];
    expect((await run(lift, pool([silent], none, { 'suspensions list': () => [] }))).code).toBe(each.code);
    const all = { ...silent, subject: '*' };
    expect((await run(lift, pool([all], none, { 'suspensions list': () => [] }))).code).toBe(2);
  });

  it('says after a restore that payouts are suspended, and what the journals have beyond it', async () => {
    expect((await run(['restore', 'f', '--journal', 'one', 'two'])).out.split('\n').slice(-4)).toEqual([
      'The ledger is sound.',
      'The journals have 2 transactions that this backup does not know.',
      'Payouts are suspended: start the pool, run openlode payouts compare, adopt what it names, then lift.',
      '',
    ]);
  });

  it('lifts nothing while the ledger is not sound, unless a word of its own says so', async () => {
    const lift = ['suspensions', 'lift', 'asset:DOGE', '--reason', 'botnet', '--yes'];
    const unsound = pool([drifted]);
    const refused = await run(lift, unsound);
    expect(refused.code).toBe(2);
    expect(refused.out).toMatch(/^Not lifted: the ledger is not sound\.\n/);
    expect(refused.out).toContain('Clear up each finding, or add --despite-findings');
    expect(asked).toEqual([]);
    expect(JSON.parse((await run([...lift, '--json'], unsound)).out)).toMatchObject({
      kind: 'not-sound',
      findings: [{ rule: drifted.rule }],
    });
    expect(await run([...lift, '--despite-findings'], unsound)).toMatchObject({ code: 0, err: '' });
    expect(asked).toEqual([
      [
        'suspensions lift',
        { network: 'asset:DOGE', reason: 'botnet', despiteFindings: true, acceptedShort: '0' },
      ],
    ]);
    const questions: string[] = [];
    await run([...lift.slice(0, -1), '--despite-findings'], unsound, {
      confirm: async (question) => {
        questions.push(question);
        return false;
      },
    });
    expect(questions).toEqual([
      'The audit has 1 findings. Lift what is suspended on asset:DOGE? What was sent does not come back.',
    ]);
  });

  it('lifts one asset while only another one has findings, and all networks only while none has', async () => {
    const short = (subject: string): Finding => ({
      rule: 'L11',
      kind: 'wallet-short',
      account: null,
      subject,
      expected: '5',
      found: '3',
    });
    const lift = (scope: string) =>
      run(['suspensions', 'lift', scope, '--reason', 'x', '--yes'], pool([short('BTC')]));
    expect((await lift('asset:DOGE')).code).toBe(0);
    expect((await lift('XRP')).code).toBe(0);
    // BTC is paid on both of these.
    for (const scope of ['asset:BTC', 'BTC', 'BSC', '*']) {
      const refused = await lift(scope);
      expect([scope, refused.code]).toEqual([scope, 2]);
      expect(refused.out).toMatch(/^Not lifted: the ledger is not sound\.\n/);
    }
  });

  it('lifts all networks while an asset that is short stays suspended by itself, and says so', async () => {
    const short: Finding = {
      rule: 'L11',
      kind: 'wallet-short',
      account: null,
      subject: 'BTC',
      expected: '5',
      found: '3',
    };
    const suspended = (network: string) => ({
      network,
      reason: 'wallet-short' as const,
      detail: '',
      since: 0,
    });
    const lift = (findings: readonly Finding[], networks: readonly string[], ...more: readonly string[]) =>
      run(
        ['suspensions', 'lift', '*', '--reason', 'x', '--yes', ...more],
        pool(findings, none, { 'suspensions list': () => networks.map(suspended) }),
      );
    const lifted = await lift([short], ['asset:BTC']);
    expect(lifted.code).toBe(0);
    expect(lifted.out).toContain(
      'Not of BTC: the wallet holds less than the ledger says, which suspends asset:BTC within a minute',
    );
    expect((await lift([short], ['asset:DOGE'])).code).toBe(2);
    expect((await lift([short, drifted], ['asset:BTC'])).code).toBe(2);
    expect((await lift([short], [], '--despite-findings')).out).toContain('Not of BTC: ');
  });

  it('compares since a time that is said', async () => {
    const asked: unknown[] = [];
    const asking = pool([], none, {
      'payouts compare': ({ since }) => {
        asked.push(since);
        return { since: since ?? 0, transactions: 0, unknown: [], blocks: [], unanswered: [] };
      },
    });
    await run(['payouts', 'compare', '--since', '2026-05-01'], asking);
    await run(['payouts', 'compare', '--since', '2026-05-01T13:00:00Z'], asking);
    await run(['payouts', 'compare'], asking);
    expect(asked).toEqual([Date.UTC(2026, 4, 1), Date.UTC(2026, 4, 1, 13), undefined]);
    expect((await run(['payouts', 'compare', '--since', 'yesterday'], asking)).code).toBe(2);
  });

  it('compares, adopts and disregards what has left', async () => {
    expect(await run(['payouts', 'compare'])).toMatchObject({
      code: 0,
      out: 'The wallets have sent 2 transactions since 1970-01-01T00:00:00Z. Each is known.\n',
    });
    const unknown = await run(['payouts', 'compare'], pool([drifted]));
    expect(unknown.code).toBe(1);
    expect(unknown.out).toMatch(/^sandbox-1 +1970-01-01T00:00:00Z +50 +DOGE +DOGE +D1 +wallet$/m);
    const reasoned = ['--reason', 'restore', '--yes'];
    expect(await run(['payouts', 'adopt', 'sandbox-1', ...reasoned])).toMatchObject({
      code: 0,
      out: 'sandbox-1 is payout 9. The balance lacked 30, which the pool bore. Payout 4 of the same address is held now, because what is reserved there may be the money that left: release what is the same money (openlode payouts release): the pool gets back what it bore. What is other money goes to its owner with --to-owner.\n',
    });
    expect(await run(['payouts', 'adopt', 'x', ...reasoned])).toMatchObject({ code: 2 });
    expect((await run(['payouts', 'adopt', 'x', '--reason', 'restore'])).code).toBe(2);
    expect(await run(['payouts', 'disregard', 'x', ...reasoned])).toMatchObject({
      code: 0,
      out: 'x is no payout; it is not named again.\n',
    });
    for (const [refused, out] of [
      [
        { kind: 'pays-payout', payout: '9' },
        'Not disregarded: x pays payout 9, which would be paid again. Adopt it: openlode payouts adopt x.\n',
      ],
      [
        { kind: 'pays-miner', coin: 'DOGE', address: 'D1' },
        'Not disregarded: x pays D1, the address of a miner of DOGE, and its owner could be paid again. Adopt it: openlode payouts adopt x.\n',
      ],
    ] as const)
      expect(
        await run(
          ['payouts', 'disregard', 'x', ...reasoned],
          pool([], none, { 'payouts disregard': () => refused }),
        ),
      ).toMatchObject({ code: 2, out });
  });

  it('names the networks that were not compared, and the time until which lost blocks may come back', async () => {
    const unanswered = [{ network: 'XRP', why: 'connection refused' }];
    const compared = { since: 0, transactions: 2, unknown: [], unanswered, blocks: [] };
    const answer = (found: unknown) => pool([], none, { 'payouts compare': () => found });
    const partly = await run(['payouts', 'compare'], answer(compared));
    expect(partly.code).toBe(1);
    expect(partly.out).toContain(
      'Of what was compared, each is known.\nNo answer from XRP (connection refused): bring the node or the wallet back, and compare again. The other networks are compared',
    );
    const lift = pool([], none, {
      'suspensions lift': () => ({ kind: 'not-compared', unanswered: ['XRP'], unknownOn: ['DOGE'] }),
    });
    expect((await run(['suspensions', 'lift', 'XRP', '--reason', 'x', '--yes'], lift)).out).toBe(
      'Not lifted: the database may lack what has left. The newest comparison had no answer from XRP, and unknown transactions on DOGE. Run openlode payouts compare, adopt what it names, compare again.\n',
    );
    const awaited = {
      kind: 'income-awaited',
      lacks: '30.72',
      leftAt: Date.UTC(2026, 4, 1, 13),
      income: {
        chains: [{ chain: 'sandbox-sha256', completeUntil: Date.UTC(2026, 4, 1, 12) }],
        pending: [{ asset: 'KAS', amount: '10' }],
      },
    };
    const adopting = pool([], none, { 'payouts adopt': () => awaited });
    expect(await run(['payouts', 'adopt', 'x', '--reason', 'x', '--yes'], adopting)).toMatchObject({
      code: 2,
      out: [
        'Not adopted yet: the balance lacks 30.72, and income of before x left may still make it up.',
        'Blocks: those of before 2026-05-01T13:00:00Z may not be credited yet (sandbox-sha256 is searched up to 2026-05-01T12:00:00Z). The search runs by itself each minute; it can be through from 2026-05-01T13:10:00Z on, once each node answers and each block that it finds is credited.',
        'Conversions: 10 KAS of its owner wait (openlode conversions list).',
        'Adopt it again then. If you know that they are lost for good, add --at-the-pools-cost: the pool bears what the balance lacks.',
        '',
      ].join('\n'),
    });
  });

  it('tells of work that is parked, which leaves the ledger sound', async () => {
    const parked = { batches: 2, shares: 40, since: Date.UTC(2026, 0, 15) };
    expect(await run(['audit'], pool([], parked))).toEqual({
      code: 0,
      out:
        'The ledger is sound: 3 miners, 4 entries.\n' +
        'Parked, and counted nowhere: 2 batches of work with 40 shares, since 2026-01-15. See openlode work parked.\n',
      err: '',
    });
  });

  it('prints JSON for programs', async () => {
    const { out } = await run(['audit', '--json'], pool([drifted]));
    expect(JSON.parse(out)).toEqual({
      sound: false,
      at: 0,
      findings: [drifted],
      parked: none,
      miners: 3,
      entries: '4',
    });
    const treasury = await run(['treasury', '--json']);
    expect(JSON.parse(treasury.out)).toMatchObject([{ asset: 'DOGE', conversion: '-30000' }]);
  });

  it('prints the treasury with its figures to the right', async () => {
    expect((await run(['treasury'])).out).toBe(
      [
        'asset  owed to miners  fees  other  conversion  chains  wallet  missing',
        '-----  --------------  ----  -----  ----------  ------  ------  -------',
        'DOGE            29700   300      0      -30000       0      -1        1',
        '',
      ].join('\n'),
    );
  });

  it('lists what waits, with the reason, and lets it through by id with a reason [R3]', async () => {
    expect((await run(['conversions', 'list'])).out.split('\n').slice(0, 3)).toEqual([
      'id      amount  asset  to    US dollars  since                     held for                               rate by',
      '------  ------  -----  ----  ----------  ------------------------  -------------------------------------  ---------',
      '12/1/7       3  BTC    DOGE      300000  1970-01-01T00:00:00.000Z  worth more than one conversion may be  one + two',
    ]);
    expect(JSON.parse((await run(['conversions', 'list', '--json'])).out)).toMatchObject([
      { why: 'over-cap' },
    ]);
    const asks = await run(['conversions', 'approve', '12/1/7', '--reason', 'a lucky block']);
    expect(asks).toEqual({ code: 2, out: '', err: 'Nothing was done: answer yes, or add --yes.\n' });
    expect(await run(['conversions', 'approve', '12/1/7', '--reason', 'a lucky block', '--yes'])).toEqual({
      code: 0,
      out: '12/1/7: 1 approved. They are converted within seconds of an agreed rate.\n',
      err: '',
    });
    expect(await run(['conversions', 'approve', '1', '--reason', 'x', '--yes'])).toMatchObject({
      code: 2,
      out: 'Nothing under 1 is held by a cap. What waits for a rate needs no approval.\n',
    });
    const silent = await run(['conversions', 'approve', '12/1/7'], noTransport);
    expect(silent.code).toBe(2);
    expect(silent.err).toContain('--reason');
  });

  it.each([
    [
      ['miners', 'list', '--coin', 'doge', '--limit', '5'],
      ['miners list', { coin: 'DOGE', limit: 5 }],
      'DOGE     12.5  DOGE           2  1970-01-01T00:00:00Z  on    winding-down',
    ],
    [['miners', 'show', 'DOGE:D1'], ['miners show', { miner: 'DOGE:D1' }], 'fee             0.75%'],
    [['codes', 'list'], ['codes list', {}], 'MINE     1      2             60  DOGE  D1'],
    [
      ['payouts', 'list', '--state', 'reserved', '--before', '2026-05-01'],
      ['payouts list', { state: 'reserved', before: 1_777_593_600_000, limit: 100 }],
      'DOGE     reserved  room under the cap of the day',
    ],
    [
      ['payouts', 'why', '7'],
      ['payouts why', { id: '7' }],
      'hold           1970-01-01T00:00:00Z by ann: who is it',
    ],
    [
      ['suspensions', 'list'],
      ['suspensions list', {}],
      'DOGE     1970-01-01T00:00:00Z  never-seen  payout 7',
    ],
    [
      ['maintenance', 'list'],
      ['maintenance list', {}],
      'BSC      closed  1970-01-01T00:00:00Z  Back at noon.',
    ],
    [
      ['delisted'],
      ['delisted', {}],
      'XVG   XVG      1970-01-01T00:00:00Z  over             2   7.5       7.5         2       0.2 XVG',
    ],
    [['exchanges', 'list'], ['exchanges list', {}], 'XRP   r1       An exchange  1970-01-01T00:00:00Z'],
    [
      ['work', 'parked'],
      ['work parked', { limit: 50 }],
      'b1  sha256          3       1  1970-01-01T00:00:00Z  1970-01-01T00:00:01Z  1970-01-01T00:00:02Z  cannot be recorded: check constraint',
    ],
    [
      ['miners', 'luck', '--days', '3'],
      ['miners luck', { days: 3, limit: 50 }],
      'sha256        400            4.000   15.0            0.500      0    0.61             0.250              1             1.0         DOGE  D1',
    ],
    [
      ['blocks', 'list', '--since', '2026-05-01', '--before', '2026-05-31', '--state', 'credited'],
      ['blocks list', { since: 1_777_593_600_000, before: 1_780_185_600_000, state: 'credited', limit: 50 }],
      '7      1970-01-01T00:00:00Z  bitcoin       5  ab    credited  1970-01-01T00:01:00Z  3.125 BTC  m1 rig1',
    ],
    ...['2026-05-01  BTC    reward  own            2     0.5', 'Not in it: 3 entries of old rounds'].map(
      (line) =>
        [
          ['ledger', 'days', '--since', '2026-05-01'],
          ['ledger days', { since: 1_777_593_600_000 }],
          line,
        ] as const,
    ),
    [
      ['blocks', 'waiting'],
      ['blocks waiting', {}],
      '4   bitcoin       5  ab    1970-01-01T00:00:00Z  invalid: bad-cb (one)',
    ],
    [
      ['treasury', 'movements', '--limit', '3'],
      ['treasury movements', { limit: 3 }],
      '1970-01-01T00:00:00Z  trade  -0.075  BTC    BTC      30000 DOGE  order 7    to pay miners  ann',
    ],
    [
      ['rates', 'kas'],
      ['rates', { coin: 'kas' }],
      'KAS   coingecko      0.05       0.05  1970-01-01T00:00:00Z  several   does not count: older than ten minutes',
    ],
    [
      ['rates'],
      ['rates', {}],
      'KAS   = the pool   0.0499     0.0501                                  converts: 2 sources agree',
    ],
    [
      ['income', 'list', '--limit', '3'],
      ['income list', { limit: 3 }],
      '1970-01-01T00:00:00Z  other-pool  1.25 LTC  1970-01-01T00:00:00Z  1970-01-01T00:01:00Z     0.2      7  4f0e:0     it came  ann',
    ],
    [
      ['income', 'statements'],
      ['income statements', {}],
      'other-pool  scrypt     1970-01-01T00:00:00Z  LTC        12.5  0.25                  10       0      0.5        0           0    99.50%',
    ],
    [
      ['income', 'lines', '--limit', '3'],
      ['income lines', { limit: 3 }],
      'other-pool   2 LTC  missing  1970-01-01T00:01:00Z  1970-01-01T00:00:00Z  ab12         thief',
    ],
    [
      ['income', 'blocks', '--limit', '3'],
      ['income blocks', { limit: 3 }],
      'other-pool  LTC   1970-01-01T00:01:00Z  late    not yet looked for  ab12',
    ],
    [
      ['treasury', 'sweeps', '--limit', '3'],
      ['treasury sweeps', { limit: 3 }],
      '3  1970-01-01T00:00:00Z  12.5 LTC  0.0000141  ltc1qcold  sent   ab12             1  waits until two nodes have it deep enough: sent 1970-01-01T00:01:00Z  too much  ann',
    ],
    [
      ['orders'],
      ['orders list', {}],
      'ol0123456789abcdef  kraken  sell   2 LTC          99.5 USD  cancelled  1970-01-01T00:00:00Z       0    0',
    ],
    [['orders', 'look'], ['orders look', {}], 'Nothing was ordered at an exchange.'],
    [
      ['orders', 'turns'],
      ['orders turns', {}],
      'kraken  1970-01-01T00:00:00Z  no, it only says it           it would order nothing',
    ],
    [['transfers'], ['transfers list', {}], 'Nothing was brought from an exchange to a wallet.'],
    [
      ['transfers', 'look'],
      ['transfers look', {}],
      'ol56      kraken  1.5 LTC  0.001  ltc1qown  arrived  1970-01-01T00:00:00Z  ab12',
    ],
    [['transfers', 'plan'], ['transfers plan', {}], 'kraken  LTC      1.5        0.002      150  ltc1qown'],
    [
      ['treasury', 'plan'],
      ['treasury plan', {}],
      'LTC                0  not known       1           0         3       1.5           2        0.5      200',
    ],
    [
      ['treasury', 'plan'],
      ['treasury plan', {}],
      'By what kraken offers now. Nothing is sent. Trades, by orders and booked by you: 0 dollars in the last hour',
    ],
    [['treasury', 'plan'], ['treasury plan', {}], 'sell   1.5 LTC          99.5 USD              150'],
    [
      ['treasury', 'plan'],
      ['treasury plan', {}],
      'sell         0.5 LTC  one order may not be worth more (OPENLODE_TRADE_CAP_ORDER)',
    ],
    [
      ['treasury', 'plan'],
      ['treasury plan', {}],
      'buy            7 KAS  no more is missing of what miners are owed and the target',
    ],
    [
      ['treasury', 'plan'],
      ['treasury plan', {}],
      'which lost 0.1. Without a value, because a coin of theirs has no agreed price: 2.',
    ],
    [
      ['treasury', 'sweep-plan', 'LTC'],
      ['treasury sweep-plan', { coin: 'LTC' }],
      'send 12.5 LTC to ltc1qcold, the cold address of the file, for a fee of about 0.0000141 (0.002 at most)? The wallet holds 40 and keeps 27.498 at the least; its target is 5, and miners are owed 20.',
    ],
    [
      ['places', 'address', 'kraken', 'LTC'],
      ['places address', { place: 'kraken', coin: 'LTC' }],
      'ltc1qthere. The signer sends there only what its own list names.',
    ],
    ...[
      'b1     sha256          3  1970-01-01T00:00:01.500Z',
      '5      sha256     1970-01-01T00:00:00Z  open  own nodes  rig1         2    75',
      '5      7      bitcoin       5  ab    credited               1.5 DOGE',
      '7      9      reward  reward:bitcoin:ab:0  1970-01-01T00:01:00Z',
    ].map(
      (line) =>
        [
          ['work', 'of', 'DOGE:D1', '--at', '2026-05-01T09:30:00Z', '--worker', 'rig1'],
          ['work of', { miner: 'DOGE:D1', at: 1_777_627_800_000, worker: 'rig1', within: 20 }],
          line,
        ] as const,
    ),
    [
      ['calls', 'show', '9f1c02ab-77de'],
      ['calls show', { id: '9f1c02ab-77de' }],
      'entry   9 (reserve:7), 1970-01-01T00:01:00Z',
    ],
    [
      ['sessions', 'list', '--miner', 'DOGE:D1', '--client', '192.0.2.1'],
      ['sessions list', { miner: 'DOGE:D1', client: '192.0.2.1', limit: 50 }],
      '1970-01-01T00:00:00Z  1970-01-01T00:01:00Z  sha256     3433  yes  yes          2  rig1    192.0.2.1  q1w2e3r4t5y6  DOGE:D1',
    ],
    [
      ['bans', 'list'],
      ['bans list', { limit: 100 }],
      'q1w2e3r4t5y6  192.0.2.1  1970-01-01T00:10:00Z  refused-login',
    ],
    [
      ['miners', 'owed', '--coin', 'doge', '--limit', '3'],
      ['miners owed', { coin: 'DOGE', limit: 3 }],
      `DOGE  40.5  10.12         12.5%  1970-01-01T00:00:00Z  D1:77    ${miner.uuid}`,
    ],
    [
      ['miners', 'days', 'DOGE:D1', '--days', '7'],
      ['miners days', { miner: 'DOGE:D1', days: 7 }],
      '2026-05-01  12.5    -4        3              8.5',
    ],
    [
      ['ledger', 'export', '/tmp/may.csv', '--since', '2026-05-01', '--until', '2026-05-31'],
      ['ledger export', { file: '/tmp/may.csv', since: 1_777_593_600_000, until: 1_780_185_600_000 }],
      '/tmp/may.csv: 20 postings of 7 entries.\n1 of the entries are of old rounds and stand there without postings',
    ],
    [
      ['log', '--before', '2026-05-01', '--limit', '3'],
      ['log', { before: 1_777_593_600_000, limit: 3 }],
      '1970-01-01T00:00:00Z  ann  restrict  DOGE:D1  botnet',
    ],
  ] as const)('looks with %j, as a table and as JSON', async (args, request, line) => {
    const { code, out } = await run([...args]);
    expect([code, asked]).toEqual([0, [request]]);
    expect(out).toContain(line);
    const json = await run([...args, '--json']);
    expect(JSON.parse(json.out)).toEqual(answers[request[0]]);
  });

  it.each([
    ['hold', 'Payout 7 waits until you approve or release it.\n'],
    ['approve', 'Payout 7 goes on within seconds.\n'],
    ['release', 'Payout 7 is over, and its money is back with its owner.\n'],
    ['retry', 'Payout 7 is tried once more when its turn comes.\n'],
  ])('says what became of a payout that it was asked to %s', async (verb, sentence) => {
    const done = pool([], none, { [`payouts ${verb}`]: () => ({ kind: 'done' }) });
    const args = ['payouts', verb, '7', '--reason', 'botnet'];
    const confirm = async () => true;
    expect(await run(args, done, { confirm })).toEqual({
      code: 0,
      out: sentence,
      err: '',
    });
  });

  it('says of a payout what has to be looked up: where exactly it goes, and what it is worth', async () => {
    const { out } = await run(['payouts', 'why', '7']);
    expect(out).toContain('\nto             D1, memo 77\n');
    expect(out).toContain('\nworth          10.125 US dollars when it was reserved\n');
    expect(out).toContain('\nsent           once\n');
  });

  const reason = ['--reason', 'botnet'];
  const decisions = [
    [
      ['sessions', 'pause', ...reason],
      ['sessions pause', { reason: 'botnet' }],
      0,
      'Within five seconds every process takes no new connections. openlode sessions resume ends that.\n',
      true,
    ],
    [
      ['sessions', 'resume', '--process', 'process-2', ...reason],
      ['sessions resume', { process: 'process-2', reason: 'botnet' }],
      0,
      'Within five seconds process-2 takes connections again.\n',
      false,
    ],
    [
      ['bans', 'lift', '--source', '-1w2e3r4t5y6', ...reason],
      ['bans lift', { source: '-1w2e3r4t5y6', reason: 'botnet' }],
      0,
      '-1w2e3r4t5y6 may connect again: its ban is lifted in pool.\n',
      false,
    ],
    [
      ['restrict', 'DOGE:D1', ...reason],
      ['restrict', { miner: 'DOGE:D1', reason: 'botnet' }],
      0,
      'DOGE:D1 is refused from now on.\n',
      true,
    ],
    [
      ['unrestrict', 'DOGE:D1', ...reason],
      ['unrestrict', { miner: 'DOGE:D1', reason: 'botnet' }],
      0,
      'DOGE:D1 is served again.\n',
      false,
    ],
    [
      ['codes', 'grant', 'DOGE:D1', 'MINE', '--tier', '1', ...reason],
      ['codes grant', { miner: 'DOGE:D1', code: 'MINE', tier: 1, reason: 'botnet' }],
      0,
      'MINE belongs to DOGE:D1: tier 0, with 3 active miners; it may reach tier 1.\n',
      true,
    ],
    [
      ['treasury', 'withdraw', '1', 'BTC', '--reference', 'tx 1', ...reason],
      ['treasury withdraw', { amount: '1', coin: 'BTC', reference: 'tx 1', reason: 'botnet' }],
      2,
      "Only 0.5 is the pool's own: the rest is owed to miners.\n",
      true,
    ],
    [
      ['treasury', 'deposit', '1', 'BTC', '--reference', 'order 7', ...reason],
      ['treasury deposit', { amount: '1', coin: 'BTC', reference: 'order 7', reason: 'botnet' }],
      2,
      'Not booked: reference order 7 is the trade of -0.075 BTC on BTC for 30000 DOGE, booked at 1970-01-01T00:00:00Z by ann. See openlode treasury movements.\n',
      true,
    ],
    [
      ['conversions', 'release', '12/1', ...reason],
      ['conversions release', { id: '12/1', reason: 'botnet' }],
      0,
      '12/1: it is credited at the average of what was sold of it. Conversions have 0.5 XEL of it left to sell.\n',
      true,
    ],
    [
      ['treasury', 'cold-return', '5', 'LTC', '--reference', 'tx 2', ...reason],
      ['treasury cold-return', { amount: '5', coin: 'LTC', reference: 'tx 2', reason: 'botnet' }],
      2,
      'Not booked: 4 lie at the cold addresses of this network.\n',
      true,
    ],
    [
      ['treasury', 'cold-withdraw', '5', 'LTC', '--reference', 'tx 3', ...reason],
      ['treasury cold-withdraw', { amount: '5', coin: 'LTC', reference: 'tx 3', reason: 'botnet' }],
      0,
      'Booked: cold-withdraw 5 LTC.\n',
      true,
    ],
    [
      ['treasury', 'sweep', 'LTC', ...reason],
      ['treasury sweep', { coin: 'LTC', amount: '12.5', reason: 'botnet' }],
      0,
      'Sweep 3: 12.5 leave to ltc1qcold with ab12 within a minute. It is booked once two nodes have it for good: openlode treasury sweeps.\n',
      true,
    ],
    [
      ['treasury', 'sweep', 'LTC', '--to', 'kraken', '--to-sell', ...reason],
      ['treasury sweep', { coin: 'LTC', to: 'kraken', toSell: true, amount: '12.5', reason: 'botnet' }],
      0,
      'Sweep 3: 12.5 leave to ltc1qcold with ab12 within a minute. It is booked once two nodes have it for good: openlode treasury sweeps.\n',
      true,
    ],
    [
      ['treasury', 'sweep-cancel', '3', ...reason],
      ['treasury sweep-cancel', { id: '3', reason: 'botnet' }],
      0,
      'ab13 takes the place of sweep 3. Whichever of the two its chain takes decides: openlode treasury sweeps.\n',
      true,
    ],
    [
      ['treasury', 'sweep-left', '3', ...reason],
      ['treasury sweep-left', { id: '3', reason: 'botnet' }],
      0,
      'Sweep 3 is final.\n',
      true,
    ],
    [
      ['treasury', 'sweep-stayed', '3', ...reason],
      ['treasury sweep-stayed', { id: '3', reason: 'botnet' }],
      2,
      'Not possible: it is final.\n',
      true,
    ],
    [
      ['places', 'open', 'kraken', 'LTC', '--amount', '12', ...reason],
      ['places open', { place: 'kraken', coin: 'LTC', amount: '12', reason: 'botnet' }],
      0,
      'Booked: 12, LTC at kraken. See openlode places.\n',
      true,
    ],
    [
      ['places', 'correct', 'kraken', 'LTC', '--at-most', '1', ...reason],
      ['places correct', { place: 'kraken', coin: 'LTC', amount: '-0.5', atMost: '1', reason: 'botnet' }],
      0,
      'Booked: -0.5, LTC at kraken. See openlode places.\n',
      true,
    ],
    [
      ['orders', 'place', '--send', ...reason],
      ['orders place', { send: true, reason: 'botnet' }],
      2,
      'Nothing was ordered: order ol12 is not over.\n',
      true,
    ],
    [
      ['orders', 'resume', 'kraken', ...reason],
      ['orders resume', { place: 'kraken', reason: 'botnet' }],
      0,
      'Resumed: kraken.\n',
      true,
    ],
    [
      ['transfers', 'send', 'LTC', '--amount', '1.5', '--send', ...reason],
      ['transfers send', { coin: 'LTC', amount: '1.5', send: true, reason: 'botnet' }],
      0,
      'Transfer ol56 of 1.5 LTC is left. See openlode transfers.\n',
      true,
    ],
    [
      ['orders', 'end', 'ol12', '--other-trades', 'T1, T2', ...reason],
      ['orders end', { id: 'ol12', otherTrades: 'T1, T2', reason: 'botnet' }],
      0,
      'Ended: ol12. It is still looked for, once an hour.\n',
      true,
    ],
    [
      ['transfers', 'end', 'ol56', '--record', 'R1', ...reason],
      ['transfers end', { id: 'ol56', record: 'R1', reason: 'botnet' }],
      0,
      'Ended: ol56. Nothing was booked. What the exchange has less is a difference (openlode places), and what is in the wallet a deposit (openlode treasury deposit).\n',
      true,
    ],
    [
      ['orders', 'adopt', 'kraken', 'E1', ...reason],
      ['orders adopt', { place: 'kraken', order: 'E1', reason: 'botnet' }],
      0,
      'Booked: E1, as order ol34. See openlode orders.\n',
      true,
    ],
    [
      ['places', 'write-off', '3', ...reason],
      ['places write-off', { sweep: '3', reason: 'botnet' }],
      0,
      'Booked: -12.5, sweep 3. See openlode places.\n',
      true,
    ],
    [
      ['income', 'add', 'other-pool', '1.25', '--reference', '4f0e:0', ...reason],
      ['income add', { upstream: 'other-pool', amount: '1.25', reference: '4f0e:0', reason: 'botnet' }],
      2,
      'Not credited: it is 1 blocks deep, and 6 are needed.\n',
      true,
    ],
    [
      ['payouts', 'hold', '7', ...reason],
      ['payouts hold', { id: '7', reason: 'botnet' }],
      2,
      'Not possible: payout 7 is settled.\n',
      false,
    ],
    [
      ['payouts', 'approve', '7', ...reason],
      ['payouts approve', { ids: ['7'], reason: 'botnet' }],
      2,
      'Not possible: payout 7 is settled.\n',
      true,
    ],
    [
      ['payouts', 'approve', '5', '7', '8', ...reason],
      ['payouts approve', { ids: ['5', '7', '8'], reason: 'botnet' }],
      0,
      '2 payouts go on within seconds. Left as they are, see openlode payouts why: 8.\n',
      true,
    ],
    [
      ['payouts', 'approve', '--network', 'DOGE', ...reason],
      ['payouts approve', { ids: [], network: 'DOGE', reason: 'botnet' }],
      0,
      '2 payouts go on within seconds. Left as they are, see openlode payouts why: 8.\n',
      true,
    ],
    [
      ['payouts', 'release', '7', ...reason],
      ['payouts release', { id: '7', reason: 'botnet' }],
      2,
      'Not possible: payout 7 is settled.\n',
      true,
    ],
    [
      ['payouts', 'retry', '7', ...reason],
      ['payouts retry', { id: '7', reason: 'botnet' }],
      2,
      'Not possible: payout 7 is settled.\n',
      false,
    ],
    [
      ['payouts', 'funds'],
      ['payouts funds', {}],
      0,
      `coin  network                can be spent  once deep enough  payouts need  payouts  since
----  -------  --------------------------  ----------------  ------------  -------  --------------------
LTC   LTC                             1.5  0.25 in 9 blocks             2        3  1970-01-01T00:00:00Z
ETH   ETH      not known: no node answers                               0        0
`,
      false,
    ],
    [
      ['payouts', 'quote'],
      ['payouts quote', {}],
      0,
      `coin  network      alone          together    cap  paid  rate
----  -------  ---------  ----------------  -----  ----  --------------------------------------------
LTC   LTC      0.0000153  0.00000442 of 50  0.002  LTC   10000 units of 10^-8 for 1,000 virtual bytes
`,
      false,
    ],
    [
      ['payouts', 'rebuild', '7', ...reason],
      ['payouts rebuild', { id: '7', reason: 'botnet' }],
      0,
      '7, 9 leave with ab12. 8 stay where they were: their money is free once two nodes prove that the first transaction can never be confirmed.\n',
      true,
    ],
    [
      ['payouts', 'bump', '7', ...reason],
      ['payouts bump', { id: '7', reason: 'botnet' }],
      0,
      'ab13 pays 7 now. What was signed before may still be confirmed in its place; whichever is, pays once.\n',
      true,
    ],
    [
      ['payouts', 'cancel', '7', ...reason],
      ['payouts cancel', { id: '7', reason: 'botnet' }],
      0,
      'ab14 takes the place of what pays 7, 8. Once two nodes have it in a block for good, their money is back with their owners; one that you hold waits for your word. If they are paid after all, they count as paid.\n',
      true,
    ],
    [
      ['payouts', 'paid', '7', ...reason],
      ['payouts paid', { id: '7', reason: 'botnet' }],
      2,
      'Not possible: it is settled.\n',
      true,
    ],
    [
      ['payouts', 'unpaid', '7', ...reason],
      ['payouts unpaid', { id: '7', reason: 'botnet' }],
      0,
      'Payout 7 is over, and its money goes back to its owner.\n',
      true,
    ],
    [
      ['suspensions', 'suspend', 'doge', ...reason],
      ['suspensions suspend', { network: 'doge', reason: 'botnet' }],
      0,
      'Nothing leaves on DOGE until it is lifted.\n',
      true,
    ],
    [
      ['suspensions', 'suspend', '*', '--recovered', ...reason],
      ['suspensions suspend', { network: '*', recovered: true, reason: 'botnet' }],
      0,
      'Nothing leaves on DOGE until it is lifted.\n',
      true,
    ],
    [
      ['suspensions', 'lift', 'DOGE', ...reason],
      ['suspensions lift', { network: 'DOGE', reason: 'botnet' }],
      0,
      'One suspension is lifted. These still hold payouts back; look into each:\n*, journal-ahead: the journal has sent 7\n',
      true,
    ],
    [
      ['maintenance', 'on', 'bsc', '--message', 'Soon.', '--auto-only'],
      ['maintenance on', { network: 'bsc', message: 'Soon.', autoOnly: true }],
      0,
      'BSC is auto-only.\n',
      true,
    ],
    [
      ['treasury', 'top-up', '1', 'ETH', '--reference', 'tx 2', ...reason],
      ['treasury top-up', { amount: '1', coin: 'ETH', reference: 'tx 2', reason: 'botnet' }],
      0,
      'Booked: top-up 1 ETH.\n',
      true,
    ],
    [
      ['treasury', 'correct', '1', 'BTC', '--reference', 'count of May', ...reason],
      ['treasury correct', { amount: '1', coin: 'BTC', reference: 'count of May', reason: 'botnet' }],
      0,
      'Booked: correct 1 BTC.\n',
      true,
    ],
    [
      ['treasury', 'trade', '1', 'BTC', '30000', 'DOGE', '--reference', 'order 8', ...reason],
      [
        'treasury trade',
        {
          sold: '1',
          soldCoin: 'BTC',
          bought: '30000',
          boughtCoin: 'DOGE',
          reference: 'order 8',
          reason: 'botnet',
        },
      ],
      0,
      'Booked before: trade 1 BTC for 30000 DOGE. Nothing has changed.\n',
      true,
    ],
    [
      ['maintenance', 'abandon', 'BSC', '--message', 'Its node is gone.', ...reason],
      ['maintenance abandon', { network: 'BSC', message: 'Its node is gone.', reason: 'botnet' }],
      0,
      'BSC is abandoned: it stays closed, and payouts on other networks do not wait for its wallet. To end that: openlode maintenance off.\n',
      true,
    ],
    [
      ['maintenance', 'off', 'BSC', ...reason],
      ['maintenance off', { network: 'BSC', reason: 'botnet' }],
      0,
      'BSC is open again.\n',
      false,
    ],
    [
      ['delist', 'XVG', ...reason],
      ['delist', { coin: 'XVG', reason: 'botnet' }],
      0,
      'XVG was delisted already. Nothing has changed.\n',
      true,
    ],
    [
      ['relist', 'XVG', ...reason],
      ['relist', { coin: 'XVG', reason: 'botnet' }],
      2,
      'XVG was not delisted by command.\n',
      false,
    ],
    [
      ['pay-smallest', 'xvg', '--network', 'XVG', ...reason],
      ['pay-smallest', { coin: 'xvg', network: 'XVG', reason: 'botnet', agreed: '2' }],
      2,
      'Not done: 2 payments may cost fees of 0.2 XVG, and only 0.1 XVG is the pool’s own and not promised to other small balances. Name one network with --network, or top it up (openlode treasury top-up).\n',
      true,
    ],
    [
      ['texts', 'write-news', 'soon', '--type', 'pool', '--text', 'Soon.', ...reason],
      ['texts write-news', { slug: 'soon', type: 'pool', text: 'Soon.', reason: 'botnet' }],
      0,
      'news/soon is kept. openlode texts publish news/soon shows it.\n',
      true,
    ],
    [
      [
        'texts',
        'write-article',
        'guide',
        '--title',
        'A guide',
        '--short-text',
        'What it is good for.',
        '--category',
        'payouts',
        '--related',
        'payment-error',
        '--keywords',
        'a, b c',
        '--text',
        'Words.',
        ...reason,
      ],
      [
        'texts write-article',
        {
          slug: 'guide',
          title: 'A guide',
          shortText: 'What it is good for.',
          category: 'payouts',
          place: 100,
          related: ['payment-error'],
          keywords: 'a, b c',
          text: 'Words.',
          reason: 'botnet',
        },
      ],
      0,
      'article/guide is kept, and cannot be shown yet: it leads nowhere\n',
      true,
    ],
    [
      ['texts', 'publish', 'news/soon', ...reason],
      ['texts publish', { name: 'news/soon', writtenAt: '1777593600000', reason: 'botnet' }],
      0,
      'The site shows it within some seconds.\n',
      true,
    ],
    [
      ['texts', 'withdraw', 'news/soon', ...reason],
      ['texts withdraw', { name: 'news/soon', reason: 'botnet' }],
      0,
      'The site shows it no longer.\n',
      true,
    ],
    [
      ['reload-pages', ...reason],
      ['reload-pages', { reason: 'botnet' }],
      0,
      'Every page that is open asks to be reloaded.\n',
      false,
    ],
    [
      ['work', 'count', 'b1', ...reason],
      ['work count', { id: 'b1', reason: 'botnet' }],
      0,
      'b1 is counted: 3 shares.\n',
      true,
    ],
    [
      ['work', 'drop', 'b1', ...reason],
      ['work drop', { id: 'b1', reason: 'botnet' }],
      0,
      'b1 is dropped.\n',
      true,
    ],
    [
      ['blocks', 'accept', '4', ...reason],
      ['blocks accept', { id: '4', reason: 'botnet' }],
      0,
      'Block ab is taken as mature: it is credited while a node has it so.\n',
      true,
    ],
    [
      ['blocks', 'give-up', '4', ...reason],
      ['blocks give-up', { id: '4', reason: 'botnet' }],
      0,
      'Block ab is given up.\n',
      true,
    ],
    [
      ['exchanges', 'add', 'XRP:r1', '--exchange', 'An exchange', ...reason],
      ['exchanges add', { address: 'XRP:r1', exchange: 'An exchange', reason: 'botnet' }],
      0,
      'XRP:r1 needs a memo from now on.\n',
      true,
    ],
    [
      ['exchanges', 'remove', 'XRP:r1', ...reason],
      ['exchanges remove', { address: 'XRP:r1', reason: 'botnet' }],
      0,
      'XRP:r1 needs no memo any more.\n',
      true,
    ],
  ] as const;
  it.each(decisions)(
    'decides with %j, and asks first where it cannot be undone',
    async (args, request, code, out, asks) => {
      const questions: string[] = [];
      // What is at stake is read first.
      const decided = () =>
        asked.filter(
          ([verb]) =>
            !['payouts why', 'delisted', 'treasury sweep-plan', 'places list', 'texts show'].includes(verb),
        );
      const answering = (answer: boolean) => async (question: string) => {
        questions.push(question);
        return answer;
      };
      expect(await run([...args], undefined, { confirm: answering(true) })).toEqual({ code, out, err: '' });
      expect(decided()).toEqual([request]);
      expect(questions.length).toBe(asks ? 1 : 0);
      if (!asks) return;
      asked = [];
      const refused = { code: 2, out: '', err: 'Nothing was done: answer yes, or add --yes.\n' };
      expect(await run([...args], undefined, { confirm: answering(false) })).toEqual(refused);
      // There is no terminal.
      expect(await run([...args])).toEqual(refused);
      expect(decided()).toEqual([]);
      expect(await run([...args, '--yes'])).toEqual({ code, out, err: '' });
      expect(decided()).toEqual([request]);
    },
  );

  it('asks about a payout with its amount and its receiver', async () => {
    const questions: string[] = [];
    const confirm = async (question: string) => {
      questions.push(question);
      return false;
    };
    await run(['payouts', 'approve', '5', '7', '--reason', 'plausible'], undefined, { confirm });
    await run(['payouts', 'release', '7', '--reason', 'asked for'], undefined, { confirm });
    await run(['payouts', 'approve', '--network', 'TRX', '--reason', 'plausible'], undefined, { confirm });
    const receiver = `(${payout.amount} ${payout.coin} on ${payout.network} to ${payout.address}`;
    expect(questions[0]?.split(receiver)).toHaveLength(3);
    expect(questions[0]).toContain('what was sent does not come back');
    expect(questions[1]).toContain(receiver);
    expect(questions[2]).toMatch(/^approve every held payout on TRX\? /);
  });

  it('asks about a sweep with its address, amount, fee and what stays', async () => {
    const questions: string[] = [];
    const confirm = async (question: string) => {
      questions.push(question);
      return false;
    };
    await run(['treasury', 'sweep', 'LTC', '--reason', 'too much'], undefined, { confirm });
    for (const part of ['send 12.5 LTC to ltc1qcold', 'about 0.0000141 (0.002 at most)', 'keeps 27.498'])
      expect(questions[0]).toContain(part);
    // The question is of the amount that the check has found, and so is what is done.
    const planned = asked.filter(([verb]) => verb === 'treasury sweep-plan').map(([, input]) => input);
    expect(planned).toEqual([{ coin: 'LTC' }, { coin: 'LTC', amount: '12.5' }]);
    const plan = answers['treasury sweep-plan'] as object;
    const ofToken = pool([], none, {
      'treasury sweep-plan': () => ({ ...plan, coin: 'USDT', feeAsset: 'ETH' }),
    });
    expect((await run(['treasury', 'sweep-plan', 'USDT'], ofToken)).out).toContain(
      'about 0.0000141 ETH (0.002 ETH at most)',
    );
  });

  it('books at an exchange what was shown, and says what that is', async () => {
    const questions: string[] = [];
    const confirm = async (question: string) => {
      questions.push(question);
      return true;
    };
    const args = ['places', 'correct', 'kraken', 'LTC', '--at-most', '1', '--reason', 'sold'];
    const { code, out } = await run(args, undefined, { confirm });
    expect([code, out]).toEqual([0, 'Booked: -0.5, LTC at kraken. See openlode places.\n']);
    expect(questions[0]).toContain('kraken has 0.5 LTC less than the ledger says');
    expect(asked.find(([verb]) => verb === 'places correct')).toMatchObject([
      'places correct',
      { place: 'kraken', coin: 'LTC', amount: '-0.5', atMost: '1' },
    ]);
  });

  it('names miners that stand out, each by what its alarm compares, and ends with 1 for one', async () => {
    const [one] = answers['miners alarms'] as readonly object[];
    const others = [
      { ...one, alarm: 'withheld-blocks', expectedBlocks: 30, foundBlocks: 4, blockChance: 3.6e-9 },
      { ...one, alarm: 'credit-per-hash', creditPerHash: 1.5, excess: 9.25, days: 35 },
    ];
    const named = await run(
      ['miners', 'alarms'],
      pool([], none, { 'miners alarms': () => [one, ...others] }),
    );
    expect([named.code, ...named.out.trimEnd().split('\n').slice(2)]).toEqual([
      1,
      'withheld-relayed-blocks     7  sha256         15.3      0     2.4e-7  DOGE  D1',
      'withheld-blocks             7  sha256         30.0      4     3.6e-9  DOGE  D1',
      'credit-per-hash            35  sha256        1.000  1.500  9.3 sigma  DOGE  D1',
    ]);
    expect(await run(['miners', 'alarms'], pool([], none, { 'miners alarms': () => [] }))).toEqual({
      code: 0,
      out: 'Chance explains the shares and blocks of every miner.\n',
      err: '',
    });
  });

  it('ends with 1 where a block is missing that its pool was sent in time', async () => {
    const [block] = answers['income blocks'] as readonly object[];
    const codeOf = async (more: object): Promise<number> =>
      (await run(['income', 'blocks'], pool([], none, { 'income blocks': () => [{ ...block, ...more }] })))
        .code;
    expect(await codeOf({ answer: 'unanswered', fate: 'missing' })).toBe(1);
    expect(await codeOf({ answer: 'unsent', fate: 'lost' })).toBe(0);
    expect(await codeOf({ answer: 'accepted', fate: 'lost' })).toBe(0);
    expect(await codeOf({ answer: 'accepted' })).toBe(0);
  });

  it('says how often another pool pays, since when a payment is due, and why what it pays is not judged', async () => {
    const standing: UpstreamStanding = {
      upstream: 'other-pool',
      algorithm: 'kheavyhash',
      hasWork: true,
      connections: 2,
      forwarded: 100,
      acceptedPercent: '99.00',
      forwardedPercent: '101.00',
      blocksFound: 0,
      blocksExpected: '0.10',
      fates: { waiting: 0, 'in-chain': 0, lost: 0, missing: 0, unjudged: 0 },
      notJudged: 'a share of kheavyhash does not say what nodes call its block',
      networkPercent: null,
      unsent: 0,
      lastIncomeAt: 0,
      unpaidSince: 60_000,
      usualIntervalMs: 5_400_000,
      dueSince: 5_400_000,
      newestPerBlock: null,
      earlierPerBlock: null,
      paidPerBlock: null,
      incomePercent: null,
      incomeLeast: null,
      incomeDays: null,
      incomeNotJudged: 'write coinsPerBlock',
      byLuck: null,
      expectedPerBlock: null,
    };
    const { out } = await run(
      ['income', 'upstreams'],
      pool([], none, { 'income upstreams': () => [standing] }),
    );
    const [heading = '', , line = ''] = out.split('\n');
    const cell = (name: string, width: number): string =>
      line.slice(heading.indexOf(name), heading.indexOf(name) + width).trim();
    expect(cell('last paid', 20)).toBe('1970-01-01T00:00:00Z');
    expect(cell('usually', 11)).toBe('every 1.5 h');
    expect(cell('due since', 20)).toBe('1970-01-01T01:30:00Z');
    expect(line.endsWith('not judged: write coinsPerBlock')).toBe(true);
  });

  it('ends with 1 where a place differs', async () => {
    const { code, out } = await run(['places']);
    expect(code).toBe(1);
    expect(out).toContain('kraken  LTC     12.5          12  difference');
  });

  it('says what each sweep waits for', async () => {
    const [sweep] = answers['treasury sweeps'] as readonly object[];
    const printed = async (more: object): Promise<string> => {
      const listed = pool([], none, { 'treasury sweeps': () => [{ ...sweep, ...more }] });
      return (await run(['treasury', 'sweeps'], listed)).out;
    };
    expect(await printed({ state: 'planned' })).toContain('  is signed within a minute  ');
    expect(await printed({ state: 'signed' })).toContain('  leaves within a minute  ');
    expect(await printed({ isFound: true })).toContain('was found, and is not sent from here: waits until');
    expect(await printed({ state: 'final' })).not.toContain('waits');
    expect(await printed({ note: 'it waits for this' })).toContain('  it waits for this  ');
    expect(await printed({ coin: 'USDT', feeAsset: 'ETH' })).toContain('  0.0000141 ETH  ');
  });

  it('asks about the smallest balances with their number and the most that they cost, and about none', async () => {
    const questions: string[] = [];
    const confirm = async (question: string) => {
      questions.push(question);
      return false;
    };
    await run(['pay-smallest', 'XVG', '--reason', 'the last ones'], undefined, { confirm });
    expect(questions).toEqual([
      'Pay the smallest balances: 2 payments of XVG on XVG, with fees of up to 0.2 XVG? The fees are the pool’s.',
    ]);
    const other = await run(['pay-smallest', 'XVG', '--network', 'BSC', '--reason', 'x'], undefined, {
      confirm,
    });
    expect(other).toMatchObject({ code: 2, out: expect.stringMatching(/^Nothing to pay: /) });
    expect(questions.length).toBe(1);
    const small = ['pay-smallest', 'XVG', '--least', '0.05', '--reason', 'worth it'] as const;
    await run([...small], undefined, { confirm });
    expect(asked.findLast(([verb]) => verb === 'delisted')).toEqual(['delisted', { least: '0.05' }]);
    const malformed = await run(['pay-smallest', 'XVG', '--least', '0,05', '--reason', 'x']);
    expect(malformed).toMatchObject({
      code: 2,
      out: '--least takes an amount of the coin, for example 0.05.\n',
    });
  });

  it('lists the payouts of a miner, a coin and a network, however they are typed, and names what there is not', async () => {
    const typed = ['--miner', 'DOGE:D1', '--coin', 'doge', '--network', 'doge', '--since', '1970-01-02'];
    expect((await run(['payouts', 'list', ...typed])).code).toBe(0);
    expect(asked).toEqual([
      ['miners show', { miner: 'DOGE:D1' }],
      ['payouts list', { miner: miner.uuid, coin: 'DOGE', network: 'DOGE', since: 86_400_000, limit: 100 }],
    ]);
    const never = pool([], none, {
      'miners show': () => ({ kind: 'never-mined', coin: 'DOGE', address: 'D2' }),
    });
    for (const [named, out] of [
      [['--coin', 'NOPE'], 'NOPE is no coin of the catalogue.\n'],
      [['--network', 'NOPE'], 'No coin has this network.\n'],
      [['--miner', 'DOGE:D2'], 'No accepted share was ever mined to DOGE:D2.\n'],
    ] as const)
      expect(await run(['payouts', 'list', ...named], never)).toMatchObject({ code: 2, out });
  });

  it('refuses to list the connections of an algorithm or an address that there is none of', async () => {
    for (const [named, out] of [
      [['--algorithm', 'sha-256'], 'sha-256 is no algorithm of the catalogue.\n'],
      [['--client', '192.0.2'], '192.0.2 is no network address.\n'],
    ] as const)
      expect(await run(['sessions', 'list', ...named])).toMatchObject({ code: 2, out });
    expect((await run(['sessions', 'list', '--client', '2001:db8:0:1::/64'])).code).toBe(0);
  });

  it('refuses to list the miners of a coin that there is none of', async () => {
    expect(await run(['miners', 'list', '--coin', 'NOPE'])).toMatchObject({
      code: 2,
      out: 'NOPE is no coin of the catalogue.\n',
    });
  });

  it('has a row here for every verb that decides', () => {
    const shown = new Set(decisions.map(([, [name]]) => name as string));
    // These have tests of their own above.
    for (const name of ['conversions approve', 'payouts adopt', 'payouts disregard']) shown.add(name);
    expect(verbs.filter(({ decides, name }) => decides && !shown.has(name)).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('decides nothing without a reason', async () => {
    for (const [args] of decisions.filter(([each]) => (each as readonly string[]).includes('--reason'))) {
      const silent = await run(args.slice(0, -2), noTransport);
      expect(silent.code).toBe(2);
      expect(silent.err).toContain('--reason');
    }
  });

  it('checks the news, and the pool', async () => {
    const news = await run(['news', 'check']);
    expect([news.code, news.out.split('\n')[2]]).toEqual([
      1,
      'b.md                            news b: at is missing',
    ]);
    const ill = { subject: 'disk', state: 'ill', found: '0.1 GiB free', advice: 'Make room.' } as const;
    const well = { subject: 'clock', state: 'well', found: '0 ms', advice: '' } as const;
    const looking = (found: unknown[]) => pool([], none, { doctor: () => found });
    const doctor = await run(['doctor'], looking([ill, well]));
    expect([doctor.code, doctor.out]).toEqual([
      1,
      [
        '     what   found         what to do',
        '---  -----  ------------  ----------',
        'BAD  disk   0.1 GiB free  Make room.',
        'ok   clock  0 ms',
        '',
      ].join('\n'),
    ]);
    expect((await run(['doctor'], looking([well]))).code).toBe(0);
  });

  it('shows settings with where each comes from', async () => {
    const shown = pool([], none, {
      'settings show': () => [
        { name: 'DATABASE_URL', value: 'postgres://a:hidden@db/openlode', isSet: true },
        { name: 'OPENLODE_PORT', value: '8080', isSet: false },
      ],
    });
    expect((await run(['settings', 'show', '--set'], shown)).out).toBe(
      [
        'setting        value                            from',
        '-------------  -------------------------------  ------------',
        'DATABASE_URL   postgres://a:hidden@db/openlode  the settings',
        'OPENLODE_PORT  8080                             this release',
        '',
      ].join('\n'),
    );
  });

  it('checks a file of settings', async () => {
    expect(await run(['settings', 'check', '/etc/openlode.env'])).toMatchObject({
      code: 0,
      out: '/etc/openlode.env can be used as it is.\n',
    });
    expect(await run(['settings', 'check', 'wrong.env'])).toMatchObject({
      code: 1,
      out: 'line  fault\n----  ----------------------------\n   7  OPENLODE_PORT must be a port\n',
    });
  });

  it('explains every command without a pool', async () => {
    expect(names.length).toBeGreaterThan(45);
    for (const name of ['', ...names]) {
      const help = await run([...name.split(' ').filter(Boolean), '--help'], noTransport);
      expect(help.code).toBe(0);
      expect(help.out).toContain('Usage: openlode');
    }
    expect(await run(['--version'], noTransport)).toEqual({ code: 0, out: '9.9.9\n', err: '' });
  });

  it('says in the help of every command what it ends with', async () => {
    const withFinding = verbs.filter(({ finding }) => finding !== undefined).map(({ name }) => name);
    expect(withFinding.toSorted()).toEqual([
      'audit',
      'blocks compare',
      'config check',
      'doctor',
      'income blocks',
      'income places',
      'income statements',
      'miners alarms',
      'miners luck',
      'move-to-postgres',
      'news check',
      'orders list',
      'orders look',
      'orders turns',
      'payouts compare',
      'places list',
      'restore',
      'settings check',
      'transfers list',
      'transfers look',
    ]);
    for (const { name, finding } of verbs) {
      const [, codes = ''] = (await run([...name.split(' '), '--help'])).out.split('\nExit codes:\n');
      expect(codes, `openlode ${name} has no help: is its family without a group?`).not.toBe('');
      expect(codes.trimEnd().split('\n'), `openlode ${name} --help`).toEqual([
        '  0  it was done',
        ...(finding === undefined ? [] : [`  1  ${finding.means}`]),
        '  2  it was not done, or the outcome is unknown; the output says why',
      ]);
    }
  });

  it('is listed in the operating guide as it is, and the guide shows no other', async () => {
    const path = fileURLToPath(new URL('../../../../../docs/operating.md', import.meta.url));
    const guide = readFileSync(path, 'utf8');
    // `vitest run -u` writes the list.
    await expect(withCommands(guide)).toMatchFileSnapshot(path);
    const shown = [...guide.matchAll(/^\$ openlode (.+)$/gm)].map(([, line = '']) => line);
    expect(shown.length).toBeGreaterThan(45);
    const isCommand = (line: string) => names.some((name) => line === name || line.startsWith(`${name} `));
    expect(shown.filter((line) => !isCommand(line))).toEqual([]);
  });

  it('ends with 2 and says what is wrong with its arguments', async () => {
    for (const args of [['audits'], ['backup'], ['audit', '--jsno'], ['audit', 'extra']]) {
      const wrong = await run(args, noTransport);
      expect(wrong.code).toBe(2);
      expect(wrong.err).toContain('--help');
    }
  });
});
