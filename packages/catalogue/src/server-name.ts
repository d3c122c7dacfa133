/** Stands for the code of the algorithm in the name of a server, as in `{algo}.pool.example`. */
const algorithmMark = '{algo}';

/** Whether each algorithm has a server name of its own. */
export function namesAlgorithms(name: string): boolean {
  return name.includes(algorithmMark);
}

/** The name under which an algorithm is mined, for example `kawpow.pool.example`. */
export function serverName(name: string, algorithm: string): string {
  return name.replaceAll(algorithmMark, algorithm);
}
