import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, failureText, isUnanswered } from '../../../shared/api/api-error.ts';
import { showToast } from '../../../shared/ui/toast-store.ts';
import { carryOut, type OwnerAction } from './owner-api.ts';

/** The dialog that is open. */
export type OwnerDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'pay' }
  | { readonly kind: 'networks' }
  | { readonly kind: 'switch'; readonly network: string }
  | { readonly kind: 'proof'; readonly action: OwnerAction; readonly reason?: string };

const none: OwnerDialog = { kind: 'none' };

const doneTexts: Readonly<Record<OwnerAction['kind'], string>> = {
  pay: 'Your payment have been initiated!',
  auto_pay: 'Your settings have been updated!',
  switch: 'The network switch is scheduled.',
  cancel_switch: 'The switch is cancelled.',
};

export interface OwnerActionState {
  readonly dialog: OwnerDialog;
  readonly open: (dialog: OwnerDialog) => void;
  readonly close: () => void;
  /** Whether an action is on its way. */
  readonly isBusy: boolean;
  /** The action whose answer never came. */
  readonly unanswered: OwnerAction | null;
  readonly forgetUnanswered: () => void;
  /** Sends the action; where the pool refuses it to this connection, the dialog asks for a proof. */
  readonly attempt: (action: OwnerAction) => Promise<void>;
  /** The action was carried out that `asked` was open for: that dialog is closed, and no other. */
  readonly finish: (action: OwnerAction, asked: OwnerDialog) => void;
  readonly leaveUnanswered: (action: OwnerAction, asked: OwnerDialog) => void;
}

/** Where an owner's action stands: its dialog, its sending, and how it ended. */
export function useOwnerActions(uuid: string): OwnerActionState {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<OwnerDialog>(none);
  const [isBusy, setBusy] = useState(false);
  const [unanswered, setUnanswered] = useState<OwnerAction | null>(null);
  // An answer can come after the visitor closed its dialog and opened another.
  const shown = useRef<OwnerDialog>(none);

  function show(next: OwnerDialog) {
    shown.current = next;
    setDialog(next);
  }

  function end(asked: OwnerDialog) {
    if (shown.current === asked) show(none);
    void client.invalidateQueries({ queryKey: ['address'] });
    void client.invalidateQueries({ queryKey: ['account', uuid] });
  }

  function finish(action: OwnerAction, asked: OwnerDialog) {
    showToast('success', doneTexts[action.kind]);
    end(asked);
  }

  function leaveUnanswered(action: OwnerAction, asked: OwnerDialog) {
    setUnanswered(action);
    end(asked);
  }

  function fail(action: OwnerAction, error: unknown, asked: OwnerDialog) {
    const isRefused = error instanceof ApiError && error.status === 403;
    if (isRefused && shown.current === asked) show({ kind: 'proof', action, reason: error.message });
    else if (isUnanswered(error)) leaveUnanswered(action, asked);
    else {
      showToast('error', failureText(error));
      end(asked);
    }
  }

  async function attempt(action: OwnerAction) {
    const asked = shown.current;
    setBusy(true);
    setUnanswered(null);
    try {
      await carryOut(uuid, action);
      finish(action, asked);
    } catch (error) {
      fail(action, error, asked);
    } finally {
      setBusy(false);
    }
  }

  return {
    dialog,
    open: show,
    close: () => show(none),
    isBusy,
    unanswered,
    forgetUnanswered: () => setUnanswered(null),
    attempt,
    finish,
    leaveUnanswered,
  };
}
