/** Who gives a command, as this machine knows them. */
export function readActor(environment: Readonly<Record<string, string | undefined>>, user: string): string {
  const sudo = environment['SUDO_USER'];
  return (sudo === undefined || sudo === '' ? user : `${sudo} (as ${user})`).slice(0, 100);
}
