import { fromRlp, toRlp } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import type { Hex } from './quantities.ts';
import { readPayment } from './read-transaction.ts';
import { evmKeySigner } from './testing/key-signer.ts';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
const account = '0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';
const payee: Hex = '0x3535353535353535353535353535353535353535';

/** The example of EIP-155. */
const older =
  'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83';
/** As viem and the signer write them. */
const ofCoin =
  '02f875827a6907843b9aca008502540be40082ea60943535353535353535353535353535353535353535884563918244f4000080c080a01a64666812da47c27d6f7636b0ad9c62fab3d52e66efb015ee378fa1c0795461a04a5ed55ada34eb114cefd5ac7d9f172f83d8d05f226339a51aad8174aba4c034';
const ofToken =
  '02f8b2827a6907843b9aca008502540be40082ea6094d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d180b844a9059cbb0000000000000000000000003535353535353535353535353535353535353535000000000000000000000000000000000000000000000000000000000016e360c001a0590e59d84255e0c26d3709deb90f43fb1629d8f27347a0ee3e527077f65271d5a003e3a69c14b4280f8c0cbad6862865fd091eeba55c00111d4b12536a88a00463';

type Items = Hex | readonly Items[];

describe('readPayment', () => {
  it('reads the example of EIP-155', async () => {
    expect(await readPayment(bytesOf(older))).toEqual({
      txid: '0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788',
      chainId: 1n,
      account,
      nonce: 9n,
      gas: 21_000n,
      pricePerGas: 20_000_000_000n,
      priorityPerGas: undefined,
      token: undefined,
      payee,
      units: 10n ** 18n,
    });
  });

  it('reads what the signer writes', async () => {
    const common = {
      chainId: 31_337n,
      account,
      nonce: 7n,
      gas: 60_000n,
      pricePerGas: 10_000_000_000n,
      priorityPerGas: 1_000_000_000n,
      payee,
    };
    expect(await readPayment(bytesOf(ofCoin))).toEqual({
      ...common,
      txid: '0xff4bb441a384cde5e91227821d679874ff7ad6ae1189b23790fc4db19b7b2f99',
      token: undefined,
      units: 5n * 10n ** 18n,
    });
    expect(await readPayment(bytesOf(ofToken))).toEqual({
      ...common,
      txid: '0x4cca47940d27b531e9dbd748cb73e3ec19b99ce8b3ef29815eed29bb95ee1ae2',
      token: `0x${'d1'.repeat(20)}`,
      units: 1_500_000n,
    });
  });

  const withByte = (text: string, at: number, byte: string): string =>
    text.slice(0, at) + byte + text.slice(at + 2);
  it.each([
    ['nothing', ''],
    ['a part', ofCoin.slice(0, -2)],
    ['something behind its end', `${ofCoin}00`],
    ['another kind of transaction', `01${ofCoin.slice(2)}`],
    ['a length that is not the shortest', `02f90075${ofCoin.slice(6)}`],
    ['another function', ofToken.replace('a9059cbb', '095ea7b3')],
    ['letters in the padding of the payee', ofToken.replace('a9059cbb00', 'a9059cbb01')],
    [
      'a value beside the call of a token',
      ofToken.replace(`${'d1'.repeat(20)}80b844`, `${'d1'.repeat(20)}01b844`),
    ],
    ['a list of accesses', ofCoin.replace('80c080', '80c1c080').replace('02f875', '02f876')],
    ['the higher of both signatures', withByte(ofCoin, ofCoin.length - 64, 'ff')],
    ['a transaction that names no chain', older.replace('8025a0', '801ba0')],
  ])('reads nothing from %s', async (_name, text) => {
    expect(await readPayment(bytesOf(text))).toBeUndefined();
  });

  const fieldsOf = (rlp: string): readonly Hex[] => fromRlp(`0x${rlp}`) as readonly Hex[];
  /** The bytes with one of its fields written in another way. */
  const withField = (text: string, at: number, field: Items): string => {
    const isNew = text.startsWith('02');
    const fields: readonly Items[] = fieldsOf(isNew ? text.slice(2) : text);
    const changed = toRlp(fields.toSpliced(at, 1, field) as Hex[]).slice(2);
    return isNew ? `02${changed}` : changed;
  };
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const higher = `0x${(order - BigInt(`0x${ofCoin.slice(-64)}`)).toString(16)}` as const;

  // viem reads most of these as the same payment.
  it.each([
    ['a number of its account with a zero before it', withField(ofCoin, 1, '0x0007')],
    ['a chain with a zero before its number', withField(ofCoin, 0, '0x007a69')],
    ['a price with a zero before it', withField(ofCoin, 3, '0x0002540be400')],
    ['an amount with a zero before it', withField(ofCoin, 6, '0x004563918244f40000')],
    ['nothing written as a zero', withField(ofToken, 6, '0x00')],
    ['an amount of 33 bytes', withField(ofCoin, 6, `0x01${'00'.repeat(32)}`)],
    ['a list of accesses that is no list', withField(ofCoin, 8, '0x')],
    ['a list of accesses that is a number', withField(ofCoin, 8, '0x01')],
    ['a list of accesses with one', withField(ofCoin, 8, [[payee, []]])],
    [
      'a half of its signature with a zero before it',
      withField(ofCoin, 10, `0x00${ofCoin.slice(-130, -66)}`),
    ],
    ['the other half with a zero before it', withField(ofCoin, 11, `0x00${ofCoin.slice(-64)}`)],
    ['a sign of its signature that is a zero', withField(ofCoin, 9, '0x00')],
    ['the higher of both signatures, of the same key', withField(withField(ofCoin, 11, higher), 9, '0x01')],
    ['the creation of a contract', withField(ofCoin, 5, '0x')],
    ['an address of 19 bytes', withField(ofCoin, 5, `0x${'35'.repeat(19)}`)],
    ['a call with a byte behind it', withField(ofToken, 7, `0x${ofToken.slice(-272, -136)}00`)],
    ['a field more', `02${toRlp([...fieldsOf(ofCoin.slice(2)), '0x']).slice(2)}`],
    ['no signature', `02${toRlp(fieldsOf(ofCoin.slice(2)).slice(0, 9)).slice(2)}`],
    ['the older form with a zero before its chain', withField(older, 6, '0x0025')],
    ['the older form with a chain of sixty bits', withField(older, 6, '0x1000000000000025')],
    ['the older form with a zero before its number', withField(older, 0, '0x0009')],
    ['the older form without a signature', withField(withField(older, 7, '0x'), 8, '0x')],
    ['lists in lists', 'c1'.repeat(900)],
    ['more than a payment has', '00'.repeat(2_000_000)],
  ])('reads nothing from %s', async (_name, text) => {
    expect(await readPayment(bytesOf(text))).toBeUndefined();
  });

  it('never takes a changed byte for a payment of the same account', async () => {
    for (let at = 0; at < ofToken.length; at += 2) {
      const byte = (Number.parseInt(ofToken.slice(at, at + 2), 16) ^ 1).toString(16).padStart(2, '0');
      expect((await readPayment(bytesOf(withByte(ofToken, at, byte))))?.account).not.toBe(account);
    }
  });

  it('reads the older form as suites sign it', () => {
    const signer = evmKeySigner('46'.repeat(32));
    const order = { payoutId: 1n, coin: 'ETC', network: 'ETC', address: payee, memo: '', amount: 1n };
    const fields = { chainId: 1n, account, nonce: 9n, gas: 21_000n, price: { gasPrice: 20_000_000_000n } };
    const bytes = signer.signed({ order, token: undefined, units: 10n ** 18n, fields });
    expect(Buffer.from(bytes).toString('hex')).toBe(older);
    expect(signer.account).toBe(account);
  });
});
