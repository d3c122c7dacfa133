import { expect, it } from 'vitest';
import { buildSandboxCommand } from './build-sandbox-command.ts';

const values = {
  coin: 'DOGE',
  address: 'DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU',
  memo: null,
  worker: 'rig-abcdefgh',
  referralCode: 'abcd-1234',
  host: 'localhost',
  port: 4433,
};

it('writes user, port and host, the algorithm where it is not the usual one, and SSL where the port has it', () => {
  const user = 'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU.rig-abcdefgh#abcd-1234';
  const common = { system: 'linux', values } as const;
  expect(buildSandboxCommand({ ...common, algorithm: 'sha256', transport: 'tls' })).toBe(
    `npm run mine -- ${user} 4433 --host localhost --ssl`,
  );
  const scrypt = { ...values, port: 3434, host: 'pool.example.org' };
  expect(
    buildSandboxCommand({ algorithm: 'scrypt', transport: 'tcp', system: 'windows', values: scrypt }),
  ).toBe(`npm run mine -- ${user} 3434 --host pool.example.org --algorithm scrypt`);
});

it('quotes what a shell would take for its own', () => {
  const odd = { ...values, memo: 'a b&c', referralCode: null };
  const command = (system: 'linux' | 'windows') =>
    buildSandboxCommand({ algorithm: 'sha256', transport: 'tcp', system, values: odd });
  expect(command('linux')).toContain("'DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU:a b&c.rig-abcdefgh' 4433");
  expect(command('windows')).toContain('"DOGE:DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU:a b&c.rig-abcdefgh" 4433');
});
