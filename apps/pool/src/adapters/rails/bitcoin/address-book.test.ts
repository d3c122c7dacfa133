import { addressOfScript } from '@openlode/mining/address-payment';
import { describe, expect, it } from 'vitest';
import { bitcoinChains, minersPrefixes } from '../../chains/bitcoin/chain-facts.ts';
import { addressBook } from './address-book.ts';

const main = { keyHash: [[0x30]], scriptHash: [[0x32], [0x05]], segwit: ['ltc'] };
const regtest = { keyHash: [[0x6f]], scriptHash: [[0x3a], [0xc4]], segwit: ['rltc'] };
const own = 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
const book = addressBook([own], regtest, main);

/** One script in its two spellings. */
const [m, three] = ['MTvnA4CN73ry7c65wEuTSaKzb2pNKHB4n1', '3MidrAnQ9w1YK6pBqMv7cw5bGLDvPRznph'];
const witness = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const scriptOf = (address: string): Uint8Array => book.scriptOf(address) ?? new Uint8Array();

/** No point of the curve has this x. */
const noKey = Uint8Array.of(0x51, 32, ...Array.from({ length: 31 }, () => 0), 5);

describe('addressBook', () => {
  it('pays addresses as on the main network, on a test network too', () => {
    expect(Buffer.from(scriptOf(witness)).toString('hex')).toBe(
      '0014751e76e8199196d454941c45d1b3a323f1433bd6',
    );
    expect(book.scriptOf(own)).toBeUndefined();
  });

  it('knows its own script in whatever spelling', () => {
    expect(Buffer.from(book.changeScript).toString('hex')).toBe(
      '00142bf82e71f54d684ce25115d30b9399273275bad0',
    );
    expect(book.isOwn(book.changeScript)).toBe(true);
    expect(book.isOwn(scriptOf('ltc1q90uzuu04f45yecj3zhfshyueyue8twksggrz75'))).toBe(true);
    expect(book.isOwn(scriptOf(witness))).toBe(false);
    expect(book.spell([book.changeScript], [])).toEqual([own]);
  });

  it('spells a script as its payees do, each once and in their order', () => {
    expect(scriptOf(m)).toEqual(scriptOf(three));
    const scripts = [witness, m, three].map(scriptOf);
    expect(book.spellingsOf([witness, m])).toEqual([]);
    expect(book.spellingsOf([witness, m, three])).toEqual([m, three]);
    expect(book.spell(scripts, [m, three])).toEqual([witness, m, three]);
    expect(book.spell(scripts, [three, m])).toEqual([witness, three, m]);
    expect(book.spell(scripts, [])).toEqual([witness, m, m]);
  });

  it('believes no spelling of another script', () => {
    expect(book.spell([scriptOf(witness)], [three, 'nonsense'])).toEqual([witness]);
  });

  it('pays no witness of a version that has no rules yet', () => {
    const bitcoin = { keyHash: [], scriptHash: [], segwit: ['bc'] };
    const other = addressBook(['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'], bitcoin, bitcoin);
    expect(other.scriptOf('bc1sw50qgdz25j')).toBeUndefined();
    // Version 1, and its 32 bytes are no key.
    expect(other.scriptOf(addressOfScript(bitcoin, noKey) ?? '')).toBeUndefined();
    expect(other.scriptOf('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0')).toBeDefined();
  });

  it('is none of an address of another network', () => {
    expect(() => addressBook([witness], regtest, main)).toThrow(RangeError);
  });
});

it('pays the older spelling of an address of Bitcoin Cash, spells it back, and takes it for none of its own', () => {
  const facts = bitcoinChains.find(({ asset }) => asset === 'BCH');
  if (facts === undefined) throw new Error('no facts');
  const { addresses } = facts.networks.main;
  const miners = minersPrefixes(facts);
  const own = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
  // From the specification of such addresses: the same key hash twice.
  const older = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu';
  const book = addressBook([own], addresses, miners);
  const script = book.scriptOf(older) ?? new Uint8Array();
  expect(Buffer.from(script).toString('hex')).toBe('76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac');
  expect(book.isOwn(script)).toBe(true);
  const other = '12QeMLzSrB8XH8FvEzPMVoRxVAzTr5XM2y';
  const paid = book.scriptOf(other) ?? new Uint8Array();
  expect(book.spellingsOf([other])).toEqual([other]);
  expect(book.spell([paid], [other])).toEqual([other]);
  const [newer = ''] = book.spell([paid], []);
  expect(newer).toMatch(/^bitcoincash:q[0-9a-z]{41}$/);
  expect(book.spellingsOf([newer])).toEqual([]);
  expect(book.allSpellings(other)).toEqual([newer, expect.stringMatching(/^bitcoincash:z/), other]);
  expect(book.allSpellings('bitcoincash:q')).toEqual([]);
  expect(() => addressBook([older], addresses, miners)).toThrow(RangeError);
});
