/** What the owner of a miner may do. No action can ever change its address. */
export type OwnerAction =
  | { readonly kind: 'pay' }
  | { readonly kind: 'auto_pay'; readonly on: boolean }
  | { readonly kind: 'switch'; readonly network: string }
  | { readonly kind: 'cancel_switch' };

/** What a token is bound to beside the kind. */
export function argumentOf(action: OwnerAction): string {
  if (action.kind === 'auto_pay') return action.on ? 'on' : 'off';
  return action.kind === 'switch' ? action.network : '';
}

/** An action as a challenge stores it. */
export interface ActionRow {
  readonly action: OwnerAction['kind'];
  readonly argument: string;
}

export function actionOf({ action, argument }: ActionRow): OwnerAction {
  if (action === 'auto_pay') return { kind: action, on: argument === 'on' };
  return action === 'switch' ? { kind: action, network: argument } : { kind: action };
}
