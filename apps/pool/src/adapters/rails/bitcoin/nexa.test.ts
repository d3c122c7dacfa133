import { describe, expect, it } from 'vitest';
import type { PaymentOrder } from '../../../domain/kernel/rail.ts';
import { coinsMadeBy, isKnownAs, outputNamed } from './coin-names.ts';
import { readTransaction } from './read-transaction.ts';
import { paidChain, railInForm } from './testing/payments-in-form.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Signed by libnexa-ts 3.0.0, out of coins with made-up outpoints: 4,000,000 to a template, 4,900,000 to the hash of a key. */
const signed =
  '000200313131313131313131313131313131313131313131313131313131313131313163405bf124dae25e4300f7d33def70385c21f972ff04b053ff9e16ba78e250c222f63f6c537016c16680a7bb51a0e1d13646dc2eb2e64f3ad6f798a1c6fd06714cf421031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078fffffffffc0c62d000000000000727272727272727272727272727272727272727272727272727272727272727263405bf124dae25e4300f7d33def70385c21f972ff04b053ff9e16ba78e250c222f63f6c537016c16680a7bb51a0e1d13646dc2eb2e64f3ad6f798a1c6fd06714cf421031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078fffffffff808d5b0000000000020100093d0000000000170051140e9477b0df14abb9c019b642205653bd6af75ea000a0c44a00000000001976a91479b000887626b294a914501a4cd226b58b23598388ac00000000';
const idem = 'b0621e3efe30485f78ee69b644a131868d50252b96560ee85508be679321a460';

describe('a transaction of Nexa', () => {
  const read = readTransaction(bytesOf(signed), 'nexa');

  it('is named by its idem, and its coins by outpoints', () => {
    expect(read).toMatchObject({
      txid: idem,
      effect: idem,
      inputs: [{ coin: `${'31'.repeat(32)}:0` }, { coin: `${'72'.repeat(32)}:0` }],
      outputs: [{ value: 4_000_000n }, { value: 4_900_000n }],
      virtualBytes: signed.length / 2,
    });
    const [first = '', second = ''] = coinsMadeBy(read);
    expect(second).toMatch(/^[0-9a-f]{64}:0$/);
    expect(outputNamed(read, second)).toMatchObject({ at: 1, value: 4_900_000n });
    expect([outputNamed(read, `${idem}:1`), first === second]).toEqual([undefined, false]);
    expect([idem, second.slice(0, 64), '31'.repeat(32)].map((id) => isKnownAs(read, id))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('has the same idem with other signatures, and another one with anything else', () => {
    const other = readTransaction(bytesOf(signed.replace('405bf124', '405cf124')), 'nexa');
    expect(other.txid).toBe(idem);
    for (const [part, changed] of [
      ['c0c62d', 'c1c62d'],
      ['ffffffff808d', 'feffffff808d'],
      ['00a0c44a', '00a1c44a'],
      ['88ac00000000', '88ac01000000'],
    ] as const)
      expect(readTransaction(bytesOf(signed.replace(part, changed)), 'nexa').txid).not.toBe(idem);
  });

  it('is at no address where an output is not of the type of its script', () => {
    const swapped = readTransaction(bytesOf(signed.replace('020100093d', '020000093d')), 'nexa');
    expect(swapped.outputs[0]).toEqual({ script: new Uint8Array(), value: 4_000_000n });
  });

  it('is refused where it is none', () => {
    for (const bytes of [
      `${signed}00`,
      signed.slice(0, -2),
      `01${signed.slice(2)}`,
      signed.replace('000200', '000201'),
    ])
      expect(() => readTransaction(bytesOf(bytes), 'nexa')).toThrow(RangeError);
    expect(() => readTransaction(bytesOf(signed))).toThrow(RangeError);
  });
});

const facts = paidChain('NEXA');
const own = 'nexareg:qp63uahgrxged4z5jswyt5dn5v3lzsem6c35dxzyvd';
const coins = [
  { value: 3_000_000n, time: 1 },
  { value: 2_500_000n, time: 2 },
];

describe('the rail of Nexa', () => {
  const order: PaymentOrder = {
    payoutId: 1n,
    coin: 'NEXA',
    network: 'NEXA',
    address: 'nexa:nqtsq5g5hw4x0rymhslww06kk0n5a6f5cyru32h0529466md',
    memo: '',
    amount: 40_000n * 10n ** 18n,
  };
  const opened = (change?: (bytes: Uint8Array) => Uint8Array) =>
    railInForm(facts, own, coins, change, {
      rates: { floor: 1000n, cap: 20_000n },
      feeMax: 500n * 10n ** 18n,
    });

  it('pays a template out of coins at the hash of a key, in two decimals', async () => {
    const { rail, asked, deposits, book } = opened();
    const outcome = await rail.build([order], []);
    if (outcome.kind !== 'signed') throw new Error(`not signed: ${JSON.stringify(outcome)}`);
    const read = readTransaction(outcome.bytes, 'nexa');
    expect(read.inputs.map(({ coin }) => coin)).toEqual(deposits.map(({ txid }) => `${txid}:0`));
    // 4 + 1 + 2 × 148 + 1 + 33 + 35 + 4 bytes: 14 more than it has.
    expect(read.virtualBytes).toBe(374 - 14 + 5);
    expect(read.outputs).toEqual([
      { script: book.scriptOf(order.address), value: 4_000_000n },
      { script: book.changeScript, value: 1_500_000n - 374n },
    ]);
    expect(outcome.txid).toBe(read.txid);
    expect(outcome.proof).not.toHaveProperty('id');
    const previous = Buffer.from(asked[0]?.psbt ?? new Uint8Array()).toString('hex');
    for (const each of deposits) expect(previous).toContain(each.hex);
    expect(await rail.inspect({ ...outcome, network: 'NEXA' })).toMatchObject({
      txid: read.txid,
      fee: { asset: 'NEXA', amount: 374n * 10n ** 16n },
      outputs: [{ amount: 40_000n * 10n ** 18n }, { address: own }],
    });
  });

  it('takes from its signer no payment whose input says to be worth something else', async () => {
    const { rail } = opened((bytes) => {
      const other = Uint8Array.from(bytes);
      const at = 2 + 33 + 1 + 99 + 4;
      other[at] = (other[at] ?? 0) ^ 1;
      return other;
    });
    await expect(rail.build([order], [])).rejects.toThrow(
      'the signer has signed other terms than it was asked to',
    );
  });

  it.each([
    ['that only looks at its coin', '01', 'rejected'],
    ['that spends its coin', '00', 'invalidated'],
  ])('asks the bytes of another transaction whether a payment is over: one %s', async (_case, type, how) => {
    const { rail, deposits, fakes } = opened();
    const outcome = await rail.build([order], []);
    if (outcome.kind !== 'signed') throw new Error('not signed');
    const outpoint = deposits[0]?.txid ?? '';
    const raw = signed
      .replace('0002000', `0002${type}0`)
      .replace('31'.repeat(32), Buffer.from(outpoint, 'hex').reverse().toString('hex'));
    const txid = type === '00' ? readTransaction(bytesOf(raw), 'nexa').txid : idem;
    for (const { answers } of fakes) {
      answers.set('gettxout', () => ({ kind: 'result', value: null }));
      answers.set('getblockcount', () => ({ kind: 'result', value: 100 }));
      answers.set('getblock', () => ({
        kind: 'result',
        value: { tx: [{ txid, vin: [{ txid: outpoint, vout: 0 }] }] },
      }));
      answers.set('getblockheader', () => ({ kind: 'result', value: { confirmations: 50 } }));
      answers.set('getrawtransaction', () => ({ kind: 'result', value: raw }));
    }
    const said = rail.lookUp('NEXA', outcome.txid, outcome.proof);
    if (how === 'rejected') await expect(said).rejects.toThrow(`nothing shows that ${txid} has spent`);
    else expect((await said).map(({ status }) => status.kind)).toEqual([how, how]);
  });
});
