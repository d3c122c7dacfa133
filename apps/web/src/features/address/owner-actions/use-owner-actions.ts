import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
  /** The action was carried out. */
  readonly finish: (action: OwnerAction) => void;
  readonly leaveUnanswered: (action: OwnerAction) => void;
}

/** Where an owner's action stands: its dialog, its sending, and how it ended. */
export function useOwnerActions(uuid: string): OwnerActionState {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<OwnerDialog>(none);
  const [isBusy, setBusy] = useState(false);
  const [unanswered, setUnanswered] = useState<OwnerAction | null>(null);

  function end() {
    setDialog(none);
    void client.invalidateQueries({ queryKey: ['address'] });
    void client.invalidateQueries({ queryKey: ['account', uuid] });
  }

  function finish(action: OwnerAction) {
    showToast('success', doneTexts[action.kind]);
    end();
  }

  function leaveUnanswered(action: OwnerAction) {
    setUnanswered(action);
    end();
  }

  function fail(action: OwnerAction, error: unknown) {
    if (error instanceof ApiError && error.status === 403)
      setDialog({ kind: 'proof', action, reason: error.message });
    else if (isUnanswered(error)) leaveUnanswered(action);
    else {
      showToast('error', failureText(error));
      end();
    }
  }

  async function attempt(action: OwnerAction) {
    setBusy(true);
    setUnanswered(null);
    try {
      await carryOut(uuid, action);
      finish(action);
    } catch (error) {
      fail(action, error);
    } finally {
      setBusy(false);
    }
  }

  return {
    dialog,
    open: setDialog,
    close: () => setDialog(none),
    isBusy,
    unanswered,
    forgetUnanswered: () => setUnanswered(null),
    attempt,
    finish,
    leaveUnanswered,
  };
}
