/** A difficulty in a miner's password, such as `x,d=1024`; undefined where there is none. */
export function difficultyInPassword(password: unknown): number | undefined {
  if (typeof password !== 'string' || password.length > 256) return undefined;
  const found = /(?:^|[,;\s])d=(\d{1,15}(?:\.\d{1,15})?)(?=$|[,;\s])/i.exec(password);
  return found === null ? undefined : Number(found[1]);
}
