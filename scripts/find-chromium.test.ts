import { describe, expect, it } from 'vitest';
import { findChromium, findInstalledChromium } from './find-chromium.ts';
import type { Machine } from './find-chromium.ts';

/** A machine on which only these programs exist and these packages can be installed, and what it was asked to run. */
function machineWith(
  programs: string[],
  more: Partial<Machine> = {},
  packages: readonly string[] = ['chromium-headless-shell', 'chromium'],
): Machine & { readonly ran: string[]; readonly said: string[] } {
  const ran: string[] = [];
  const said: string[] = [];
  return {
    env: { PATH: '/usr/local/bin:/usr/bin' },
    isRoot: true,
    isDebian: true,
    playwrightPath: '/root/.cache/ms-playwright/chrome',
    isExecutable: (path) => programs.includes(path),
    run: (command, args) => {
      ran.push([command, ...args].join(' '));
      if (!args.includes('install')) return true;
      const name = args.at(-1) ?? '';
      if (!packages.includes(name)) return false;
      programs.push(`/usr/bin/${name}`);
      return true;
    },
    say: (sentence) => said.push(sentence),
    ran,
    said,
    ...more,
  };
}

describe('finding a Chromium', () => {
  it('takes the one it is told, before any other', () => {
    const machine = machineWith(['/opt/mine', '/usr/bin/chromium'], {
      env: { CHROMIUM_PATH: '/opt/mine', PATH: '/usr/bin' },
    });
    expect(findChromium(machine)).toEqual({ kind: 'found', path: '/opt/mine' });
  });

  it('does not look further when the one it is told cannot be run', () => {
    const machine = machineWith(['/usr/bin/chromium'], {
      env: { CHROMIUM_PATH: '/opt/gone', PATH: '/usr/bin' },
    });
    expect(findChromium(machine)).toEqual({
      kind: 'missing',
      advice: 'CHROMIUM_PATH names /opt/gone, which is no program that can be run.',
    });
    expect(machine.ran).toEqual([]);
  });

  it("takes the system's by name before by folder, and before Playwright's", () => {
    const all = ['/usr/bin/google-chrome', '/usr/bin/chromium-browser', '/root/.cache/ms-playwright/chrome'];
    expect(findChromium(machineWith(all))).toEqual({ kind: 'found', path: '/usr/bin/chromium-browser' });
  });

  it('takes the headless shell before the whole browser', () => {
    const machine = machineWith(['/usr/local/bin/chromium', '/usr/bin/chromium-headless-shell']);
    expect(findChromium(machine)).toEqual({ kind: 'found', path: '/usr/bin/chromium-headless-shell' });
  });

  it("falls back on Playwright's own", () => {
    const machine = machineWith(['/root/.cache/ms-playwright/chrome']);
    expect(findChromium(machine)).toEqual({ kind: 'found', path: '/root/.cache/ms-playwright/chrome' });
  });

  it('installs one as root on Debian', () => {
    const machine = machineWith([]);
    expect(findChromium(machine)).toEqual({ kind: 'found', path: '/usr/bin/chromium-headless-shell' });
    expect(machine.ran).toEqual([
      'apt-get -o DPkg::Lock::Timeout=400 -qq update',
      'apt-get -o DPkg::Lock::Timeout=400 -qq install -y chromium-headless-shell',
    ]);
    expect(machine.said).toEqual(['No Chromium found: installing the one of this distribution.']);
  });

  it('installs the whole browser where the distribution packs no headless shell', () => {
    const machine = machineWith([], {}, ['chromium']);
    expect(findChromium(machine)).toEqual({ kind: 'found', path: '/usr/bin/chromium' });
    expect(machine.ran.at(-1)).toBe('apt-get -o DPkg::Lock::Timeout=400 -qq install -y chromium');
  });

  it.each([
    ['an ordinary user', { isRoot: false }],
    ['another system', { isDebian: false }],
    ['an installation that fails', { run: () => false }],
  ])('says what to do: %s', (_, more) => {
    const outcome = findChromium(machineWith([], more));
    expect(outcome.kind === 'missing' && outcome.advice).toContain('set CHROMIUM_PATH');
  });

  it('installs nothing when it is only to look', () => {
    const machine = machineWith([]);
    expect(findInstalledChromium(machine).kind).toBe('missing');
    expect(machine.ran).toEqual([]);
  });
});
