import { type JsonAnswer, type JsonSocket, openJsonSocket } from '../../runtime/json-socket.ts';

export const adminSocketName = 'admin.sock';

/** What the operator may ask of a running pool, by name. An action answers what JSON can carry. */
export type AdminActions = Readonly<
  Record<string, (request: Readonly<Record<string, unknown>>) => Promise<unknown>>
>;

/**
 * The socket in the data directory through which the operator's commands reach the process that holds the directory's lock:
 * `{"do": "audit", "input": {}, "actor": "ann"}` is answered by `{"ok": true, "result": …}`. Only the owner of the directory can open it, and that is all the
 * proof it asks for: who can open it can read the database beside it too.
 */
export function openAdminSocket(path: string, actions: AdminActions): Promise<JsonSocket> {
  return openJsonSocket(path, async (request): Promise<JsonAnswer> => {
    const name = request['do'];
    const action = typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) return { ok: false, why: 'this pool knows no such request' };
    return { ok: true, result: await action(request) };
  });
}
