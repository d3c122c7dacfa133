// How long is data, because the site tells its visitors; how it is done is below.
export { clearedAfterMs, inactiveAfterMs, kept, writeOffNoticeMs } from '@openlode/catalogue/retention';

/** The future's windows are kept as if the network's difficulty could rise by this factor before anybody looks again. */
export const difficultyMargin = 4n;

/** One transaction clears so many rows at most, so that mining never waits long for it. */
export const rowsPerTransaction = 2000;
