import { neverRunOnMain, type PoolKind } from './domain/kernel/pool-kind.ts';

/** What the person at the terminal needs after a start. */
export interface StartSummary {
  readonly kind: PoolKind;
  /** Undefined where another process serves the site. */
  readonly url: string | undefined;
  readonly servers: readonly { readonly algorithm: string; readonly address: string }[];
  readonly dataDirectory: string;
  /** Where the database is, when it is not embedded in the data directory; without password. */
  readonly database: string | undefined;
}

const nature: Readonly<Record<PoolKind, string>> = {
  sandbox: 'Openlode sandbox: its chain, rates and payouts are simulated, nothing here has value.',
  regtest: 'Openlode on test networks: the coins that are mined here have no value.',
  real: `Openlode, ${neverRunOnMain}.`,
};

/** The lines that a start prints on a terminal: site, how to mine, where data lies, how to stop. */
export function startSummary({ kind, url, servers, dataDirectory, database }: StartSummary): string {
  // `npm run mine` speaks SHA-256 unless it is told otherwise.
  const first = servers.find(({ algorithm }) => algorithm === 'sha256');
  const width = Math.max(...servers.map(({ algorithm }) => algorithm.length));
  return [
    '',
    `  ${nature[kind]}`,
    '',
    ...(url === undefined ? [] : [`  Site      ${url}`]),
    ...servers.map(
      ({ algorithm, address }, index) =>
        `  ${index === 0 ? 'Miners ' : '       '}   ${algorithm.padEnd(width)}  ${address}`,
    ),
    ...(first === undefined || kind === 'real'
      ? []
      : [`  Try it    npm run mine -- DOGE:YOUR_ADDRESS.rig1 ${new URL(first.address).port}`]),
    `  Data      ${dataDirectory}${database === undefined ? '' : `, database ${database}`}`,
    '  Stop      Ctrl+C',
    '',
    '',
  ].join('\n');
}
