import type { OperatingSystem } from '@openlode/mining/mining-program';
import { judgeWorkerName } from '@openlode/mining/worker-name';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

const namesKey = storageKeys.wizardWorkers;
const systemKey = storageKeys.wizardSystem;
const namesMax = 5;

/** The worker names of earlier setups, newest first. */
export function rememberedWorkerNames(): readonly string[] {
  return (read(namesKey) ?? '')
    .split(' ')
    .filter((name) => judgeWorkerName(name).kind === 'valid')
    .slice(0, namesMax);
}

export function rememberWorkerName(name: string): void {
  const others = rememberedWorkerNames().filter((other) => other !== name);
  write(namesKey, [name, ...others].slice(0, namesMax).join(' '));
}

/** The system that was chosen last; else what the browser says it runs on. */
export function rememberedSystem(): OperatingSystem {
  const stored = read(systemKey);
  if (stored === 'windows' || stored === 'linux') return stored;
  return navigator.userAgent.includes('Linux') ? 'linux' : 'windows';
}

export function rememberSystem(system: OperatingSystem): void {
  write(systemKey, system);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that refuses its storage asks again next time.
  }
}
