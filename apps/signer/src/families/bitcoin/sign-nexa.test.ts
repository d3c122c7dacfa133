import { secp256k1 } from '@noble/curves/secp256k1.js';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readPreviousNexa, readUnsignedNexa } from './nexa-transaction.ts';
import { outputScript } from '@openlode/mining/address-payment';
import { bitcoinNetwork } from './networks.ts';
import { nexaHash, signNexa, signSchnorr } from './sign-nexa.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What a node checks of a signature (spec/2019-05-15-schnorr.md of bitcoincashorg/bitcoincash.org). */
function isSigned(key: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean {
  const { Point } = secp256k1;
  const { Fp, Fn } = Point;
  const [r, s] = [signature.subarray(0, 32), Fn.fromBytes(signature.subarray(32))];
  const e = Fn.create(BigInt(`0x${createHash('sha256').update(r).update(key).update(hash).digest('hex')}`));
  const { x, y } = Point.BASE.multiply(s)
    .add(Point.fromBytes(key).multiply(Fn.neg(e)))
    .toAffine();
  return x === Fp.fromBytes(r) && Fp.eql(Fp.pow(y, (Fp.ORDER - 1n) / 2n), Fp.ONE);
}

describe('a Schnorr signature', () => {
  // Of OneKeyHQ/app-monorepo, packages/core/src/chains/nexa/sdkNexa/utils.test.ts; the second signs a digest of Nexa.
  it.each([
    [
      'ae11c0c8f2576bd05fcde9d0d1f78f0fdaf679476d499c8cd366b81b476350fc',
      'dbe0b176c8f425321302aa42d144544f3a7701d07d1666c0a90a642e0351b22a6e687b2c08030415c714843111bac0cfe6ba5e5aac4acb166caee9ae35e12dba',
    ],
    [
      'fe1717e9f1d1315ab2a6048fcb51231f56a88512d1ed1ce552045bf7a9225b4d',
      '7e5edff03500cec509bf55c4983560de8f794a88ae3539f7804cf2c34cad39d73ef115cf8d8cfa25ec841b38c123c19740a971a7de188319eaac5c4db897ce51',
    ],
  ])('is made to the byte: %s', (hash, signature) => {
    const secret = bytesOf('91632aaa4de97d24c58ff234aa371c7a7c8363808a73fa9189cb5ee3d55a0cd3');
    expect(hexOf(signSchnorr(bytesOf(hash), secret))).toBe(signature);
  });

  it('is one that nodes take', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const secret = new Uint8Array(32).fill(seed);
      const hash = createHash('sha256').update(`${seed}`).digest();
      const signature = signSchnorr(hash, secret);
      expect(isSigned(secp256k1.getPublicKey(secret, true), hash, signature)).toBe(true);
      expect(isSigned(secp256k1.getPublicKey(secret, true), createHash('sha256').digest(), signature)).toBe(
        false,
      );
    }
  });
});

/** Payments as wallets signed them, each out of coins at templates: the same file. The digest of a template covers OP_FROMALTSTACK OP_CHECKSIGVERIFY. */
const template = Uint8Array.of(0x6c, 0xad);
const payments = [
  {
    secret: '55a8021920dcc897b189bd8c1bd40205c977dd2068b880fc94f984eaf3db40ef',
    key: '02f6e52d3ae26271c9afe56f6bc513727207d976651bc6f3843714fc59721a79d2',
    signature:
      '0a0c5f8078469e22a5431b91891fbe300e2bbd840347f3b3e6668fc85ac6f8370d01cba0b36663009f02ba94d5dccca6731eb437a3082a18493ce2daabb5e53b',
    coins: 4,
    id: '1e04ea46dbbddf5291df961bf02f4d9158e0e90421379165c6a0b5fe897b9f33',
    bytes:
      '00040078c03cc5ed749b3c484b2edbedaa24790832f3da0b066fc301e9b87621173fb364222102f6e52d3ae26271c9afe56f6bc513727207d976651bc6f3843714fc59721a79d2400a0c5f8078469e22a5431b91891fbe300e2bbd840347f3b3e6668fc85ac6f8370d01cba0b36663009f02ba94d5dccca6731eb437a3082a18493ce2daabb5e53bffffffff10270000000000000058849bcfbb64e89a0b8c8cdab984421c1875b08096284a79fdc6a813374e16a164222102f6e52d3ae26271c9afe56f6bc513727207d976651bc6f3843714fc59721a79d2400a0c5f8078469e22a5431b91891fbe300e2bbd840347f3b3e6668fc85ac6f8370d01cba0b36663009f02ba94d5dccca6731eb437a3082a18493ce2daabb5e53bffffffff50c300000000000000ba27a4cafbcf68b9de413f6f73aea6cadbc538790cef585bb9e7a93ac021e28664222102f6e52d3ae26271c9afe56f6bc513727207d976651bc6f3843714fc59721a79d2400a0c5f8078469e22a5431b91891fbe300e2bbd840347f3b3e6668fc85ac6f8370d01cba0b36663009f02ba94d5dccca6731eb437a3082a18493ce2daabb5e53bffffffff8813000000000000003945742ca2c89fb6c6faea59749fc9cb7c174622681db92647bd1392ff95c30e64222102f6e52d3ae26271c9afe56f6bc513727207d976651bc6f3843714fc59721a79d2400a0c5f8078469e22a5431b91891fbe300e2bbd840347f3b3e6668fc85ac6f8370d01cba0b36663009f02ba94d5dccca6731eb437a3082a18493ce2daabb5e53bffffffff50c30000000000000201881300000000000017005114771aa48fdf8abb07ed22dc23774c5e69990c2ae701fda501000000000017005114fff72bf1654f0505d4a588b76d2b6728dca4097c00000000',
  },
  {
    secret: '6b4d9dee8a37f4329cbf7db9a137a2ecdc63be8e6caa881ef05b3a3349ef8db9',
    key: '03560d4451deeef0d1bcc46ff062372400ecf7b6e4e058ef01792f140ce2a97c31',
    signature:
      'ec76707ee9a316e2fddd8c7393f0981a42977b46278fc121556a84d6234c18aa36117960312df325249f144ad1c35c71af72822477e3e61ca2bbab1635f142b3',
    coins: 2,
    id: 'c0a8d7f91b662021ac35040e0ed77d32780ea00cb10622f4e33d5f10e1de5161',
    bytes:
      '00020088fc7dd0105e299cf5f6c44325a3da3960c66c73caf1fcec281716379e13258e64222103560d4451deeef0d1bcc46ff062372400ecf7b6e4e058ef01792f140ce2a97c3140ec76707ee9a316e2fddd8c7393f0981a42977b46278fc121556a84d6234c18aa36117960312df325249f144ad1c35c71af72822477e3e61ca2bbab1635f142b3ffffffffc231f205000000000038c8db756947f0bd6ad5af213936e56fb72b601c4f005b957f304c298bed29ec64222103560d4451deeef0d1bcc46ff062372400ecf7b6e4e058ef01792f140ce2a97c3140ec76707ee9a316e2fddd8c7393f0981a42977b46278fc121556a84d6234c18aa36117960312df325249f144ad1c35c71af72822477e3e61ca2bbab1635f142b3ffffffffe8030000000000000201881300000000000017005114771aa48fdf8abb07ed22dc23774c5e69990c2ae701db1df2050000000017005114ff8684eb63672e395b27643759a34f01f4c6930100000000',
  },
];

const hash = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** The id that blocks are made of: the hash of the idem and of that of all scripts of its inputs (`GetTxId`). */
function idOf(idem: string, scripts: readonly string[]): string {
  const count = Buffer.alloc(4);
  count.writeUInt32LE(scripts.length);
  const signed = hash(hash(Buffer.concat([count, bytesOf(scripts.map((each) => `${each}ff`).join(''))])));
  return hexOf(hash(hash(Buffer.concat([bytesOf(idem).reverse(), signed]))).reverse());
}

describe.each(payments)('a payment of a wallet, $id', ({ secret, key, signature, coins, id, bytes }) => {
  const script = `2221${key}40${signature}`;
  const unsigned = bytesOf(bytes.replaceAll(`64${script}`, '00'));

  it('has its idem, signed or not', () => {
    const read = readUnsignedNexa(unsigned);
    expect(readPreviousNexa(bytesOf(bytes)).txid).toBe(read.txid);
    expect([
      read.inputs.length,
      idOf(
        read.txid,
        Array.from({ length: coins }, () => script),
      ),
    ]).toEqual([coins, id]);
    expect(() => readUnsignedNexa(bytesOf(bytes))).toThrow('an input has a script');
  });

  it('was signed for the hash that is signed here', () => {
    expect(hexOf(signSchnorr(nexaHash(readUnsignedNexa(unsigned), template), bytesOf(secret)))).toBe(
      signature,
    );
  });
});

/** As libnexa-ts 3.0.0 signs for a key whose bytes are all 1, out of coins at its hash: 4,000,000 to the template of the key, and 4,900,000 to its hash. */
const library = {
  idem: 'b0621e3efe30485f78ee69b644a131868d50252b96560ee85508be679321a460',
  bytes:
    '000200313131313131313131313131313131313131313131313131313131313131313163405bf124dae25e4300f7d33def70385c21f972ff04b053ff9e16ba78e250c222f63f6c537016c16680a7bb51a0e1d13646dc2eb2e64f3ad6f798a1c6fd06714cf421031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078fffffffffc0c62d000000000000727272727272727272727272727272727272727272727272727272727272727263405bf124dae25e4300f7d33def70385c21f972ff04b053ff9e16ba78e250c222f63f6c537016c16680a7bb51a0e1d13646dc2eb2e64f3ad6f798a1c6fd06714cf421031b84c5567b126440995d3ed5aaba0565d71e1834604819ff9c17f5e9d5dd078fffffffff808d5b0000000000020100093d0000000000170051140e9477b0df14abb9c019b642205653bd6af75ea000a0c44a00000000001976a91479b000887626b294a914501a4cd226b58b23598388ac00000000',
};

it('signs coins at the hash of a key as the library of Nexa does, to the byte', () => {
  const secret = new Uint8Array(32).fill(1);
  const { addresses } = bitcoinNetwork('NEXA');
  const script =
    outputScript(addresses, 'nexa:qpumqqygwcnt999fz3gp5nxjy66ckg6esvnmwpet9z') ?? new Uint8Array();
  const template = outputScript(addresses, 'nexa:nqtsq5g5p6280vxlzj4mnsqekepzq4jnh440wh4qmepz9zdn');
  expect(hexOf(template ?? new Uint8Array())).toBe('0051140e9477b0df14abb9c019b642205653bd6af75ea0');
  const unsigned = readUnsignedNexa(bytesOf(library.bytes.replaceAll(/6340.{128}21.{66}/g, '00')));
  const spent = unsigned.inputs.map(({ amount = 0n }) => ({ script, amount, secret }));
  const { bytes, txid } = signNexa(unsigned, spent);
  expect([hexOf(bytes), txid]).toEqual([library.bytes, library.idem]);
});

it('refuses to read what is written otherwise', () => {
  const unsigned = library.bytes.replaceAll(/6340.{128}21.{66}/g, '00');
  expect(() => readUnsignedNexa(bytesOf(unsigned))).not.toThrow();
  for (const [part, other] of [
    // Another version, an input that spends nothing, an output of another type, and one whose type is not that of its script.
    ['000200', '010200'],
    ['000200', '000201'],
    ['020100093d', '020200093d'],
    ['020100093d', '020000093d'],
    ['00a0c44a', '01a0c44a'],
    ['88ac00000000', '88ac0000000000'],
    ['88ac00000000', '88ac000000'],
  ] as const)
    expect(() => readUnsignedNexa(bytesOf(unsigned.replace(part, other)))).toThrow(RangeError);
});

it('names an output by one hash of the idem and its number', () => {
  // An answer of Rostrum, whose outpoints are those of Nexa, for output 0 of a transaction of Bitcoin Cash (11f1d669…).
  const made = hash(
    Buffer.concat([
      bytesOf('11f1d669b30e20600e16825782dc1ae5ad098745f221a171425f6b430f2997f0').reverse(),
      Buffer.alloc(4),
    ]),
  );
  expect(hexOf(made.reverse())).toBe('1841beb8976512c4086139800c40ef64860975d12eaa1a046363b255698cc884');
  const { txid, outpoints } = readPreviousNexa(bytesOf(library.bytes));
  const second = hash(Buffer.concat([bytesOf(txid).reverse(), Uint8Array.of(1, 0, 0, 0)]));
  expect(outpoints?.[1]).toBe(hexOf(second.reverse()));
});
