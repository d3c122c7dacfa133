import { judgeReferralCode } from '@openlode/mining/referral-code';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { noAnswers, stepNames, type WizardAnswers } from './wizard-state.ts';

const sessionKey = storageKeys.wizardAnswers;

/** The answers of this tab: a reload keeps them, the end of the visit forgets them. */
export function readAnswers(): WizardAnswers {
  try {
    return parseAnswers(sessionStorage.getItem(sessionKey));
  } catch {
    return noAnswers;
  }
}

export function keepAnswers(answers: WizardAnswers): void {
  try {
    sessionStorage.setItem(sessionKey, JSON.stringify(answers));
  } catch {
    // A browser that refuses its storage: kept until the page is left.
  }
}

/** Reads the stored text, whatever it holds; one damaged answer and the questions start over. */
export function parseAnswers(text: string | null): WizardAnswers {
  if (text === null) return noAnswers;
  try {
    const stored = JSON.parse(text) as Partial<Record<keyof WizardAnswers, unknown>>;
    const isTextOrNull = (value: unknown) =>
      value === null || (typeof value === 'string' && value.length <= 256);
    const sound =
      [null, 'basic', 'advanced'].includes(stored.mode as null) &&
      [null, 'gpu', 'cpu', 'sandbox'].includes(stored.hardware as null) &&
      [stored.algorithm, stored.coin, stored.address, stored.region].every(isTextOrNull) &&
      typeof stored.automatic === 'boolean' &&
      [undefined, true, false].includes(stored.recommended as undefined) &&
      typeof stored.worker === 'string' &&
      /^[\w-]{0,64}$/.test(stored.worker) &&
      (stored.referral === null ||
        (typeof stored.referral === 'string' && judgeReferralCode(stored.referral).kind === 'valid')) &&
      isPort(stored.port) &&
      Array.isArray(stored.answered) &&
      stored.answered.every((step) => stepNames.includes(step as (typeof stepNames)[number]));
    return sound ? { ...noAnswers, ...(stored as unknown as WizardAnswers) } : noAnswers;
  } catch {
    return noAnswers;
  }
}

function isPort(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== 'object') return false;
  const { port, transport } = value as Record<string, unknown>;
  return Number.isInteger(port) && (transport === 'tls' || transport === 'tcp');
}
