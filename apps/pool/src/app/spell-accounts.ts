import { toEip55 } from '@openlode/mining/eip55';
import type { Exchange } from '../domain/kernel/exchange.ts';

/** As rails and miners spell it: an account of an EVM network is the same in capitals or not. */
export function spellAccount(address: string): string {
  return /^0x[0-9a-f]{40}$/i.test(address) ? toEip55(address) : address;
}

/** What came in or went out, with accounts as rails and miners spell them. */
export function spelledTransfers(exchange: Pick<Exchange, 'transfers'>): Exchange['transfers'] {
  return async (kind, coin, since) =>
    (await exchange.transfers(kind, coin, since)).map((each) => ({
      ...each,
      address: spellAccount(each.address),
    }));
}
