const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How many miners one page may watch at once. */
export const roomsMax = 20;

/**
 * The room of a miner, or undefined where the text is no miner id. Every socket owns a room named by its own id, so a name
 * that a client chose must never be joined as it is.
 */
export function minerRoom(uuid: unknown): `account:${string}` | undefined {
  return typeof uuid === 'string' && uuidPattern.test(uuid) ? `account:${uuid}` : undefined;
}

/** The miner whose room this is; undefined for a room of another kind. */
export function minerOfRoom(room: string): string | undefined {
  return room.startsWith('account:') ? room.slice('account:'.length) : undefined;
}
