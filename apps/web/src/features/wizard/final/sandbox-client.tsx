import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';
import { buildSandboxCommand } from '@openlode/mining/build-sandbox-command';
import type { OperatingSystem, Transport } from '@openlode/mining/mining-program';
import type { TemplateValues } from '@openlode/mining/template-values';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import styles from './final-page.module.css';

interface SandboxClientProps {
  readonly algorithm: AlgorithmItem;
  readonly system: OperatingSystem;
  readonly transport: Transport;
  readonly values: TemplateValues;
}

/** The command of the client that comes with the pool's source. */
export function SandboxClient({ algorithm, system, transport, values }: SandboxClientProps) {
  const command = buildSandboxCommand({ algorithm: algorithm.code, system, transport, values });
  return (
    <section className={styles.own} aria-label="The pool’s own client">
      <p className={styles.note}>
        Run it in the folder of this pool’s source, where <code>npm install</code> has run. It hashes{' '}
        {algorithm.name} on one core until Ctrl+C stops it; the first share takes a few seconds. Read{' '}
        <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug: 'what-the-sandbox-is' }}>
          what the sandbox is
        </Link>
        .
      </p>
      <div className={styles.command}>
        <code>{command}</code>
        <CopyButton text={command} label="Copy the command of the pool’s own client" />
      </div>
    </section>
  );
}
