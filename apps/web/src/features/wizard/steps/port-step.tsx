import { isTlsTrusted } from '../../../shared/api/site.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { NotServed } from '../not-served.tsx';
import { portsOf, serverOf } from '../server-of.ts';
import { OptionButton } from './option-button.tsx';
import type { StepProps } from './step-props.ts';
import styles from './steps.module.css';

/** Every SSL port is recommended where the certificate is publicly trusted, else the first TCP port. */
export function PortStep({ answers, algorithms, choose }: StepProps) {
  const algorithm = algorithms.find(({ code }) => code === answers.algorithm);
  const ports = algorithm === undefined ? [] : portsOf(serverOf(algorithm, answers.region));
  if (algorithm !== undefined && ports.length === 0)
    return (
      <div className={styles.form}>
        <NotServed
          algorithm={algorithm}
          algorithms={algorithms}
          commands="The commands at the end of this setup"
        />
        <div className={styles.buttons}>
          <Button kind="primary" onClick={() => choose({ kind: 'port', port: null })}>
            Continue without a port
          </Button>
        </div>
      </div>
    );
  return (
    <div className={styles.options}>
      {ports.map((choice) => (
        <OptionButton
          key={choice.port}
          title={
            <>
              {choice.port} {choice.transport === 'tls' ? 'SSL' : 'TCP'}
              {(choice === ports[0] || (choice.transport === 'tls' && isTlsTrusted())) && (
                <Tag>Recommended</Tag>
              )}
            </>
          }
          chosen={answers.port?.port === choice.port}
          onChoose={() => choose({ kind: 'port', port: choice })}
        >
          {choice.transport === 'tls'
            ? isTlsTrusted()
              ? 'Encrypted: the connection cannot be read or changed on its way.'
              : 'Encrypted. No public authority vouches for the certificate, so some programs need an option; the last page adds it where we know it.'
            : 'Not encrypted. Every program can use it.'}
        </OptionButton>
      ))}
    </div>
  );
}
