import { describe, expect, it } from 'vitest';
import { bitcoinChains } from './chain-facts.ts';
import { compareScript, payoutScript } from './payout-script.ts';

const [litecoin] = bitcoinChains;
if (litecoin === undefined) throw new Error('there are no chains');
const address = 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq';
const script = Buffer.from('00142bf82e71f54d684ce25115d30b9399273275bad0', 'hex');

it('derives what a block pays from the address alone', () => {
  expect(Buffer.from(payoutScript(litecoin, 'regtest', address))).toEqual(script);
});

it("takes addresses of Bitcoin Cash with its own prefix only: the older ones are Bitcoin's, too", () => {
  const cash = bitcoinChains.find(({ asset }) => asset === 'BCH');
  if (cash === undefined) throw new Error('no BCH');
  const paid = payoutScript(cash, 'regtest', 'bchreg:qpm2qsznhks23z7629mms6s4cwef74vcwv6ycwvz78');
  expect(Buffer.from(paid).toString('hex')).toBe('76a91476a04053bda0a88bda5177b86a15c3b29f55987388ac');
  expect(() => payoutScript(cash, 'regtest', 'mrLC19Je2BuWQDkWSTriGYPyQJXKkkBmCx')).toThrow(
    'no address of BCH',
  );
});

it.each([
  ['of the main network', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['of an extension block', 'tmweb1qqtjqrzyx6c8gvxwkkvkm0gdjyjrpz9hfy0n5rg8lvdl7m9a5vz3ugy0zl'],
  ['with a wrong letter', 'rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aa'],
])('refuses an address %s', (_name, wrong) => {
  expect(() => payoutScript(litecoin, 'regtest', wrong)).toThrow(
    `${wrong} is no address of LTC regtest that a block can pay to`,
  );
});

describe('the word of a node', () => {
  it('is taken where it is the same', () => {
    const said = { isvalid: true, scriptPubKey: script.toString('hex') };
    expect(compareScript(said, address, script)).toBeUndefined();
  });

  it.each([
    [{ isvalid: false }, `${address} is no address of its network`],
    [
      { isvalid: true, scriptPubKey: '0014000000000000000000000000000000000000dead' },
      `it says that ${address} has the script 0014000000000000000000000000000000000000dead, but it has 00142bf82e71f54d684ce25115d30b9399273275bad0: no block is mined on its word`,
    ],
    [{ isvalid: true }, 'scriptPubKey is not whole bytes in hexadecimal digits'],
    [{ isvalid: true, scriptPubKey: '' }, 'has the script , but it has 0014'],
    ['yes', 'validateaddress is no object'],
  ])('is refused: %j', (said, words) => {
    expect(() => compareScript(said, address, script)).toThrow(words);
  });
});
