import type { Described, TokenDescription } from '@openlode/signing/messages';
import { printDecimal } from '@openlode/money/decimal-text';
import { familyOf, termsOf } from '../families/registry.ts';

/** What the signer has, in lines for an operator. */
export function describeSigner({ networks, journal }: Described): readonly string[] {
  const lines = networks.flatMap(({ network, keys, limits, spentToday, tokens = [], sweepTo }) => {
    const coins = (units: bigint): string => printDecimal(units, termsOf(network)?.decimals ?? 0);
    const { payment, day, fee, feeRate } = limits;
    return [
      `${network}: a payment at most ${coins(payment)}, a day ${coins(day)} (${coins(spentToday)} left today), ` +
        `a fee ${coins(fee)} and ${feeRate} a ${familyOf(network)?.feeUnit ?? ''}`,
      ...tokens.map((token) => `${network}: ${describeToken(token)}`),
      ...keys.map(({ address, publicKey }) => `${network}: key ${address} ${publicKey}`),
      ...sweepTo.map((address) => `${network}: sweeps to ${address}`),
    ];
  });
  return [...lines, `journal: line ${journal.entry}, seal ${journal.seal}`];
}

function describeToken({ token, name, decimals, payment, day, spentToday }: TokenDescription): string {
  const [most, ofDay, left] = [payment, day, spentToday].map((units) => printDecimal(units, decimals));
  return `${name} (${token}, ${decimals} decimals): a payment at most ${most}, a day ${ofDay} (${left} left today)`;
}
