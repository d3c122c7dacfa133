import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import type { OperatingSystem } from '@openlode/mining/mining-program';
import { useState } from 'react';
import { Card } from '../../../shared/ui/card.tsx';
import { SegmentedControl } from '../../../shared/ui/segmented-control.tsx';
import { rememberedSystem, rememberSystem } from '../remembered.ts';
import type { Hardware } from '../wizard-state.ts';
import { CertificateNote } from './certificate-note.tsx';
import styles from './final-page.module.css';
import { OtherPrograms } from './other-programs.tsx';
import { listPrograms, type Setup } from './plan-setup.ts';
import { ProgramRow } from './program-row.tsx';
import { type GpuVendor, gpuVendors } from './rank-programs.ts';
import { SandboxClient } from './sandbox-client.tsx';

interface StartCardProps {
  readonly algorithm: AlgorithmItem;
  readonly hardware: Hardware;
  readonly setup: Setup;
}

/** What to start and how: one program step by step, the others folded. On the sandbox the pool's own client is the first. */
export function StartCard({ algorithm, hardware, setup }: StartCardProps) {
  const [system, setSystem] = useState<OperatingSystem>(rememberedSystem);
  const [vendor, setVendor] = useState<GpuVendor>('NVIDIA');
  const isSandboxKind = hardware === 'sandbox';
  const programs = listPrograms(setup, algorithm.code, { hardware, vendor, system });
  const lead = isSandboxKind ? undefined : programs[0];
  return (
    <Card
      title={
        isSandboxKind ? 'Start mining on this computer' : `Start ${lead?.program.name ?? 'a mining program'}`
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
      {setup.transport === 'tls' && <CertificateNote host={setup.values.host} program={lead?.program} />}
      {isSandboxKind && <SandboxClient algorithm={algorithm} system={system} {...setup} />}
      {lead !== undefined && <ProgramRow input={lead} mined={algorithm.symbol} isBest />}
      {lead === undefined && !isSandboxKind && (
        <p className={styles.note}>
          None of the programs that we know mines {algorithm.name} on a card of {vendor}.
        </p>
      )}
      <OtherPrograms
        programs={lead === undefined ? programs : programs.slice(1)}
        mined={algorithm.symbol}
        setup={setup}
      />
    </Card>
  );
}
