import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExchangeTransfer } from '../../kernel/exchange.ts';
import { judgeRecords } from './book-arrivals.ts';

const transit = { txid: 'ab', ids: [], amount: 5n, coin: 'LTC', place: 'kraken' };
const record: ExchangeTransfer = {
  kind: 'deposit',
  exchangeId: 'one',
  id: undefined,
  coin: 'LTC',
  address: 'here',
  amount: 5n,
  fee: 0n,
  state: 'done',
  txid: 'ab',
  at: 0,
};

describe('the record of an exchange', () => {
  it('names it by an id that its network has, or had it under', () => {
    const renamed = { ...transit, txid: 'ef', ids: ['ab', 'cd'] };
    expect(judgeRecords(renamed, [record])).toEqual({ record: 'one' });
    expect(judgeRecords(renamed, [{ ...record, txid: 'CD' }])).toEqual({ record: 'one' });
    expect(judgeRecords({ ...renamed, ids: ['cd'] }, [record])).toEqual({ note: null });
  });

  it('passes over the form of it that failed, where the other came in', () => {
    const renamed = { ...transit, txid: 'ef', ids: ['ab', 'cd'] };
    const failed = { ...record, txid: 'cd', state: 'failed' as const };
    expect(judgeRecords(renamed, [failed, record])).toEqual({ record: 'one' });
    expect(judgeRecords(renamed, [failed])).toMatchObject({ note: expect.stringContaining('as failed') });
    expect(judgeRecords(renamed, [record, { ...record, txid: 'cd' }])).toMatchObject({
      note: expect.stringContaining('2 times'),
    });
  });

  it.each([
    ['nothing', [], { note: null }],
    ['it, in other letters', [{ ...record, txid: 'AB' }], { record: 'one' }],
    ['it as pending', [{ ...record, state: 'pending' }], { note: 'kraken has not credited it yet' }],
    ['it as failed', [{ ...record, state: 'failed' }], { note: 'kraken names it as failed' }],
    [
      'one unit less',
      [{ ...record, amount: 4n }],
      { note: 'kraken names 0.000000000000000004 LTC with a fee of 0 for it, and not 0.000000000000000005' },
    ],
    [
      'it twice',
      [record, { ...record, exchangeId: 'two' }],
      { note: 'kraken names its transaction 2 times' },
    ],
    ['no transaction', [{ ...record, txid: undefined }], { note: null }],
  ] as const)('books a transfer by its transaction alone: it names %s', (_name, records, expected) => {
    expect(judgeRecords(transit, records)).toEqual(expected);
  });

  it('says the same in any order, and whatever else it names [L15]', () => {
    const others = fc.array(
      fc.record({
        txid: fc.constantFrom('cd', 'ef', '', undefined),
        amount: fc.bigInt(0n, 9n),
        state: fc.constantFrom('done' as const, 'pending' as const, 'failed' as const),
        exchangeId: fc.string(),
      }),
    );
    fc.assert(
      fc.property(others, fc.nat(), fc.boolean(), (more, place, isNamed) => {
        const records: ExchangeTransfer[] = more.map((each) => ({ ...record, ...each }));
        if (isNamed) records.splice(place % (records.length + 1), 0, record);
        expect(judgeRecords(transit, records)).toEqual(isNamed ? { record: 'one' } : { note: null });
      }),
    );
  });
});
