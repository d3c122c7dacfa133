import { describe, expect, it } from 'vitest';
import { readActor, readLogin } from './actor.ts';

describe('who gives a command', () => {
  it('is the login that the kernel knows, whatever the environment says', () => {
    expect(readActor({ SUDO_USER: 'anybody' }, 'openlode', 'ann')).toBe('ann (as openlode)');
    expect(readActor({}, 'openlode', 'ann')).toBe('ann (as openlode)');
    expect(readActor({}, 'ann', 'ann')).toBe('ann');
  });

  it('is what sudo says where there was no login, or the user', () => {
    expect(readActor({ SUDO_USER: 'ann' }, 'openlode', undefined)).toBe('ann (as openlode)');
    expect(readActor({ SUDO_USER: '' }, 'openlode', undefined)).toBe('openlode');
    expect(readActor({}, 'root', undefined)).toBe('root');
    expect(readActor({}, 'openlode', 'x'.repeat(200))).toHaveLength(100);
  });

  const passwd = 'root:x:0:0:root:/root:/bin/bash\nann:x:1000:1000::/home/ann:/bin/bash\n';
  const machine = (loginuid: string) => (path: string) => (path === '/etc/passwd' ? passwd : loginuid);

  it.each([
    ['1000\n', 'ann'],
    ['0', 'root'],
    ['4242', 'user 4242'],
    ['4294967295', undefined],
    ['', undefined],
    ['nonsense', undefined],
  ])('reads %j as %j', (loginuid, name) => {
    expect(readLogin(machine(loginuid))).toBe(name);
  });

  it('knows none where there is no such file', () => {
    const missing = (): never => {
      throw new Error('ENOENT');
    };
    expect(readLogin(missing)).toBeUndefined();
  });
});
