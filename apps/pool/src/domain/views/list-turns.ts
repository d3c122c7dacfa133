import type { ServiceContext } from '../kernel/context.ts';
import { selectTurns } from '../treasury/orders/trade-turns.ts';

/** What the pool trades by itself at an exchange, as an operator reads it. */
export interface ListedTurn {
  readonly place: string;
  /** When its newest turn ended, ms; null where none has. */
  readonly ranAt: number | null;
  /** Whether that was to send what it planned. */
  readonly isSending: boolean;
  readonly said: string | null;
  /** Why nothing is ordered by itself before an operator has resumed it. */
  readonly stoppedWhy: string | null;
}

export async function listTurns({ db }: Pick<ServiceContext, 'db'>): Promise<ListedTurn[]> {
  const turns = await selectTurns(db);
  return turns.map(({ place, ranAt, isSending, said, stoppedWhy }) => ({
    place,
    ranAt: ranAt?.getTime() ?? null,
    isSending,
    said,
    stoppedWhy,
  }));
}
