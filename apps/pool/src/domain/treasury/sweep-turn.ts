import sql, { empty } from 'sql-template-tag';
import type { PayoutContext } from '../payouts/payout-context.ts';
import type { Sweep } from './sweep.ts';

/** A process that died in its turn leaves it to the others after this time, ms. */
const turnMs = 60_000;

type Context = Pick<PayoutContext, 'db' | 'clock'>;

/**
 * One process at a time has a planned sweep of an ordered network signed, or forgets it: of two at once one could free the number under which the
 * other signs. It is over once the process is done, so that an operator waits for a moment, and not for the next try to have passed.
 */
export class SweepTurn {
  readonly #ctx: Context;
  readonly #id: bigint;
  #until: Date;

  private constructor(ctx: Context, id: bigint, until: Date) {
    this.#ctx = ctx;
    this.#id = id;
    this.#until = until;
  }

  /**
   * Undefined where another process has it, or the sweep is not planned any more.
   *
   * @param isTry whether it is signed: then the next try waits from now on, and of two that saw it due one has it
   */
  static async take(
    ctx: Context,
    { id, stateAt }: Pick<Sweep, 'id' | 'stateAt'>,
    { isTry }: { readonly isTry: boolean },
  ): Promise<SweepTurn | undefined> {
    const now = ctx.clock.now();
    const until = new Date(now + turnMs);
    const tried = isTry ? sql`, state_at = ${new Date(now)}` : empty;
    const due = isTry ? sql`AND state_at = ${stateAt}` : empty;
    // A clock that was ahead may have dated it.
    const taken = await ctx.db.query(sql`
      UPDATE sweeps SET turn_until = ${until} ${tried} WHERE id = ${id} AND state = 'planned' ${due}
         AND (turn_until IS NULL OR turn_until <= ${new Date(now)} OR turn_until > ${new Date(now + 2 * turnMs)}) RETURNING 1`);
    return taken.length > 0 ? new SweepTurn(ctx, id, until) : undefined;
  }

  /** Begins it again; false where it has passed and another process has it. */
  async keep(): Promise<boolean> {
    const until = new Date(this.#ctx.clock.now() + turnMs);
    const kept = await this.#ctx.db.query(sql`
      UPDATE sweeps SET turn_until = ${until} WHERE id = ${this.#id} AND state = 'planned' AND turn_until = ${this.#until} RETURNING 1`);
    this.#until = until;
    return kept.length > 0;
  }

  async end(): Promise<void> {
    await this.#ctx.db.query(sql`
      UPDATE sweeps SET turn_until = NULL WHERE id = ${this.#id} AND turn_until = ${this.#until}`);
  }
}
