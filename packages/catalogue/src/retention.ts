const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long the pool keeps each kind of row, in ms. The jobs that forget work by it, and the privacy page is made from it. */
export const kept = {
  eventsMs: 7 * dayMs,
  minutesMs: 2 * hourMs,
  tenMinutesMs: 8 * dayMs,
  /** The idempotency window: a batch that comes again within a day is known, an older one would be counted again. */
  batchesMs: dayMs,
  /** After closing, and after the rounds that may look at them have ended. */
  slicesMs: dayMs,
  offlineWorkersMs: 8 * dayMs,
  /** From where a miner was mined for. */
  sourcesMs: 7 * dayMs,
  /** Sources that were a miner's owner's: as long as an idle miner keeps its balance, so that its owner can cancel a switch. */
  ownerSourcesMs: 184 * dayMs,
  /** After their end. */
  challengesMs: hourMs,
  /** Rejected shares and refused logins: pages ask for the past day. */
  refusalsMs: 25 * hourMs,
  /** Which miners worked under a code, for the report of its owner. */
  referredDaysMs: 30 * dayMs,
  /** How shares and blocks of a miner compare with chance, by day. */
  shareStatisticsMs: 35 * dayMs,
  /** Receipts and postings of rewards one by one; for ever by day. As long as an idle miner keeps its balance, so that it can be explained until it is written off. */
  receiptsMs: 184 * dayMs,
  /** What was answered to an owner's request: the same request within this time has the same answer. */
  answersMs: dayMs,
} as const;

/** A miner without work for this long is called inactive. */
export const inactiveAfterMs = 30 * dayMs;

/** An idle miner's page announces the date this long before it is cleared, ms. */
export const writeOffNoticeMs = 30 * dayMs;

/** A coin that is closed is paid out for this long; its miners are refused at once. */
export const windDownMs = 90 * dayMs;

/** Without work or any movement in the database for this long, a miner is cleared: never less than six calendar months. */
export const clearedAfterMs = 184 * dayMs;
