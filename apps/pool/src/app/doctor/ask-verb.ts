import { connectPool } from '../processes/connect-pool.ts';

/** What the running pool answers to a verb; undefined where it does not. */
export async function askVerb(config: Parameters<typeof connectPool>[0], verb: string): Promise<unknown> {
  const admin = await connectPool(config).catch(() => undefined);
  try {
    return await admin?.ask({ do: verb, input: {}, actor: 'doctor' });
  } catch {
    return undefined;
  } finally {
    admin?.close();
  }
}
