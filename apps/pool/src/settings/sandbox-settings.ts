import { type CrashAt, parseCrashAt } from '../domain/kernel/crash-at.ts';
import type { SettingReader } from './setting-reader.ts';

/** What only a sandbox and the suites set. */
export interface SandboxSettings {
  /** A unix socket through which journeys move the sandbox's clock; undefined outside of tests. */
  readonly sandboxControl: string | undefined;
  /** Where the process dies, for the suites that kill it; only with a control socket, and undefined outside of tests. */
  readonly crashAt: CrashAt | undefined;
  /** What the demo fleet of a sandbox is drawn from; undefined for an empty pool. */
  readonly seed: string | undefined;
}

const defaultSeed = 'openlode';

export function readSandboxSettings(settings: SettingReader): SandboxSettings {
  const sandboxControl = settings.text('OPENLODE_SANDBOX_CONTROL');
  return {
    sandboxControl,
    crashAt: readCrashAt(settings, sandboxControl !== undefined),
    seed: readSeed(settings),
  };
}

function readCrashAt(settings: SettingReader, hasControl: boolean): CrashAt | undefined {
  const text = settings.text('OPENLODE_CRASH_AT');
  if (text === undefined) return undefined;
  const crashAt = parseCrashAt(text);
  if (crashAt === undefined || !hasControl)
    settings.fault('OPENLODE_CRASH_AT must be point:hit, and works beside OPENLODE_SANDBOX_CONTROL only');
  return crashAt;
}

function readSeed(settings: SettingReader): string | undefined {
  const seed = settings.text('OPENLODE_SEED') ?? defaultSeed;
  if (!/^[\w-]{1,64}$/.test(seed))
    settings.fault('OPENLODE_SEED must be none, or up to 64 letters, digits, hyphens and underscores');
  return seed === 'none' ? undefined : seed;
}
