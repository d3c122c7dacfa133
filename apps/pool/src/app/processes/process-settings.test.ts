import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { argumentsOf, configOfProcess, configsOfProcesses, processPlace } from './process-settings.ts';

describe('one of several processes', () => {
  it('knows by its arguments which one it is, and whether it may change the database', () => {
    const first = { number: 1, mayMigrate: true };
    const other = { number: 12, mayMigrate: false };
    expect(argumentsOf(first)).toEqual(['--process=1', '--may-migrate']);
    expect(argumentsOf(other)).toEqual(['--process=12']);
    for (const place of [first, other])
      expect(processPlace(['node', 'main.js', ...argumentsOf(place)])).toEqual(place);
    expect(processPlace(['node', 'main.js'])).toBeUndefined();
    const config = readConfig({}, '/srv');
    expect(config.mayMigrate).toBe(true);
    expect(configOfProcess(config, first).mayMigrate).toBe(true);
    expect(configOfProcess(config, other).mayMigrate).toBe(false);
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
