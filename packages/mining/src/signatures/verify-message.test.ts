import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ethereumAddressOf, signEthereum } from '../testing/sign-ethereum.ts';
import { signingSchemeOf, verifyMessage } from './verify-message.ts';

/** Published by others: BIP-322, bitcoinjs-message, web3.js. */
const vectors = [
  {
    title: 'BIP-322 simple, witness key hash',
    family: 'BTC',
    address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    text: 'Hello World',
    signature:
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  },
  {
    title: 'BIP-322 simple, witness key hash, no text',
    family: 'BTC',
    address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    text: '',
    signature:
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  },
  {
    title: 'BIP-322 simple, taproot',
    family: 'BTC',
    address: 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
    text: 'Hello World',
    signature: 'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  },
  {
    title: 'legacy, key hash',
    family: 'BTC',
    address: '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV',
    text: 'This is an example of a signed message.',
    signature: 'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
  },
  {
    title: 'EIP-191',
    family: 'EVM',
    address: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
    text: 'Some data',
    signature:
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
  },
] as const;

describe('verifyMessage', () => {
  it.each(vectors)('takes a published signature: $title', ({ signature, ...signed }) => {
    expect(verifyMessage(signed, signature)).toBe(true);
    expect(verifyMessage(signed, ` ${signature}\n`)).toBe(true);
  });

  it.each(vectors)('refuses it for another text or another address: $title', ({ signature, ...signed }) => {
    expect(verifyMessage({ ...signed, text: `${signed.text}.` }, signature)).toBe(false);
    for (const other of vectors.filter(({ address }) => address !== signed.address))
      expect(verifyMessage({ ...signed, family: other.family, address: other.address }, signature)).toBe(
        false,
      );
  });

  it('puts the name of the chain before the text: a signature for Bitcoin is none for Dogecoin', () => {
    const secret = new Uint8Array(32).fill(9);
    const hash = ripemd160(sha256(secp256k1.getPublicKey(secret)));
    const addressOf = (version: number): string =>
      createBase58check(sha256).encode(concatBytes(Uint8Array.of(version), hash));
    const sign = (magic: string): string => {
      const message = `${String.fromCharCode(magic.length)}${magic}${String.fromCharCode(5)}hello`;
      const digest = sha256(sha256(utf8ToBytes(message)));
      const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: 'recovered' });
      return Buffer.from([recovery + 31, ...rest]).toString('base64');
    };
    const [bitcoin, dogecoin] = [sign('Bitcoin Signed Message:\n'), sign('Dogecoin Signed Message:\n')];
    const doge = { family: 'DOGE', address: addressOf(0x1e), text: 'hello' };
    const btc = { family: 'BTC', address: addressOf(0), text: 'hello' };
    expect([bitcoin, dogecoin].map((signature) => verifyMessage(doge, signature))).toEqual([false, true]);
    expect([bitcoin, dogecoin].map((signature) => verifyMessage(btc, signature))).toEqual([true, false]);
  });

  it('takes v as 0 and 1 too, as hardware wallets write it', () => {
    const { signature, ...signed } = vectors[4];
    expect(verifyMessage(signed, signature.replace(/1c$/, '01'))).toBe(true);
    expect(verifyMessage(signed, signature.replace(/1c$/, '00'))).toBe(false);
    expect(verifyMessage(signed, signature.replace(/1c$/, '1b'))).toBe(false);
  });

  it('takes every EIP-191 signature of a key and none of another', () => {
    const key = (fill: number) => new Uint8Array(32).fill(fill);
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 200 }), (text, fill) => {
        const signature = signEthereum(key(fill), text);
        expect(verifyMessage({ family: 'EVM', address: ethereumAddressOf(key(fill)), text }, signature)).toBe(
          true,
        );
        expect(
          verifyMessage({ family: 'EVM', address: ethereumAddressOf(key(fill + 1)), text }, signature),
        ).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it('answers false to anything else, and never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...vectors),
        fc.oneof(
          fc.string({ maxLength: 600 }),
          fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')),
          fc
            .uint8Array({ minLength: 65, maxLength: 65 })
            .map((bytes) => Buffer.from(bytes).toString('base64')),
          fc
            .uint8Array({ minLength: 65, maxLength: 65 })
            .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
        ),
        ({ family, address, text }, signature) => !verifyMessage({ family, address, text }, signature),
      ),
      { numRuns: 300 },
    );
  });

  it('knows by the address family how a wallet signs', () => {
    expect(['EVM', 'BTC', 'DOGE', 'ZEC', 'XMR', 'SOL'].map(signingSchemeOf)).toEqual([
      'ethereum',
      'bitcoin',
      'bitcoin',
      'bitcoin',
      undefined,
      undefined,
    ]);
  });
});
