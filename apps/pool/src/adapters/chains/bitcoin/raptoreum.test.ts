import { describe, expect, it } from 'vitest';
import { UnreadableAnswer } from '../nodes/node-answers.ts';
import { frameBlock } from './build-template.ts';
import { bitcoinChains } from './chain-facts.ts';
import { freeBytes } from './coinbase.ts';
import { toDisplay } from './hash-text.ts';
import { readBlock } from './read-block.ts';
import { readTemplate } from './read-template.ts';
import { payoutScript } from './payout-script.ts';
import { sha256d } from './sha256d.ts';
import { raptoreum122038 } from './testing/recorded.ts';

const found = bitcoinChains.find(({ asset }) => asset === 'RTM');
if (found === undefined) throw new Error('there is no Raptoreum');
const facts = found;
const read = (changes: Readonly<Record<string, unknown>> = {}) =>
  readTemplate({ ...raptoreum122038, ...changes }, facts);
const address = 'RHP3VKiSYH4putQeSKLwr47QDdERa6H6G1';
const script = payoutScript(facts, 'main', address);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('a published template of Raptoreum', () => {
  it('pays the pool what smartnode and founder leave', () => {
    const { value, demanded, payload, height, bits } = read();
    expect({ value, height, bits, payload: payload?.length }).toEqual({
      value: 375_000_000_499n,
      height: 122_038,
      bits: 0x1f0145d3,
      payload: 70,
    });
    expect(demanded.map((output) => [output.value, hexOf(output.script)])).toEqual([
      [100_000_000_133n, '76a9144a3ae8c7ac2e308c1cce30efae12ea3d68803b6388ac'],
      [25_000_000_033n, '76a9147a1636c0913039c7a3f0b124dc6e625ade02f0c688ac'],
    ]);
  });

  it('becomes a block of a coinbase of version 3 and kind 5, with its payload at the end', () => {
    const frame = frameBlock('rtm-main', read(), { script, tag: '/Openlode test/' });
    const coinbase = Buffer.concat([frame.coinbasePrefix, new Uint8Array(freeBytes), frame.coinbaseSuffix]);
    expect(hexOf(coinbase.subarray(0, 41))).toBe(`0300050001${'00'.repeat(32)}ffffffff`);
    // The height, 122,038, is the one of the payload.
    expect(hexOf(coinbase.subarray(42, 46))).toBe('03b6dc01');
    expect(hexOf(coinbase)).toContain(
      'ffffffff03' +
        'f3e7bd4f570000001976a91458dc54f51551db0f20508df7e6e734b477eb7d8088ac' +
        '85e87648170000001976a9144a3ae8c7ac2e308c1cce30efae12ea3d68803b6388ac' +
        '21ba1dd2050000001976a9147a1636c0913039c7a3f0b124dc6e625ade02f0c688ac' +
        '00000000460200b6dc0100c0bad32ec53b58694dd54ea434345b840e8f0c61a9666c33f1e140f50f7540fdeec22668d6d66da92433abbc5f8222fe9c77a5908e5dd386b65e82949d7f23b3',
    );
    const header = new Uint8Array(80).fill(7);
    const block = frame.submissionOf(header, coinbase);
    expect(readBlock(block)).toEqual({ hash: toDisplay(sha256d(header)), value: 375_000_000_499n });
    expect(hexOf(block).endsWith('c995200d1186cc7e02586588acb5dc0100')).toBe(true);
    expect(block[80]).toBe(2);
  });

  it('holds a transaction under the name that its bytes have', () => {
    const [transaction] = read().transactions;
    expect(hexOf(sha256d(transaction?.bytes ?? new Uint8Array()))).toBe(
      hexOf(transaction?.txid ?? new Uint8Array()),
    );
  });

  it('pays no one who is not due', () => {
    const { value, demanded, payload } = read({ smartnode: [], founder: {}, coinbase_payload: '' });
    expect({ value, demanded, payload }).toEqual({
      value: 500_000_000_665n,
      demanded: [],
      payload: undefined,
    });
    expect(read({ superblock: [{ script: '51', amount: 5 }] }).demanded).toHaveLength(3);
  });

  it.each([
    [{ smartnode: [{ payee: 'x', amount: 1 }] }, 'script is not whole bytes in hexadecimal digits'],
    [{ smartnode: [{ script: '', amount: 1 }] }, 'the script of a payee has 0 bytes'],
    [{ founder: { script: '51', amount: -1 } }, 'amount is no whole number'],
    [
      { founder: { script: '51', amount: 300_000_000_000 } },
      'the block must pay 400000000133 of 500000000665 to others',
    ],
    [{ founder: [1] }, 'founder is no object'],
    [
      { smartnode: Array.from({ length: 65 }, () => ({ script: '51', amount: 0 })) },
      '66 payees are too many',
    ],
    [{ coinbase_payload: '00'.repeat(1001) }, 'coinbase_payload has 1001 bytes'],
    [{ masternode: [{ payee: 'x' }] }, 'the block must carry payments to masternodes (masternode)'],
  ])('is refused with %j', (changes, words) => {
    expect(() => read(changes)).toThrow(UnreadableAnswer);
    expect(() => read(changes)).toThrow(words);
  });
});

it('is refused by a chain that pays no smartnodes', () => {
  expect(() => readTemplate(raptoreum122038, { rules: [] })).toThrow(
    "the block must carry the founder's part (founder)",
  );
});

it('begins with the block that its parameters name', () => {
  const genesis = Buffer.alloc(80);
  genesis.writeUInt32LE(4);
  Buffer.from('87a48bc22468acdd72ee540aab7c086a5bbcddc12b51c6ac925717a74c269453', 'hex')
    .reverse()
    .copy(genesis, 36);
  genesis.writeUInt32LE(1_614_369_600, 68);
  genesis.writeUInt32LE(0x20001fff, 72);
  genesis.writeUInt32LE(1130, 76);
  expect(toDisplay(sha256d(genesis))).toBe(facts.networks.main.genesis);
});
