import type { ConnectionMistake } from './connection-mistakes.ts';

/** How the second half of a command is told its server and its user. */
export interface SecondOptions {
  readonly server: string;
  readonly user: string;
}

/** The second algorithm has options of its own for what is missing. */
export function nameSecondOptions(
  mistakes: readonly ConnectionMistake[],
  options: SecondOptions | null,
): readonly ConnectionMistake[] {
  if (options === null) return mistakes;
  return mistakes.map((mistake) => {
    if (mistake.kind === 'no-server') return { ...mistake, option: options.server };
    return mistake.kind === 'no-user' ? { ...mistake, option: options.user } : mistake;
  });
}
