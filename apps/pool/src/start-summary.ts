/** What the person at the terminal needs after a start. */
export interface StartSummary {
  readonly url: string;
  readonly servers: readonly { readonly algorithm: string; readonly address: string }[];
  readonly dataDirectory: string;
  /** Where the database is, when it is not embedded in the data directory; without password. */
  readonly database: string | undefined;
}

/** The lines that a start prints on a terminal: site, how to mine, where data lies, how to stop. */
export function startSummary({ url, servers, dataDirectory, database }: StartSummary): string {
  // `npm run mine` speaks SHA-256 unless it is told otherwise.
  const first = servers.find(({ algorithm }) => algorithm === 'sha256');
  const width = Math.max(...servers.map(({ algorithm }) => algorithm.length));
  return [
    '',
    '  Openlode sandbox: its chain, rates and payouts are simulated, nothing here has value.',
    '',
    `  Site      ${url}`,
    ...servers.map(
      ({ algorithm, address }, index) =>
        `  ${index === 0 ? 'Miners ' : '       '}   ${algorithm.padEnd(width)}  ${address}`,
    ),
    ...(first === undefined
      ? []
      : [`  Try it    npm run mine -- DOGE:YOUR_ADDRESS.rig1 ${new URL(first.address).port}`]),
    `  Data      ${dataDirectory}${database === undefined ? '' : `, database ${database}`}`,
    '  Stop      Ctrl+C',
    '',
    '',
  ].join('\n');
}
