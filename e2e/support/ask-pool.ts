import { createConnection } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { PoolProcess } from '../../testing/pool-process.ts';

/** Has a running pool carry out one of the operator's commands, as `openlode` asks for it, without a process for each. */
export async function askPool(pool: PoolProcess, verb: string, input: object): Promise<unknown> {
  const socket = createConnection(join(pool.dataDirectory, 'admin.sock'));
  try {
    socket.write(`${JSON.stringify({ do: verb, input, actor: 'suite' })}\n`);
    for await (const line of createInterface({ input: socket })) {
      const answer = JSON.parse(line) as { ok: boolean; why?: string; result?: unknown };
      if (!answer.ok) throw new Error(answer.why);
      return answer.result;
    }
    throw new Error('the pool hung up before it answered');
  } finally {
    socket.destroy();
  }
}
