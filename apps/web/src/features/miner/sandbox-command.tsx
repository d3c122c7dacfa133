import { buildSandboxCommand } from '@openlode/mining/build-sandbox-command';
import { sandboxDefaultAlgorithm } from '@openlode/mining/sandbox-default';
import { useQuery } from '@tanstack/react-query';
import { canBeChosen } from '../../shared/api/can-be-chosen.ts';
import { algorithmsQuery, coinQuery } from '../../shared/api/catalogue-api.ts';
import { usePreference } from '../../shared/storage/preference-store.ts';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import styles from './miner-page.module.css';

/** Of a visitor who has chosen none that is paid. */
const exampleCoin = 'DOGE';

/** The client that comes with the source, for the first algorithm whose work this sandbox checks. */
export function SandboxCommand() {
  const { data: preferred } = useQuery(coinQuery(usePreference('coin') ?? exampleCoin));
  const coin = preferred !== undefined && canBeChosen(preferred) ? preferred.symbol : exampleCoin;
  const checked = useQuery(algorithmsQuery()).data?.filter(({ work }) => work === 'verified') ?? [];
  const algorithm = checked.find(({ code }) => code === sandboxDefaultAlgorithm) ?? checked[0];
  if (algorithm === undefined) return null;
  const { url, defaultPort, sslPorts } = algorithm.globalServer;
  const port = defaultPort ?? sslPorts[0];
  if (port === undefined) return null;
  const command = buildSandboxCommand({
    algorithm: algorithm.code,
    system: 'linux',
    transport: defaultPort === null ? 'tls' : 'tcp',
    values: {
      coin,
      address: 'YOUR_ADDRESS',
      memo: null,
      worker: 'rig1',
      referralCode: null,
      host: url,
      port,
    },
  });
  return (
    <section className={styles.own} aria-labelledby="own-client">
      <h2 id="own-client">Try it without a mining program</h2>
      <p>
        Run this in a checkout of Openlode, where <code>npm install</code> has run, with your own address. It
        hashes {algorithm.name} in JavaScript on one processor core.
      </p>
      <div className={styles.command}>
        <code>{command}</code>
        <CopyButton text={command} label="Copy the command of the pool’s own client" />
      </div>
    </section>
  );
}
