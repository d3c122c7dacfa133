import { rateGrounds } from './rate-grounds.ts';
import type { Receipt, ReceiptLine, SoldFirst } from '@openlode/contracts/receipt';
import { createContext, use } from 'react';
import { exactTime } from '../../../../shared/format/relative-time.ts';
import { cutAmount } from '@openlode/money/decimal-text';
import { percentOf } from './receipt-figures.ts';

/** The number of decimals that people read; the whole amount is in the title, behind a button and in the copy. */
const readableDecimals = 8;

/** Whether the amounts of a receipt are shown to their last unit. */
export const EveryDigit = createContext(false);

/** How the amounts of this receipt are shown. */
export function useDigits(): (amount: string) => string {
  const every = use(EveryDigit);
  return (amount) => (every ? amount : cutAmount(amount, readableDecimals));
}

/** Whether any amount of a receipt has more decimals than are shown at first. */
export function hasMoreDigits({ lines }: Receipt): boolean {
  return lines.some((line) =>
    [line.share, line.rate, line.gross, line.fee, line.referral, line.credited, ...amountsOfSales(line)].some(
      (amount) => amount !== null && (amount.split('.')[1]?.length ?? 0) > readableDecimals,
    ),
  );
}

function amountsOfSales(line: ReceiptLine): string[] {
  if (line.pending_conversion || line.sold === undefined) return [];
  const { amount, brought, sales } = line.sold;
  return [
    amount,
    ...brought.map((each) => each.amount),
    ...sales.flatMap((sale) => [
      sale.amount,
      sale.brought,
      ...(sale.price === null ? [] : [sale.price]),
      ...sale.fees.map((fee) => fee.amount),
    ]),
  ];
}

/** The hashes of the demo fleet's blocks begin with the word itself, in ASCII. */
export function isSimulated({ block }: ReceiptLine): boolean {
  return block?.hash.startsWith('73696d756c61746564') === true;
}

/** A receipt as text, to the last unit. `seq` is the number of its event; times in ms. */
export function receiptText(
  receipt: Receipt,
  about: {
    readonly coin: string;
    readonly credited: string;
    readonly seq: number;
    readonly from: number;
    readonly to: number;
    readonly at: number;
  },
): string {
  const { coin, credited, seq, from, to, at } = about;
  const lines = receipt.lines.flatMap((line) => [
    '',
    line.block === null
      ? `${line.reward.coin}: relayed work${relayedText(line)}`
      : `${line.reward.coin}: block ${line.block.height} ${line.block.hash}`,
    `work ${line.own_work} of ${line.round_work} (${percentOf(line.own_work, line.round_work)}%)`,
    `reward ${line.reward.amount} ${line.reward.coin}, your part ${line.share} ${line.reward.coin}`,
    ...(line.pending_conversion
      ? ['not converted yet']
      : [
          `rate ${line.rate} ${coin}, ${rateGrounds(line, coin)}${line.rate_spread_percent === undefined ? '' : `, spread ${line.rate_spread_percent}%`}${line.conversion_spread_percent === undefined ? '' : `; the pool’s spread for these coins, ${line.conversion_spread_percent}%, is in it`}`,
          ...soldTexts(line.sold, line.reward.coin),
          `gross ${line.gross} ${coin}, fee ${line.fee}, referral ${line.referral} (${line.fee_percent}%)`,
          `credited ${line.credited} ${coin}, worth ${line.usd} USD before ${line.conversion_spread_percent === undefined ? '' : 'the pool’s spread and '}the fee at that time`,
        ]),
  ]);
  return [
    `Receipt ${seq}, work of ${exactTime(from)} to ${exactTime(to)}`,
    ...lines,
    '',
    `credited ${credited} ${coin} at ${exactTime(at)}`,
  ].join('\n');
}

function relayedText({ relayed, reward }: ReceiptLine): string {
  if (relayed === undefined) return '';
  const { through, reference, fee_percent: fee, blocks, per_block: perBlock } = relayed;
  const each = perBlock === null ? '' : `, ${perBlock} ${reward.coin} a block`;
  return `, paid by ${through} (${reference}), which kept ${fee}% before; ${blocks} blocks on average${each}`;
}

function soldTexts(sold: SoldFirst | undefined, mined: string): string[] {
  if (sold === undefined) return [];
  const amounts = (each: SoldFirst['brought']): string =>
    each.map(({ coin, amount }) => `${amount} ${coin}`).join(' and ');
  return [
    `sold ${sold.amount} ${mined} of the whole reward for ${amounts(sold.brought)}, in ${sold.sales_in_all} sales`,
    ...sold.sales.map(
      ({ exchange, at, price, coin, amount, brought, fees }) =>
        `sale ${amount} ${mined} ${exchange === null ? 'by the operator' : `at ${exchange}`}, ${exactTime(at)}, brought ${brought} ${coin}${price === null ? '' : `, ${price} ${coin} for one`}${fees.length === 0 ? '' : `, fees of the trade ${amounts(fees)}`}`,
    ),
  ];
}
