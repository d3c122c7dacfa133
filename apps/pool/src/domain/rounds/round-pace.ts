/** No round is left alone for longer, ms. */
const everyMaxMs = 60_000;
/**
 * The pause between two looks at a round is its age divided by this: it is credited later by at most a twentieth of the time that its
 * block took to mature.
 */
const partOfAge = 20;

/**
 * Decides when a process looks at a round again: nodes would otherwise be asked about hundreds of immature blocks that change within
 * hours.
 */
export interface RoundPace {
  /** Runs `work` if it is due. Otherwise throws again what the last run threw, so that a fault stays visible until it has passed. */
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
