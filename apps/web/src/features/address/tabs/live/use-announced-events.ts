import type { AccountEvent } from '@openlode/contracts/http/account-events';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../../../shared/ui/announcer.tsx';
import { eventAmount, type EventNames, eventWords } from '../../event-words.ts';
import { isNothing } from '@openlode/money/decimal-text';

/**
 * Tells a screen reader of events that arrive while the list is shown, at the announcer's bounded rate. Answers which
 * events arrived since the list was first drawn: those are drawn as new.
 */
export function useAnnouncedEvents(
  events: readonly AccountEvent[] | null,
  coin: string,
  names: EventNames,
): (event: AccountEvent) => boolean {
  const newest = events?.[0];
  const seq = events === null ? null : (newest?.seq ?? 0);
  const [firstSeq, setFirstSeq] = useState<number | null>(seq);
  if (firstSeq === null && seq !== null) setFirstSeq(seq);
  const said = useRef<number | null>(seq);

  useEffect(() => {
    if (seq === null) return;
    if (said.current !== null && seq > said.current && newest !== undefined) {
      announce(sentenceOf(newest, coin, names));
    }
    said.current = seq;
  }, [seq, newest, coin, names]);

  return (event) => firstSeq !== null && event.seq > firstSeq;
}

function sentenceOf(event: AccountEvent, coin: string, names: EventNames): string {
  const { strong, rest } = eventWords(event, names);
  const amount = eventAmount(event);
  return amount === null || isNothing(amount) ? `${strong} ${rest}` : `${strong} ${rest}, ${amount} ${coin}`;
}
