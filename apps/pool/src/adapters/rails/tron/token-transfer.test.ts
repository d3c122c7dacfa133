import { expect, it } from 'vitest';
import {
  differenceInLogs,
  logOfTransfer,
  readTransfer,
  readTransferData,
  transferData,
} from './token-transfer.ts';

const token = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const account = '419d8a62f656a8d1615c1294fd71e9cfb3e4855a4f';
const payee = '419f6e8ba4b40c170910d81b08bc827d1959b23428';
const payment = { token, account, payee, units: 5_000_000n };

it('writes and reads a call as tronweb writes it', () => {
  const data =
    'a9059cbb0000000000000000000000009f6e8ba4b40c170910d81b08bc827d1959b2342800000000000000000000000000000000000000000000000000000000004c4b40';
  expect(transferData(payee, 5_000_000n)).toBe(data);
  expect(readTransferData(data)).toEqual({ payee, units: 5_000_000n });
  for (const other of [
    data.replace('a9059cbb', '23b872dd'),
    data.replace('a9059cbb0', 'a9059cbb1'),
    `${data}00`,
    data.slice(0, -2),
  ])
    expect(readTransferData(other)).toBeUndefined();
});

it('reads what a contract reports, and nothing that is written otherwise', () => {
  const log = logOfTransfer(token, { from: account, to: payee, units: 5_000_000n });
  expect(log).toEqual({
    address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    topics: [
      'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      '0000000000000000000000009d8a62f656a8d1615c1294fd71e9cfb3e4855a4f',
      '0000000000000000000000009f6e8ba4b40c170910d81b08bc827d1959b23428',
    ],
    data: '00000000000000000000000000000000000000000000000000000000004c4b40',
  });
  expect(readTransfer(log)).toEqual({ from: account, to: payee, units: 5_000_000n });
  expect(readTransfer({ ...log, topics: ['ab'.repeat(32), ...log.topics.slice(1)] })).toBeUndefined();
  expect(readTransfer({ ...log, topics: [] })).toBeUndefined();
  for (const other of [
    { ...log, topics: log.topics.slice(0, 2) },
    { ...log, topics: [...log.topics, log.data] },
    { ...log, topics: log.topics.with(2, `41${'9f'.repeat(31)}`) },
    { ...log, data: '' },
    { ...log, data: `${log.data}00` },
  ])
    expect(readTransfer(other)).toBe('another form');
});

it('takes one report of the right contract from the account to the payee for the payment, and nothing else', () => {
  const right = logOfTransfer(token, { from: account, to: payee, units: 5_000_000n });
  const others = logOfTransfer(token, { from: payee, to: account, units: 1n });
  expect(differenceInLogs([right], payment)).toBeUndefined();
  expect(differenceInLogs([others, right], payment)).toBeUndefined();
  expect(differenceInLogs([], payment)).toBe('reports no payment');
  expect(differenceInLogs([{ ...right, address: '11'.repeat(20) }], payment)).toBe('reports no payment');
  const other = 'reports other payments than it was sent for';
  expect(differenceInLogs([right, right], payment)).toBe(other);
  for (const change of [{ to: account }, { units: 4_999_999n }])
    expect(
      differenceInLogs(
        [logOfTransfer(token, { from: account, to: payee, units: 5_000_000n, ...change })],
        payment,
      ),
    ).toBe(other);
  expect(differenceInLogs([{ ...right, data: '' }], payment)).toBe('reports a payment in a form of its own');
});
