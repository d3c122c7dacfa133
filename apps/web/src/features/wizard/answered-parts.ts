import type { UserPart } from '../../blocks/connection-card/build-user-parts.ts';
import type { WizardAnswers } from './wizard-state.ts';

/** The user string as far as it is answered; the rest stands there as placeholders. */
export function answeredParts(answers: WizardAnswers): readonly UserPart[] {
  const part = (
    kind: UserPart['kind'],
    before: UserPart['before'],
    text: string | null,
    empty: string,
  ): UserPart =>
    text === null || text === ''
      ? { kind, before, text: empty, state: 'empty' }
      : { kind, before, text, state: 'filled' };
  return [
    part('coin', '', answers.coin, 'COIN'),
    part('address', ':', answers.address, 'your address'),
    part('worker', '.', answers.worker, 'worker'),
    ...(answers.referral === null ? [] : [part('code', '#', answers.referral, '')]),
  ];
}
