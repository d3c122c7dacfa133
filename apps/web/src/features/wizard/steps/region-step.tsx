import { Link } from '@tanstack/react-router';
import { nearestOf } from '../../../blocks/connection-card/measure-regions.ts';
import { useRegionTimes } from '../../../blocks/connection-card/use-region-times.ts';
import { Tag } from '../../../shared/ui/tag.tsx';
import { OptionButton } from './option-button.tsx';
import type { StepProps } from './step-props.ts';
import styles from './steps.module.css';

/** The servers with the way to each as this browser measured it. */
export function RegionStep({ answers, algorithms, choose }: StepProps) {
  const times = useRegionTimes();
  const algorithm = algorithms.find(({ code }) => code === answers.algorithm);
  const servers = algorithm?.alternativeServers ?? [];
  const nearest = times === undefined ? undefined : nearestOf(times);
  const isAnswered = answers.answered.includes('region');
  return (
    <>
      <p className={styles.lead}>
        Your account works on every server.{' '}
        <Link to="/support/{-$type}/{-$slug}" params={{ type: 'article', slug: 'choose-server-and-ping' }}>
          How to test your ping
        </Link>
      </p>
      <div className={styles.options}>
        <OptionButton
          title={<>Global {nearest === undefined && <Tag>Recommended</Tag>}</>}
          chosen={isAnswered && answers.region === null}
          onChoose={() => choose({ kind: 'region', region: null })}
        >
          {algorithm?.globalServer.url}
        </OptionButton>
        {servers.map(({ url, description, country }) => {
          const ms = times?.get(country ?? '');
          return (
            <OptionButton
              key={url}
              title={
                <>
                  {description} {country === nearest?.country && <Tag>Nearest</Tag>}
                </>
              }
              chosen={answers.region === url}
              onChoose={() => choose({ kind: 'region', region: url })}
            >
              {url}
              {times === undefined && ', measuring…'}
              {typeof ms === 'number' && `, ${Math.round(ms)} ms`}
            </OptionButton>
          );
        })}
      </div>
    </>
  );
}
