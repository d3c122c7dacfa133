import type { RewardEvent } from '@openlode/contracts/http/account-events';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../../shared/api/api-error.ts';
import { receiptQuery } from '../../address-api.ts';
import { ReceiptTable } from './receipt-table.tsx';

interface RewardReceiptProps {
  readonly uuid: string;
  readonly event: RewardEvent;
  /** Symbol of the payout coin. */
  readonly coin: string;
}

/** The receipt as it stands now; what came with the event is shown until that is fetched. */
export function RewardReceipt({ uuid, event, coin }: RewardReceiptProps) {
  const { data, error } = useQuery(receiptQuery(uuid, event.seq));
  const { receipt, amount_extended: credited } = (data ?? event).data;
  if (receipt !== undefined) return <ReceiptTable receipt={receipt} coin={coin} credited={credited} />;
  if (error !== null) return <p role="alert">{failureText(error)}</p>;
  return <p>{data === undefined ? 'Loading...' : 'This reward has no receipt: it was booked by hand.'}</p>;
}
