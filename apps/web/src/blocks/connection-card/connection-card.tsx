import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { CoinItem } from '@openlode/contracts/http/coins';
import { judgeReferralCode } from '@openlode/mining/referral-code';
import { judgeWorkerName, workerNameLengthMax } from '@openlode/mining/worker-name';
import { type ReactNode, useState } from 'react';
import { canBeChosen } from '../../shared/api/can-be-chosen.ts';
import { isTlsTrusted } from '../../shared/api/site.ts';
import { useLinkedCode } from '../../shared/storage/use-linked-code.ts';
import { Card } from '../../shared/ui/card.tsx';
import { SegmentedControl } from '../../shared/ui/segmented-control.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { isMinable } from '../algorithm-picker/is-minable.ts';
import { buildUserParts, printUserParts } from './build-user-parts.ts';
import styles from './connection-card.module.css';
import { CopyLine } from './copy-line.tsx';
import { ServerLines } from './server-lines.tsx';
import { Specimen } from './specimen.tsx';
import { useAddressJudgement } from './use-address-judgement.ts';
import { late, lateExtra } from '../../shared/late/late.tsx';
import type { HistoryState } from '@tanstack/react-router';

const ConnectionDetails = late(async () => (await import('./connection-details.tsx')).ConnectionDetails, {
  waiting: <div className={styles.pending} />,
});

const SwitchCoin = lateExtra(async () => (await import('../other-coins/switch-coin.tsx')).SwitchCoin);

const UnknownCode = lateExtra(async () => (await import('./unknown-code.tsx')).UnknownCode);

const NotMinable = late(async () => (await import('./not-minable.tsx')).NotMinable);

interface ConnectionCardProps {
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
  /** The step to take where the algorithm cannot be mined here, as a control. */
  readonly chooseAnother: ReactNode;
}

type Transport = 'ssl' | 'tcp';

/** What a miner types into a mining program: server, port, user and password, each to be copied. */
export function ConnectionCard({ coin, algorithm, chooseAnother }: ConnectionCardProps) {
  const first: Transport = isTlsTrusted() ? 'ssl' : 'tcp';
  const second: Transport = first === 'ssl' ? 'tcp' : 'ssl';
  const [wanted, setWanted] = useState<Transport>(first);
  const server = algorithm.globalServer;
  const [sslPort] = server.sslPorts;
  const tcpPort = server.defaultPort;
  const minable = isMinable(algorithm) && canBeChosen(coin);
  const transport: Transport = sslPort === undefined ? 'tcp' : tcpPort === null ? 'ssl' : wanted;

  return (
    <Card
      title="Connect your miner"
      action={
        minable &&
        algorithm.portsDisplayed &&
        sslPort !== undefined &&
        tcpPort !== null && (
          <SegmentedControl
            label="Transport"
            options={[
              { value: first, label: `${first.toUpperCase()}, recommended` },
              { value: second, label: second.toUpperCase() },
            ]}
            value={transport}
            onChange={setWanted}
          />
        )
      }
    >
      {minable ? (
        <ConnectionLines
          coin={coin}
          algorithm={algorithm}
          transport={transport}
          port={transport === 'ssl' ? sslPort : tcpPort}
        />
      ) : (
        <NotMinable coin={coin} algorithm={algorithm} chooseAnother={chooseAnother} />
      )}
    </Card>
  );
}

interface ConnectionLinesProps {
  readonly coin: CoinItem;
  readonly algorithm: AlgorithmItem;
  readonly transport: Transport;
  /** None where the algorithm has only ports with a purpose. */
  readonly port: number | null | undefined;
}

function ConnectionLines({ coin, algorithm, transport, port }: ConnectionLinesProps) {
  // What a switch of the coin brings along.
  const [addressText, setAddressText] = useState(() => (history.state as HistoryState | null)?.typed ?? '');
  const [workerText, setWorkerText] = useState('rig1');
  const linkedCode = useLinkedCode();
  const [codeText, setCodeText] = useState(linkedCode);
  const takesMemo = coin.regex_memo !== null;
  const { judgement, sentence } = useAddressJudgement(coin.symbol, addressText, coin);
  const parts = buildUserParts({ coin: coin.symbol, addressText, judgement, workerText, codeText });
  const user = printUserParts(parts);

  return (
    <>
      <ServerLines algorithm={algorithm} transport={transport} port={port} />
      <div className={styles.fields}>
        <TextField
          code
          label={`Your ${coin.name} address`}
          hint={takesMemo ? 'address:memo if you have a memo' : 'fills the user line below'}
          value={addressText}
          maxLength={256}
          onChange={(event) => setAddressText(event.target.value)}
          error={sentence(coin.name)}
          confirmed={judgement.kind === 'valid' ? 'Valid' : undefined}
        />
        <TextField
          code
          label="Worker"
          value={workerText}
          maxLength={workerNameLengthMax}
          onChange={(event) => setWorkerText(event.target.value)}
          error={
            judgeWorkerName(workerText).kind === 'bad-characters' &&
            'Only letters, digits, hyphens and underscores.'
          }
        />
        <TextField
          code
          label="Referral code"
          placeholder="optional"
          value={codeText}
          maxLength={32}
          onChange={(event) => setCodeText(event.target.value)}
          error={
            !['valid', 'empty'].includes(judgeReferralCode(codeText).kind) &&
            'At most 32 letters, digits and hyphens.'
          }
        />
      </div>
      {codeText !== '' && <UnknownCode text={codeText} />}
      {judgement.kind === 'no-network-matches' && <SwitchCoin coin={coin.symbol} address={addressText} />}
      <dl className={styles.lines}>
        <CopyLine name="User" text={user} missing="Type your address first">
          <Specimen parts={parts} />
        </CopyLine>
        <CopyLine name="Password" text="x" also="Any text will do." />
      </dl>
      <ConnectionDetails coin={coin} algorithm={algorithm} parts={parts} />
    </>
  );
}
