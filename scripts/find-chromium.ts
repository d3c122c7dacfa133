import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** What finding a browser needs from the machine; tests bring their own. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  readonly isDebian: boolean;
  /** Where Playwright keeps the browser it downloads. */
  readonly playwrightPath: string;
  isExecutable(path: string): boolean;
  /** Runs a command to its end, showing what it prints, and answers whether it succeeded. */
  run(command: string, args: readonly string[]): boolean;
  say(sentence: string): void;
}

export type ChromiumOutcome =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'missing'; readonly advice: string };

/** The engine of Chromium without its window: the journeys take a third less processor time in it. */
const HEADLESS_SHELL = 'chromium-headless-shell';

const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const APT = ['-o', 'DPkg::Lock::Timeout=400', '-qq'];

const ADVICE =
  'The journeys need a Chromium and none was found. Install one (Debian: apt-get install chromium-headless-shell; ' +
  'Ubuntu: apt-get install chromium; elsewhere: npx playwright install chromium), or set CHROMIUM_PATH to the program of one.';

/** The browser of CHROMIUM_PATH, the system's headless shell, another of the system, or Playwright's own, in that order. Installs nothing. */
export function findInstalledChromium(machine: Machine): ChromiumOutcome {
  const chosen = machine.env['CHROMIUM_PATH'];
  if (chosen !== undefined)
    return machine.isExecutable(chosen)
      ? { kind: 'found', path: chosen }
      : { kind: 'missing', advice: `CHROMIUM_PATH names ${chosen}, which is no program that can be run.` };
  const folders = (machine.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const path = [...candidates, machine.playwrightPath].find((candidate) => machine.isExecutable(candidate));
  return path === undefined ? { kind: 'missing', advice: ADVICE } : { kind: 'found', path };
}

/** As above; when there is none and this is root on Debian, installs the distribution's: its headless shell, or the whole browser where it packs no shell. */
export function findChromium(machine: Machine): ChromiumOutcome {
  const first = findInstalledChromium(machine);
  if (first.kind === 'found' || machine.env['CHROMIUM_PATH'] !== undefined) return first;
  if (!machine.isRoot || !machine.isDebian) return first;
  machine.say('No Chromium found: installing the one of this distribution.');
  const install = (name: string): boolean => machine.run('apt-get', [...APT, 'install', '-y', name]);
  const isInstalled =
    machine.run('apt-get', [...APT, 'update']) && (install(HEADLESS_SHELL) || install('chromium'));
  return isInstalled ? findInstalledChromium(machine) : first;
}

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  return {
    env: process.env,
    isRoot: process.getuid?.() === 0,
    isDebian: existsSync('/etc/debian_version'),
    playwrightPath: chromium.executablePath(),
    isExecutable: (path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    },
    run: (command, args) =>
      spawnSync(command, args, {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0,
    say: (sentence) => console.log(sentence),
  };
}
