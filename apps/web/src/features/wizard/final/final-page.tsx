import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { programs } from '@openlode/catalogue/programs';
import type { OperatingSystem } from '@openlode/mining/mining-program';
import { printUserString } from '@openlode/mining/user-string';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isMinable } from '../../../blocks/algorithm-picker/algorithm-words.ts';
import { CopyLine } from '../../../blocks/connection-card/copy-line.tsx';
import { site } from '../../../shared/api/site.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { SegmentedControl } from '../../../shared/ui/segmented-control.tsx';
import { rememberedSystem, rememberSystem } from '../remembered.ts';
import { checkedHere } from '../checked-here.ts';
import { portOf, serverOf } from '../server-of.ts';
import type { WizardAnswers } from '../wizard-state.ts';
import styles from './final-page.module.css';
import { FirstShare } from './first-share.tsx';
import { ProgramRow } from './program-row.tsx';
import { SandboxClient } from './sandbox-client.tsx';

interface FinalPageProps {
  readonly answers: WizardAnswers;
  readonly algorithms: readonly AlgorithmItem[];
}

/** What to start and how, then the pool's word that it works. */
export function FinalPage({ answers, algorithms }: FinalPageProps) {
  const [system, setSystem] = useState<OperatingSystem>(rememberedSystem);
  const algorithm = algorithms.find(({ code }) => code === answers.algorithm);
  const { coin, address } = answers;
  if (algorithm === undefined || coin === null || address === null) {
    return <Notice tone="warning" title="This algorithm is no longer offered. Go back and choose another." />;
  }
  const server = serverOf(algorithm, answers.region);
  const { port, transport } = portOf(server, answers) ?? ({ port: 'PORT', transport: 'tcp' } as const);
  const { distrust, fingerprint } = site().tls;
  const ownCertificate = distrust === null ? null : { fingerprint };
  // The memo already stands behind the address.
  const values = {
    coin,
    address,
    memo: null,
    worker: answers.worker,
    code: answers.referral,
    host: server.url,
    port,
  };
  const fitting = programs.flatMap((program) => {
    const own = program.algorithms.find((each) => each.algorithm === algorithm.code);
    return own === undefined ? [] : [{ program, algorithm: own }];
  });

  const isSandboxKind = answers.hardware === 'sandbox';
  // On a sandbox even without the demo fleet: what it does not check, nobody can mine there.
  const isUnchecked = !isMinable(algorithm) && checkedHere(algorithms).length > 0;

  return (
    <div className={styles.page}>
      {isUnchecked && (
        <Notice
          tone="warning"
          title={`This sandbox does not check ${algorithm.name} work, so no port listens for it.`}
          action={
            <Link to="/wizard" search={{ step: 'hardware' }}>
              Mine with this computer on the sandbox
            </Link>
          }
        >
          <p>The commands below are those of a pool that does.</p>
        </Notice>
      )}
      {algorithm.work === 'none' && !isUnchecked && (
        <Notice tone="warning" title={`${algorithm.name} cannot be mined on this pool at the moment.`}>
          <p>No source of work is configured for it. The commands below are right for when there is one.</p>
        </Notice>
      )}
      <dl className={styles.lines}>
        <CopyLine name="Server" text={server.url} />
        <CopyLine name="Port" text={String(port)} also={transport === 'tls' ? 'SSL' : 'TCP'} />
        <CopyLine name="User" text={printUserString(values)} />
      </dl>
      <FirstShare
        coin={coin}
        address={address}
        worker={answers.worker}
        hint={
          isUnchecked
            ? `No ${algorithm.name} share can arrive here. This page turns green for any worker of this name.`
            : isSandboxKind
              ? 'Run the command below. This page turns green as soon as the pool hears from it.'
              : 'Start one of the programs below. This page turns green as soon as the pool hears from it.'
        }
      />
      <Card
        title={isSandboxKind ? 'The pool’s own client' : 'Mining programs'}
        action={
          <SegmentedControl
            label="Operating system"
            options={[
              { value: 'windows', label: 'Windows' },
              { value: 'linux', label: 'Linux' },
            ]}
            value={system}
            onChange={(chosen) => {
              rememberSystem(chosen);
              setSystem(chosen);
            }}
          />
        }
      >
        {isSandboxKind ? (
          <SandboxClient algorithm={algorithm} system={system} transport={transport} values={values} />
        ) : (
          <>
            <p className={styles.note}>
              Download one program from its maker, unpack it, and run the command in its folder, or put the
              script there and open it. Antivirus programs often take mining programs for malware, because
              malware carries them too: download only from the maker, compare the checksum, and make an
              exception for that one folder, never for the whole disk.
            </p>
            {fitting.map((each) => (
              <ProgramRow
                key={each.program.code}
                input={{ ...each, system, transport, values, ownCertificate }}
                mined={algorithm.symbol}
              />
            ))}
          </>
        )}
      </Card>
    </div>
  );
}
