const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** 1970-01-05, the first Monday. */
const firstMonday = 4 * dayMs;

export interface IsoWeek {
  /** The date that it begins on, at midnight of UTC: `2026-11-30`. */
  readonly monday: string;
  /** As ISO 8601 names it: `2026-W49`. It is of the year of its Thursday. */
  readonly name: string;
  /** When it begins, ms since 1970. */
  readonly from: number;
}

/** The week of a time, ms since 1970, by UTC. */
export function isoWeekOf(time: number): IsoWeek {
  const from = Math.floor((time - firstMonday) / weekMs) * weekMs + firstMonday;
  const thursday = new Date(from + 3 * dayMs);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / weekMs) + 1;
  return {
    monday: new Date(from).toISOString().slice(0, 10),
    name: `${year}-W${String(number).padStart(2, '0')}`,
    from,
  };
}
