import { describe, expect, it } from 'vitest';
import {
  account,
  ether,
  evmKey,
  evmNetworkName,
  fieldsOf,
  gwei,
  payee,
  payment,
  usdt,
} from '../../testing/evm-request.ts';
import { importEvmKey, targetOf } from './keys.ts';
import { encodeRlp } from './rlp.ts';
import { readPayment } from './read-payment.ts';
import { unsignedEvm } from './transaction.ts';

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('signs the example of EIP-155 to its bytes', () => {
  const fields = { chainId: 1n, account, nonce: 9n, gas: 21_000n, price: { gasPrice: 20n * gwei } };
  const transaction = unsignedEvm(fields, { to: payee, value: ether, data: new Uint8Array() });
  expect(hexOf(transaction.hash)).toBe('daf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53');
  expect(hexOf(transaction.sign(evmKey).bytes)).toBe(
    'f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
  );
});

describe('a transaction of EIP-1559', () => {
  const read = (order: ReturnType<typeof payment>) =>
    readPayment({
      network: evmNetworkName,
      orders: [order],
      unsigned: fieldsOf(7n),
      secrets: [evmKey],
    });

  it('pays the coin', () => {
    const transaction = read(payment('a:1', 5n * ether));
    expect({ ...transaction, sign: undefined }).toEqual({
      name: `${account} 159a81ddc1522a8095028cd3acba81dd985c2581519e2999b3f9fe8146b0dec4`,
      claims: [`nonce:${account}:7`],
      fee: 600_000n * gwei,
      size: 60_000n,
      sign: undefined,
    });
    // As viem writes it.
    expect(hexOf(transaction.sign().bytes)).toBe(
      '02f875827a6907843b9aca008502540be40082ea60943535353535353535353535353535353535353535884563918244f4000080c080a01a64666812da47c27d6f7636b0ad9c62fab3d52e66efb015ee378fa1c0795461a04a5ed55ada34eb114cefd5ac7d9f172f83d8d05f226339a51aad8174aba4c034',
    );
    expect(transaction.sign().txid).toBe('ff4bb441a384cde5e91227821d679874ff7ad6ae1189b23790fc4db19b7b2f99');
  });

  it('pays a token by its transfer, and nothing else', () => {
    const { bytes, txid } = read(payment('a:1', 1_500_000n, usdt)).sign();
    expect([hexOf(bytes), txid]).toEqual([
      '02f8b2827a6907843b9aca008502540be40082ea6094d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d1d180b844a9059cbb0000000000000000000000003535353535353535353535353535353535353535000000000000000000000000000000000000000000000000000000000016e360c001a0590e59d84255e0c26d3709deb90f43fb1629d8f27347a0ee3e527077f65271d5a003e3a69c14b4280f8c0cbad6862865fd091eeba55c00111d4b12536a88a00463',
      '4cca47940d27b531e9dbd748cb73e3ec19b99ce8b3ef29815eed29bb95ee1ae2',
    ]);
  });
});

it('writes lists and long bytes as the yellow paper has them', () => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  expect(hexOf(encodeRlp([text('cat'), text('dog')]))).toBe('c88363617483646f67');
  expect(hexOf(encodeRlp([]))).toBe('c0');
  expect(hexOf(encodeRlp(Uint8Array.of(0)))).toBe('00');
  expect(hexOf(encodeRlp(Uint8Array.of(0x80)))).toBe('8180');
  expect(hexOf(encodeRlp(new Uint8Array(56))).slice(0, 6)).toBe('b83800');
  expect(hexOf(encodeRlp([new Uint8Array(300)])).slice(0, 14)).toBe('f9012fb9012c00');
});

it('reads keys as wallets export them, and addresses in each right spelling', () => {
  const digits = '46'.repeat(32);
  expect(importEvmKey('ETH', `0x${digits}`)).toEqual(evmKey);
  expect(importEvmKey('ETH', digits)).toEqual(evmKey);
  expect(importEvmKey('ETH', '00'.repeat(32))).toBeUndefined();
  expect(importEvmKey('ETH', '46'.repeat(31))).toBeUndefined();
  const spelled = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
  expect([spelled, account].map((address) => targetOf('ETH', address))).toEqual([account, account]);
  expect(targetOf('ETH', spelled.replace('d8A', 'd8a'))).toBeUndefined();
  expect(targetOf('ETH', `0x${'0'.repeat(40)}`)).toBeUndefined();
  expect(targetOf('ETH', account.slice(2))).toBeUndefined();
});
