import type { Login } from '@openlode/mining/user-string';

type Account = Pick<Login, 'coin' | 'address' | 'memo'>;

/** How many connections each account has, over all ports of the process. */
export interface AccountCrowd {
  count(account: Account): number;
  /** Once for each account of a connection, however many workers it has. */
  enter(account: Account): void;
  leave(account: Account): void;
}

export function createAccountCrowd(): AccountCrowd {
  const counts = new Map<string, number>();
  return {
    count: (account) => counts.get(keyOf(account)) ?? 0,
    enter(account) {
      const key = keyOf(account);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    leave(account) {
      const key = keyOf(account);
      const rest = (counts.get(key) ?? 1) - 1;
      if (rest === 0) counts.delete(key);
      else counts.set(key, rest);
    },
  };
}

/** The logins among `logins` that are of this account. */
export function loginsOf(account: Account, logins: Iterable<Login>): Login[] {
  const key = keyOf(account);
  return [...logins].filter((login) => keyOf(login) === key);
}

/** One login of each account. */
export function oneOfEach(logins: Iterable<Login>): Iterable<Login> {
  return new Map([...logins].map((login) => [keyOf(login), login])).values();
}

function keyOf({ coin, address, memo }: Account): string {
  return `${coin}:${address}:${memo ?? ''}`;
}
