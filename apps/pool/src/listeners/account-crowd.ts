import type { Login } from '@openlode/mining/user-string';

/** How many connections each account has, over all ports of the process. */
export interface AccountCrowd {
  count(login: Login): number;
  enter(login: Login): void;
  leave(login: Login): void;
}

export function createAccountCrowd(): AccountCrowd {
  const counts = new Map<string, number>();
  const keyOf = ({ coin, address, memo }: Login): string => `${coin}:${address}:${memo ?? ''}`;
  return {
    count: (login) => counts.get(keyOf(login)) ?? 0,
    enter(login) {
      const key = keyOf(login);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    leave(login) {
      const key = keyOf(login);
      const rest = (counts.get(key) ?? 1) - 1;
      if (rest === 0) counts.delete(key);
      else counts.set(key, rest);
    },
  };
}
