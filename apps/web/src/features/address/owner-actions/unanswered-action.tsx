import { useReach } from '../../../shared/api/reach.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import type { OwnerAction } from './owner-api.ts';

const names: Readonly<Record<OwnerAction['kind'], string>> = {
  pay: 'your payout was started',
  auto_pay: 'your auto-pay setting was saved',
  switch: 'your network switch was scheduled',
  cancel_switch: 'the network switch was cancelled',
};

/** What is known of an owner's action whose answer never came: the pool may have carried it out or not. */
export function UnansweredAction(props: { readonly action: OwnerAction; readonly onClose: () => void }) {
  const { isLost } = useReach();
  return (
    <Notice
      tone="warning"
      live="assertive"
      title={
        isLost
          ? `The connection was lost: we don’t know yet whether ${names[props.action.kind]}.`
          : `The connection was lost before the pool could say whether ${names[props.action.kind]}.`
      }
      action={isLost ? undefined : <Button onClick={props.onClose}>OK</Button>}
    >
      <p>
        {isLost
          ? 'This page shows it as soon as the pool answers again. Nothing is paid twice.'
          : 'The pool answers again: this page shows how it stands now. If nothing changed, try again; nothing is paid twice.'}
      </p>
    </Notice>
  );
}
