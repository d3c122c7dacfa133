import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { argumentOf, configsOfProcesses, processNumber } from './process-settings.ts';

describe('one of several processes', () => {
  it('knows its number by its arguments', () => {
    expect(argumentOf(12)).toBe('--process=12');
    expect(processNumber(['node', 'main.js', '--process=12'])).toBe(12);
    expect(processNumber(['node', 'main.js'])).toBeUndefined();
  });

  it('has a directory and a port for its health of its own, and secret and certificate of all', () => {
    const config = { ...readConfig({ OPENLODE_DATA: '/srv/data' }, '/srv'), stratumProcesses: 2 };
    const own = configsOfProcesses(config).map(
      ({ dataDirectory, sharedDirectory, opsPort, stratumBase }) => ({
        dataDirectory,
        sharedDirectory,
        opsPort,
        stratumBase,
      }),
    );
    expect(own).toEqual([
      {
        dataDirectory: '/srv/data/process-1',
        sharedDirectory: '/srv/data',
        opsPort: 8082,
        stratumBase: 3333,
      },
      {
        dataDirectory: '/srv/data/process-2',
        sharedDirectory: '/srv/data',
        opsPort: 8083,
        stratumBase: 3333,
      },
    ]);
    expect(configsOfProcesses({ ...config, stratumProcesses: 1 })).toEqual([
      { ...config, stratumProcesses: 1 },
    ]);
  });
});
