import { Tag } from '../../../shared/ui/tag.tsx';
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
              {choice.transport === 'tls' && <Tag>Recommended</Tag>}
            </>
          }
          chosen={answers.port?.port === choice.port}
          onChoose={() => choose({ kind: 'port', port: choice })}
        >
          {choice.transport === 'tls'
            ? 'Encrypted: the connection cannot be read or changed on its way.'
            : 'Not encrypted: for programs without SSL.'}
        </OptionButton>
      ))}
    </div>
  );
}
