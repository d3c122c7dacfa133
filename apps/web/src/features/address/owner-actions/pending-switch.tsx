import { exactTime } from '../../../shared/format/relative-time.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';

interface PendingSwitchProps {
  /** The network's name. */
  readonly to: string;
  /** When it takes effect, in ms. */
  readonly at: number;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}

/** A scheduled switch of networks, which the owner may not have asked for. */
export function PendingSwitch({ to, at, isBusy, onCancel }: PendingSwitchProps) {
  return (
    <Notice
      tone="warning"
      title={`Payouts switch to ${to} on ${exactTime(at)}.`}
      action={
        <Button disabled={isBusy} onClick={onCancel}>
          Cancel the switch
        </Button>
      }
    >
      <p>
        Not you? Cancel the switch. The owner of this address from before the request can cancel it, even
        after a break.
      </p>
    </Notice>
  );
}
