import { expect, it } from 'vitest';
import { mainnetAddress } from './litecoin-address.ts';

it('spells an address of a test network as miners of the real one do', () => {
  expect(mainnetAddress('rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k2n7rlh')).toBe(
    'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  );
});
