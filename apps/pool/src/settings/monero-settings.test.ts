import { describe, expect, it } from 'vitest';
import { parsePoolFile } from './parse-pool-file.ts';

const address =
  '44z4pHFVSCUDMHJUmNBG4zJ6vgQNswkJsEAgj4GJwQijTZUhfsPeTgwGwpmJpNnkb1VEGDfwXPvG8UaTFZUqmvJuNwPWQSr';
const good = `kind: regtest
chains:
  - coin: LTC
    address: rltc1q90uzuu04f45yecj3zhfshyueyue8twks6kp3aq
    nodes:
      - { name: one, url: 'http://127.0.0.1:19443', login: one }
monero:
  address: ${address}
  signer: signer.sock
  nodes:
    - { name: one, url: 'http://127.0.0.1:18081' }
    - { name: two, url: 'https://two.example', login: two }
  wallet: { url: 'http://127.0.0.1:18083', login: wallet }
`;
const parse = (text: string) => parsePoolFile(text, (path) => (path.startsWith('/') ? path : `/etc/${path}`));
const moneroOf = (text: string) => {
  const reading = parse(text);
  if (reading.kind !== 'pool') throw new Error(JSON.stringify(reading.faults));
  return reading.pool.monero;
};

it('reads where XMR is paid, with what is usual', () => {
  expect(moneroOf(good)).toEqual({
    address,
    signer: '/etc/signer.sock',
    nodes: [
      { name: 'one', url: new URL('http://127.0.0.1:18081') },
      { name: 'two', url: new URL('https://two.example'), loginFile: '/etc/two' },
    ],
    wallet: { name: 'wallet', url: new URL('http://127.0.0.1:18083'), loginFile: '/etc/wallet' },
    confirmations: 10,
    feeMax: 10n ** 16n,
  });
  expect(moneroOf(good.slice(0, good.indexOf('monero:')))).toBeUndefined();
  expect(moneroOf(`${good}  confirmations: 12\n  feeShareMax: 2\n  feeMax: 0.001\n`)).toMatchObject({
    confirmations: 12,
    feeShareMax: 2,
    feeMax: 10n ** 15n,
  });
});

const older =
  '428fJC392b95btPjexcVyW1o3oFgPcqpSQCf6wmKvJoq3pFF1kUdogyDxKZc8pJSfnbzBhhM5XRtgRpnyMGN9AkSMYxo7na';
const olderAt = (named: string, url: string) =>
  `  olderAccounts:\n    - { address: ${named}, wallet: { url: '${url}', login: older } }\n`;

it('reads the accounts of replaced keys, each with its wallet, and refuses one that stands there twice', () => {
  expect(moneroOf(good + olderAt(older, 'http://127.0.0.1:18084'))?.olderAccounts).toEqual([
    {
      address: older,
      wallet: { name: 'wallet', url: new URL('http://127.0.0.1:18084'), loginFile: '/etc/older' },
    },
  ]);
  const faultsOf = (text: string) => {
    const reading = parse(good + text);
    return reading.kind === 'pool' ? [] : reading.faults.map(({ line, fault }) => `${line}: ${fault}`);
  };
  expect(faultsOf(olderAt(address, 'http://127.0.0.1:18083'))).toEqual([
    `15: ${address} stands in the file twice`,
    '15: two wallets of XMR are at http://127.0.0.1:18083',
  ]);
  expect(faultsOf(olderAt(`${older.slice(0, -1)}s`, 'http://127.0.0.1:18084'))).toEqual([
    `15: ${older.slice(0, -1)}s is no address of XMR`,
  ]);
});

describe('what is wrong is said with its line', () => {
  it.each([
    [
      "    - { name: two, url: 'https://two.example', login: two }\n",
      '',
      [
        '10: payouts of XMR need two nodes: two must have an output before it is spent, and a payment before it is final',
      ],
    ],
    [
      "url: 'https://two.example'",
      "url: 'http://127.0.0.1:18081'",
      ['12: two nodes of XMR are at http://127.0.0.1:18081'],
    ],
    [address, `${address.slice(0, -1)}s`, [`8: ${address.slice(0, -1)}s is no address of XMR`]],
    [
      "'http://127.0.0.1:18083'",
      "'ftp://127.0.0.1:18083'",
      ['13: url must be http:// or https://, a host and a port'],
    ],
  ])('%#', (from, to, expected) => {
    const reading = parse(good.replace(from, to));
    const faults =
      reading.kind === 'pool' ? [] : reading.faults.map(({ line, fault }) => `${line}: ${fault}`);
    expect(faults).toEqual(expected);
  });
});
