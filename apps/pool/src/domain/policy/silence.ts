/** A worker is offline once its last accepted share is this old. */
export const silentAfterMs = 15 * 60_000;
