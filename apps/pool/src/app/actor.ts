import { readFileSync } from 'node:fs';

/** Set for a process that no login has begun: a service, a container. */
const noLogin = '4294967295';

/**
 * Who gives a command, as this machine knows them. `login` is the user that logged in, of whom the kernel knows through sudo and su; without
 * it, what sudo says in the environment, which every program that runs as `user` may set.
 */
export function readActor(
  environment: Readonly<Record<string, string | undefined>>,
  user: string,
  login: string | undefined,
): string {
  const who = login ?? environment['SUDO_USER'];
  return (who === undefined || who === '' || who === user ? user : `${who} (as ${user})`).slice(0, 100);
}

/**
 * The user whose login began this process; undefined where there was none, or it is not known (Linux with PAM's pam_loginuid knows it).
 * `read` answers the content of a file; it may throw.
 */
export function readLogin(
  read: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): string | undefined {
  try {
    const id = read('/proc/self/loginuid').trim();
    if (id === noLogin || !/^\d+$/.test(id)) return undefined;
    const lines = read('/etc/passwd').split('\n');
    const [name] = lines.find((line) => line.split(':')[2] === id)?.split(':') ?? [];
    // Of a directory service, whose users do not stand in the file.
    return name ?? `user ${id}`;
  } catch {
    return undefined;
  }
}
