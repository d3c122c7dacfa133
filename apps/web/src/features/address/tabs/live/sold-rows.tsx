import type { SoldFirst } from '@openlode/contracts/receipt';
import { exactTime } from '../../../../shared/format/relative-time.ts';
import { useDigits } from './receipt-digits.ts';
import { Row } from './receipt-row.tsx';

/** How the coins of a round were sold before it was credited: what all of them brought, then sale by sale. */
export function SoldRows({ sold, mined }: { readonly sold: SoldFirst; readonly mined: string }) {
  const digits = useDigits();
  const amounts = (each: SoldFirst['brought']): string =>
    each.map(({ coin, amount }) => `${digits(amount)} ${coin}`).join(' and ');
  const more = sold.sales_in_all - sold.sales.length;
  return (
    <>
      <Row step="Sold" result={digits(sold.amount)} exact={sold.amount} unit={mined}>
        of the whole reward, for {amounts(sold.brought)}
      </Row>
      {sold.sales.map(({ exchange, at, price, coin, amount, brought, fees }, index) => (
        // Sales of a receipt never change their order.
        // oxlint-disable-next-line react/no-array-index-key
        <Row key={index} step="Sale" result={digits(brought)} exact={brought} unit={coin}>
          {digits(amount)} {mined} {exchange === null ? 'sold by the operator' : `at ${exchange}`},{' '}
          {exactTime(at)}
          {price !== null && `, ${digits(price)} ${coin} for one`}
          {fees.length > 0 && `; ${amounts(fees)} of fees for the trade`}
        </Row>
      ))}
      {more > 0 && (
        <Row step="Sale" result={`${more} more`}>
          earlier, in the amounts above
        </Row>
      )}
    </>
  );
}
