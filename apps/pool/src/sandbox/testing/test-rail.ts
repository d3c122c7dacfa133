import { join } from 'node:path';
import type { ServiceContext } from '../../domain/kernel/context.ts';
import type { Wallet } from '../../domain/kernel/wallet.ts';
import { readReceived } from '../../domain/views/read-received.ts';
import { openSandboxRail, type SandboxRail, sandboxWallet } from '../rail/sandbox-rail.ts';

/** The rail of a sandbox with its file in a folder; what has come in is what the database has credited. */
export function openTestRail(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'random'>,
  folder: string,
): SandboxRail {
  const { clock, random } = ctx;
  return openSandboxRail({ path: join(folder, 'taken'), clock, random, received: () => readReceived(ctx) });
}

/** Its wallet as another process sees it. */
export function readTestWallet(ctx: Pick<ServiceContext, 'db'>, folder: string): Wallet {
  return sandboxWallet(join(folder, 'taken'), () => readReceived(ctx));
}
