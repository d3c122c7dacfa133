import { judgeReferralCode } from '@openlode/mining/referral-code';
import { defaultWorkerName, judgeWorkerName } from '@openlode/mining/worker-name';
import type { AddressJudgement } from './address-judgement.ts';

/** One piece of the user string `COIN:ADDRESS[:MEMO].WORKER[#CODE]`, as the specimen draws it. */
export interface UserPart {
  readonly kind: 'coin' | 'address' | 'memo' | 'worker' | 'code';
  /** The separator before it. */
  readonly before: '' | ':' | '.' | '#';
  readonly text: string;
  readonly state: 'filled' | 'empty' | 'wrong';
}

export interface UserFields {
  readonly coin: string;
  readonly addressText: string;
  readonly judgement: AddressJudgement;
  readonly workerText: string;
  readonly codeText: string;
}

/** The user string in parts; what the visitor has not typed yet stands there as a placeholder. */
export function buildUserParts(fields: UserFields): readonly UserPart[] {
  return [
    { kind: 'coin', before: '', text: fields.coin, state: 'filled' },
    ...addressParts(fields),
    workerPart(fields.workerText),
    ...codeParts(fields.codeText),
  ];
}

/** The text to copy; null while a part is missing or wrong, because a miner would be refused with it. */
export function printUserParts(parts: readonly UserPart[]): string | null {
  if (parts.some((part) => part.state !== 'filled')) return null;
  return parts.map((part) => part.before + part.text).join('');
}

function addressParts({ judgement, addressText }: UserFields): readonly UserPart[] {
  switch (judgement.kind) {
    case 'empty':
      return [{ kind: 'address', before: ':', text: 'your address', state: 'empty' }];
    case 'valid': {
      const address: UserPart = { kind: 'address', before: ':', text: judgement.address, state: 'filled' };
      return judgement.memo === null
        ? [address]
        : [address, { kind: 'memo', before: ':', text: judgement.memo, state: 'filled' }];
    }
    case 'checking':
      return [{ kind: 'address', before: ':', text: addressText.trim(), state: 'empty' }];
    case 'unchecked':
      return [{ kind: 'address', before: ':', text: addressText.trim(), state: 'filled' }];
    case 'memo-missing':
    case 'not-paid-here':
    case 'too-long':
    case 'memo-not-supported':
    case 'memo-invalid':
    case 'wrong-checksum':
    case 'no-network-matches':
      return [{ kind: 'address', before: ':', text: addressText.trim(), state: 'wrong' }];
  }
}

function workerPart(text: string): UserPart {
  const outcome = judgeWorkerName(text);
  if (outcome.kind === 'valid') return { kind: 'worker', before: '.', text: outcome.name, state: 'filled' };
  if (outcome.kind === 'empty') {
    return { kind: 'worker', before: '.', text: defaultWorkerName, state: 'filled' };
  }
  return { kind: 'worker', before: '.', text: text.trim(), state: 'wrong' };
}

function codeParts(text: string): readonly UserPart[] {
  const outcome = judgeReferralCode(text);
  if (outcome.kind === 'empty') return [];
  return outcome.kind === 'valid'
    ? [{ kind: 'code', before: '#', text: outcome.referralCode, state: 'filled' }]
    : [{ kind: 'code', before: '#', text: text.trim(), state: 'wrong' }];
}
