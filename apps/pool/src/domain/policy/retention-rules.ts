// How long is data, because the site tells its visitors; how it is done is below.
export { clearedAfterMs, inactiveAfterMs, kept, writeOffNoticeMs } from '@openlode/catalogue/retention';

/** Slices are kept long enough for a window that grows by this factor, should the network difficulty rise before the next cleanup. */
export const difficultyMargin = 4n;

/** The most rows that one transaction deletes, so that it never delays mining for long. */
export const rowsPerTransaction = 2000;
