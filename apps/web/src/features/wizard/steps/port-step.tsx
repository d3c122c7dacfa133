import { Tag } from '../../../shared/ui/tag.tsx';
import { isTlsTrusted } from '../../../shared/api/site.ts';
import { portsOf, serverOf } from '../server-of.ts';
import { OptionButton } from './option-button.tsx';
import type { StepProps } from './question.tsx';
import styles from './steps.module.css';

export function PortStep({ answers, algorithms, choose }: StepProps) {
  const algorithm = algorithms.find(({ code }) => code === answers.algorithm);
  const ports = algorithm === undefined ? [] : portsOf(serverOf(algorithm, answers.region));
  return (
    <div className={styles.options}>
      {ports.map((choice) => (
        <OptionButton
          key={choice.port}
          title={
            <>
              {choice.port} {choice.transport === 'tls' ? 'SSL' : 'TCP'}
              {choice === ports[0] && <Tag>Recommended</Tag>}
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
