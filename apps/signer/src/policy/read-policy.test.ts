import { toEip55 } from '@openlode/mining/eip55';
import { expect, it } from 'vitest';
import { evmPolicyText, usdt } from '../testing/evm-request.ts';
import { policyText } from '../testing/test-signer.ts';
import { readPolicy } from './read-policy.ts';

it('reads amounts in coins to the last unit', () => {
  const text = policyText
    .replace('payment: 0.5', 'payment: 0.00000001')
    .replace('day: 1', 'day: 90071992.54740993');
  expect(readPolicy(text).get('LTC-regtest')).toMatchObject({
    payment: 1n,
    day: 9_007_199_254_740_993n,
    feeRate: 100n,
  });
});

it('reads tokens by their contracts', () => {
  const { tokens } = readPolicy(evmPolicyText).get('ETH-regtest') ?? {};
  expect([...(tokens ?? [])]).toEqual([
    [usdt, { name: 'USDT', decimals: 6, payment: 100_000_000n, day: 150_000_000n }],
  ]);
});

const moneroText =
  'networks: { XMR-regtest: { payment: 1, day: 2, fee: 0.01, feeRate: 5, walletPort: 18089 } }';

it('reads the port of the wallet beside the signer', () => {
  expect(readPolicy(moneroText).get('XMR-regtest')).toMatchObject({
    payment: 10n ** 12n,
    fee: 10n ** 10n,
    walletPort: 18_089,
  });
});

it.each([
  [
    'a network of Monero without a port',
    moneroText.replace(', walletPort: 18089', ''),
    'walletPort is missing.',
  ],
  ['a port that is none', moneroText.replace('18089', '89'), 'walletPort is no port from 1024 to 65535.'],
  [
    'a port where no wallet is',
    policyText.replace('day:', 'walletPort: 18089\n    day:'),
    'walletPort is unknown.',
  ],
  ['tokens of a network that has none', `${policyText}    tokens: {}\n`, 'LTC-regtest: tokens is unknown.'],
  ['a token without decimals', evmPolicyText.replace('decimals: 6,', ''), `${usdt}: decimals is missing.`],
  [
    'decimals beyond 18',
    evmPolicyText.replace('decimals: 6', 'decimals: 19'),
    `${usdt}: decimals is no number from 0 to 18.`,
  ],
  [
    'a token with more decimals than it has',
    evmPolicyText.replace('payment: 100,', 'payment: 0.0000001,'),
    `${usdt}: payment is no amount with at most 6 decimals.`,
  ],
  ['a token that is no contract', evmPolicyText.replace(usdt, 'USDT'), 'USDT is no address of a contract.'],
  [
    'a token twice',
    evmPolicyText.replace('    sweepTo', `      "${toEip55(usdt)}": {}\n    sweepTo`),
    'stands there twice.',
  ],
  ['a setting that is missing', policyText.replace('    day: 1\n', ''), 'LTC-regtest: day is missing.'],
  [
    'a setting that is unknown',
    policyText.replace('day:', 'dai: 1\n    day:'),
    'LTC-regtest: dai is unknown.',
  ],
  ['a setting twice', policyText.replace('day: 1', 'day: 1\n    day: 2'), 'Map keys must be unique'],
  ['a network that is unknown', policyText.replace('LTC-regtest', 'LTX'), 'networks: LTX is unknown.'],
  ['a decimal too many', policyText.replace('0.5', '0.123456789'), 'LTC-regtest: payment is no amount'],
  ['an exponent', policyText.replace('day: 1', 'day: 1e3'), 'LTC-regtest: day is no amount'],
  ['nothing', policyText.replace('0.5', '0'), 'LTC-regtest: payment is zero.'],
  ['a payment over the day', policyText.replace('0.5', '1.1'), 'LTC-regtest: payment is more than day.'],
  ['a fee over the day', policyText.replace('fee: 0.001', 'fee: 1.1'), 'LTC-regtest: fee is more than day.'],
  [
    'an address of another network',
    policyText.replace(/sweepTo: .+/, 'sweepTo: [ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9]'),
    'sweepTo has what is no address',
  ],
  ['no networks', 'networks: []', 'networks has no settings.'],
  ['no YAML', '{', 'Flow map must end with'],
])('refuses %s', (_name, text, why) => {
  expect(() => readPolicy(text)).toThrow(why);
});
