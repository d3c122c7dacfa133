import type { LoginOutcome } from '@openlode/mining/user-string';
import { catalogueListing } from '../../../domain/payouts/payout-availability.ts';
import { readLogin } from '../read-login.ts';

const { delisted } = catalogueListing();

/** Logins as a pool judges them whose operator has decided nothing. */
export function readCatalogueLogin(text: string): LoginOutcome {
  return readLogin(text, { isDelisted: (coin) => delisted.has(coin), isExchange: () => false });
}
