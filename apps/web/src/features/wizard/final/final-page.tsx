import { allPrograms } from '@openlode/catalogue/programs';
import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { distrustWords, ownCertificateWords } from '@openlode/mining/certificate-words';
import type { OperatingSystem } from '@openlode/mining/mining-program';
import { printUserString } from '@openlode/mining/user-string';
import { useState } from 'react';
import { isMinable } from '../../../blocks/algorithm-picker/algorithm-words.ts';
import { CopyLine } from '../../../blocks/connection-card/copy-line.tsx';
import { site } from '../../../shared/api/site.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Disclosure } from '../../../shared/ui/disclosure.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { SegmentedControl } from '../../../shared/ui/segmented-control.tsx';
import { NotServed } from '../not-served.tsx';
import { rememberedSystem, rememberSystem } from '../remembered.ts';
import { portOf, serverOf } from '../server-of.ts';
import type { WizardAnswers } from '../wizard-state.ts';
import { AutoPay } from './auto-pay.tsx';
import styles from './final-page.module.css';
import { FirstShare } from './first-share.tsx';
import { ProgramRow } from './program-row.tsx';
import { feeText, type GpuVendor, gpuVendors, rankPrograms } from './rank-programs.ts';
import { SandboxClient } from './sandbox-client.tsx';

interface FinalPageProps {
  readonly answers: WizardAnswers;
  readonly algorithms: readonly AlgorithmItem[];
}

/** The pool's word that it works, what to start and how, and how to be paid by itself. */
export function FinalPage({ answers, algorithms }: FinalPageProps) {
  const [system, setSystem] = useState<OperatingSystem>(rememberedSystem);
  const [vendor, setVendor] = useState<GpuVendor>('NVIDIA');
  const algorithm = algorithms.find(({ code }) => code === answers.algorithm);
  const { coin, address } = answers;
  if (algorithm === undefined || coin === null || address === null) {
    return <Notice tone="warning" title="This algorithm is no longer offered. Go back and choose another." />;
  }
  const server = serverOf(algorithm, answers.region);
  const { port, transport } = portOf(server, answers) ?? ({ port: 'PORT', transport: 'tcp' } as const);
  const { distrust, fingerprint, certificate } = site().tls;
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
  const isSandboxKind = answers.hardware === 'sandbox';
  const hardware = answers.hardware ?? 'gpu';
  const [best, ...others] = rankPrograms(allPrograms, algorithm.code, hardware, vendor).map((each) => ({
    ...each,
    system,
    transport,
    values,
    ownCertificate,
  }));
  const lead = isSandboxKind ? undefined : best;
  const folded = isSandboxKind && best !== undefined ? [best, ...others] : others;

  return (
    <div className={styles.page}>
      <NotServed algorithm={algorithm} algorithms={algorithms} commands="The commands below" />
      <FirstShare
        coin={coin}
        address={address}
        worker={answers.worker}
        algorithm={algorithm.code}
        hint={
          isMinable(algorithm)
            ? 'Do the steps below. This page turns green as soon as the pool accepts a share.'
            : `No ${algorithm.name} share can arrive here. This page turns green for any worker of this name.`
        }
      />
      <Card
        title={
          isSandboxKind
            ? 'Start mining on this computer'
            : `Start ${lead?.program.name ?? 'a mining program'}`
        }
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
        {hardware === 'gpu' && (
          <div className={styles.vendor}>
            <SegmentedControl
              label="Maker of your graphics card"
              options={gpuVendors.map((name) => ({ value: name, label: name }))}
              value={vendor}
              onChange={setVendor}
            />
          </div>
        )}
        {transport === 'tls' && distrust !== null && (
          <p className={styles.note}>
            {distrustWords(distrust, server.url)}{' '}
            {lead !== undefined && ownCertificateWords(lead.program.name, lead.program.ownCertificate)}{' '}
            <a href={certificate} download>
              Download the certificate
            </a>
          </p>
        )}
        {isSandboxKind && (
          <SandboxClient algorithm={algorithm} system={system} transport={transport} values={values} />
        )}
        {lead !== undefined && <ProgramRow input={lead} mined={algorithm.symbol} isBest />}
        {lead === undefined && !isSandboxKind && (
          <p className={styles.note}>
            None of the programs that we know mines {algorithm.name} on a card of {vendor}.
          </p>
        )}
        <div className={styles.others}>
          {folded.map((each) => (
            <Disclosure
              key={each.program.code}
              title={each.program.name}
              aside={[
                each.program.gpuVendors.join(', ') || 'processors',
                `dev fee ${feeText(each.program, algorithm.code)}`,
              ].join('; ')}
            >
              <ProgramRow input={each} mined={algorithm.symbol} />
            </Disclosure>
          ))}
          <Disclosure title="Server, port and user" aside="for any other program">
            <dl className={styles.lines}>
              <CopyLine name="Server" text={server.url} />
              <CopyLine name="Port" text={String(port)} also={transport === 'tls' ? 'SSL' : 'TCP'} />
              <CopyLine name="User" text={printUserString(values)} />
              <CopyLine name="Password" text="x" also="Any text will do." />
            </dl>
          </Disclosure>
        </div>
      </Card>
      <AutoPay coin={coin} address={address} />
    </div>
  );
}
