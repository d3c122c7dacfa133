import type { SettingsFault } from './edges/operator/contexts.ts';
import { readConfig, settingNames } from './config.ts';
import { ConfigError } from './settings/setting-reader.ts';

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly line: number;
}

const known = settingNames();

/** Names that other programs of the service read, and the pool does not. */
const ofOthers = /^(NODE_|PG|LC_|TZ$|LANG$|SSL_CERT_|HTTPS?_PROXY$|NO_PROXY$)/;

/**
 * Judges a file that systemd (`EnvironmentFile=`, systemd.exec(5)) and Node.js (`--env-file`) both read: what either of them would read
 * otherwise than it looks, names that are no setting, and values that the pool refuses.
 */
export function checkSettingsFile(text: string, workingDirectory: string): SettingsFault[] {
  const entries: Entry[] = [];
  const faults: SettingsFault[] = [];
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1;
    const read = readLine(raw.trim());
    if (read === undefined) continue;
    if ('fault' in read) {
      faults.push({ line, fault: read.fault });
      continue;
    }
    const before = entries.find(({ name }) => name === read.name);
    if (before !== undefined)
      faults.push({ line, fault: `${read.name} stands in line ${before.line} already` });
    else if (!known.has(read.name) && !ofOthers.test(read.name))
      faults.push({ line, fault: `${read.name} is not a setting of this release` });
    entries.push({ ...read, line });
  }
  return [...faults, ...refusedValues(entries, workingDirectory)].toSorted((a, b) => a.line - b.line);
}

/** Undefined for an empty line and a remark. */
function readLine(line: string): { name: string; value: string } | { fault: string } | undefined {
  if (line === '' || line.startsWith('#') || line.startsWith(';')) return undefined;
  const [, name = '', value = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? [];
  if (name === '') return { fault: `no NAME=value: ${line.slice(0, 40)}` };
  const quoted = /^(["'])([^"'\\]*)\1$/.exec(value);
  if (quoted !== null) return { name, value: quoted[2] ?? '' };
  if (/["'\\]/.test(value))
    return {
      fault: `${name}: a quote or backslash inside of the value is read in different ways; leave it out`,
    };
  if (/(^|\s)#/.test(value))
    return { fault: `${name}: a remark needs a line of its own; systemd takes it for a part of the value` };
  return { name, value };
}

/** What `readConfig` says of them; every sentence of it begins with the name. */
function refusedValues(entries: readonly Entry[], workingDirectory: string): SettingsFault[] {
  const own = entries.filter(({ name }) => known.has(name));
  try {
    readConfig(Object.fromEntries(own.map(({ name, value }) => [name, value])), workingDirectory);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map((fault) => {
      const name = /^[A-Z_]+/.exec(fault)?.[0];
      return { line: own.findLast((each) => each.name === name)?.line ?? 0, fault };
    });
  }
}
