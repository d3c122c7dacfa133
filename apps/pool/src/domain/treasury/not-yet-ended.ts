import { absenceMs, reviewMs } from '@openlode/ledger/judge-request';

/** A request to an exchange whose answer was lost, and what looks have found of it. */
interface LostRequest {
  readonly state: string;
  readonly place: string;
  readonly sentAt: Date | null;
  readonly absentFrom: Date | null;
  readonly absentUntil: Date | null;
}

/** Why an operator may not end it yet, in words: a day has to have passed, and two looks ten minutes apart must not have found it. Pure. */
export function notYetEnded(
  { state, place, sentAt, absentFrom, absentUntil }: LostRequest,
  now: number,
): string | undefined {
  if (sentAt === null || (state !== 'sent' && state !== 'unknown')) return `it is ${state}`;
  if (now - sentAt.getTime() <= reviewMs)
    return 'it was sent less than a day ago: it ends by itself where it can';
  if (absentFrom === null || absentUntil === null || absentUntil.getTime() - absentFrom.getTime() < absenceMs)
    return `two looks ten minutes apart have to have found nothing of it at ${place}`;
  return undefined;
}
