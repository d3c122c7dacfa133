import { describe, expect, it } from 'vitest';
import { gasPrice, isTooLow, leastPrice, raisedPrice } from './gas-price.ts';

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

it('is in the next block what the base fee is and what goes beside it', () => {
  expect(leastPrice({ baseFee: 10n, wanted: 2n })).toBe(12n);
  expect(leastPrice({ baseFee: undefined, wanted: 50n })).toBe(50n);
});

it('asks for a fifth more on chains without a base fee', () => {
  expect(gasPrice([{ baseFee: undefined, wanted: 50n }], cap)).toEqual({ gasPrice: 60n });
  expect(gasPrice([{ baseFee: undefined, wanted: 90n }], cap)).toEqual({ gasPrice: 100n });
});

describe('a dearer transaction with the same number', () => {
  const asked = [{ baseFee: 10n, wanted: 2n }];
  const offered = (pricePerGas: bigint, priorityPerGas?: bigint) => ({ pricePerGas, priorityPerGas });

  it('offers an eighth more of both, rounded up, and what a new one would', () => {
    expect(raisedPrice(asked, [offered(40n, 9n)], cap)).toEqual({
      maxFeePerGas: 45n,
      maxPriorityFeePerGas: 11n,
    });
    expect(raisedPrice(asked, [offered(8n, 1n)], cap)).toEqual({
      maxFeePerGas: 22n,
      maxPriorityFeePerGas: 2n,
    });
    expect(raisedPrice(asked, [offered(40n, 9n), offered(41n, 1n)], cap)).toEqual({
      maxFeePerGas: 47n,
      maxPriorityFeePerGas: 11n,
    });
  });

  it('is above all that one of the older form offered the block', () => {
    expect(raisedPrice(asked, [offered(40n)], cap)).toEqual({ maxFeePerGas: 45n, maxPriorityFeePerGas: 45n });
    expect(raisedPrice([{ baseFee: undefined, wanted: 10n }], [offered(40n)], cap)).toEqual({
      gasPrice: 45n,
    });
    expect(raisedPrice([{ baseFee: undefined, wanted: 50n }], [offered(40n)], cap)).toEqual({
      gasPrice: 60n,
    });
  });

  it('never goes beyond the cap', () => {
    expect(raisedPrice(asked, [offered(88n, 1n)], cap)).toEqual({
      maxFeePerGas: 99n,
      maxPriorityFeePerGas: 2n,
    });
    expect(() => raisedPrice(asked, [offered(89n, 1n)], cap)).toThrow('offers 101 wei for a unit of gas');
    expect(() => raisedPrice([{ baseFee: 90n, wanted: 11n }], [offered(10n, 1n)], cap)).toThrow(
      'over the cap',
    );
  });

  it.each([
    [true, offered(11n, 1n), asked],
    [false, offered(12n, 2n), asked],
    [false, offered(40n, 1n), asked],
    [true, offered(40n, 1n), [{ baseFee: 10n, wanted: 3n }]],
    // One node alone could make it up.
    [false, offered(11n, 1n), [...asked, { baseFee: 5n, wanted: 2n }]],
    [false, offered(11n, 1n), []],
    [true, offered(20n), [{ baseFee: undefined, wanted: 41n }]],
    [false, offered(20n), [{ baseFee: undefined, wanted: 40n }]],
  ])('is needed: %s', (expected, one, prices) => {
    expect(isTooLow(one, prices)).toBe(expected);
  });
});
