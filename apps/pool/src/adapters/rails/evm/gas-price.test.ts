import { expect, it } from 'vitest';
import { gasPrice } from './gas-price.ts';

const cap = 100n;

it('leaves room for a base fee that doubles, by the highest that nodes say', () => {
  expect(
    gasPrice(
      [
        { baseFee: 10n, wanted: 2n },
        { baseFee: 12n, wanted: 1n },
      ],
      cap,
    ),
  ).toEqual({ maxFeePerGas: 26n, maxPriorityFeePerGas: 2n });
});

it('never goes beyond the cap', () => {
  expect(gasPrice([{ baseFee: 90n, wanted: 10n }], cap)).toEqual({
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 10n,
  });
  expect(() => gasPrice([{ baseFee: 90n, wanted: 11n }], cap)).toThrow('a unit of gas costs 101 wei');
});

it('asks for a fifth more on chains without a base fee', () => {
  expect(gasPrice([{ baseFee: undefined, wanted: 50n }], cap)).toEqual({ gasPrice: 60n });
  expect(gasPrice([{ baseFee: undefined, wanted: 90n }], cap)).toEqual({ gasPrice: 100n });
});
