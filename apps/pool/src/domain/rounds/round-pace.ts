/** No round is left alone for longer, ms. */
const everyMaxMs = 60_000;
/** A round is looked at again after this part of its age: credited later by no more than a twentieth of what its maturing took. */
const partOfAge = 20;

/** Decides when a process looks at a round again. Nodes have hundreds of immature blocks to answer for, which change within hours. */
export interface RoundPace {
  /** Looks where it is time for it; otherwise throws what the last look at it threw, so that a fault stays in view until it has passed. */
  look(
    round: { readonly id: bigint; readonly since: number },
    now: number,
    work: () => Promise<void>,
  ): Promise<void>;
  /** Forgets every round but these. */
  keep(ids: Iterable<bigint>): void;
}

interface Look {
  readonly at: number;
  readonly failure?: { readonly error: unknown };
}

export function createRoundPace(): RoundPace {
  const looks = new Map<bigint, Look>();
  return {
    async look({ id, since }, now, work) {
      const last = looks.get(id);
      // A clock may be set back, or ahead of when the round began.
      if (last !== undefined && Math.abs(now - last.at) < lookEveryMs(Math.abs(now - since))) {
        if (last.failure !== undefined) throw last.failure.error;
        return;
      }
      try {
        await work();
        looks.set(id, { at: now });
      } catch (error) {
        looks.set(id, { at: now, failure: { error } });
        throw error;
      }
    },
    keep(ids) {
      const kept = new Set(ids);
      for (const id of looks.keys()) if (!kept.has(id)) looks.delete(id);
    },
  };
}

/** How long a round of this age is left alone between two looks, ms. */
export function lookEveryMs(ageMs: number): number {
  return Math.min(ageMs / partOfAge, everyMaxMs);
}
