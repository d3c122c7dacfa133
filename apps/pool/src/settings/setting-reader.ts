import { resolve } from 'node:path';
import { ppmOfPercent } from '@openlode/ledger/fee-split';
import { parseAmount } from '@openlode/money/amount';

/** Settings that the pool refuses, a line each, which begins with the name of the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface SettingValue {
  readonly name: string;
  /** Undefined where it is not set and has no value of its own. */
  readonly value: string | undefined;
  readonly isSet: boolean;
}

/**
 * Reads settings by name, and collects what is wrong with them instead of stopping at the first: a fault leaves a value of the right
 * type behind, and `refuseFaults` throws before it is used. Each name that is read is a setting of this release.
 */
export class SettingReader {
  readonly #environment: Environment;
  readonly #workingDirectory: string;
  readonly #names = new Set<string>();
  readonly #fallbacks = new Map<string, string>();
  readonly #faults: string[] = [];

  constructor(environment: Environment, workingDirectory: string) {
    this.#environment = environment;
    this.#workingDirectory = workingDirectory;
  }

  /** Every setting that was read so far. */
  get names(): ReadonlySet<string> {
    return this.#names;
  }

  /** What each of them is, in the order in which they were read. */
  get values(): readonly SettingValue[] {
    return [...this.#names].map((name) => {
      const text = this.text(name);
      return { name, value: text ?? this.#fallbacks.get(name), isSet: text !== undefined };
    });
  }

  /** Notes that a setting is wrong; the sentence begins with its name. */
  fault(sentence: string): void {
    this.#faults.push(sentence);
  }

  /** Undefined where it is not set, or empty. */
  text(name: string): string | undefined {
    this.#names.add(name);
    return this.#environment[name]?.trim() || undefined;
  }

  /** The parts between commas. */
  list(name: string): readonly string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  }

  /** An absolute path; one that is not is taken from the working directory. */
  path(name: string, fallback: string): string;
  path(name: string): string | undefined;
  path(name: string, fallback?: string): string | undefined {
    const text = this.text(name) ?? fallback;
    if (fallback !== undefined) this.#fallbacks.set(name, resolve(this.#workingDirectory, fallback));
    return text === undefined ? undefined : resolve(this.#workingDirectory, text);
  }

  port(name: string, fallback: number, max = 65_535): number {
    const text = this.text(name);
    this.#fallbacks.set(name, String(fallback));
    const value = text === undefined ? fallback : /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= 1 && value <= max)) this.fault(`${name} must be a port from 1 to ${max}`);
    return value;
  }

  /** In units of 10^-18 dollars. */
  dollars(name: string, fallback: string): bigint {
    const text = this.text(name) ?? fallback;
    this.#fallbacks.set(name, fallback);
    if (!/^[1-9]\d{0,11}$/.test(text)) this.fault(`${name} must be whole US dollars from 1 to 999999999999`);
    return /^\d{1,12}$/.test(text) ? parseAmount(text) : 0n;
  }

  /** The same; undefined where it is not set. */
  optionalDollars(name: string): bigint | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (/^[1-9]\d{0,11}$/.test(text)) return parseAmount(text);
    this.fault(`${name} must be whole US dollars from 1 to 999999999999`);
    return undefined;
  }

  /** Percent as decimal text, in millionths; none without the setting. */
  percent(name: string, maxPpm: number): number {
    const text = this.text(name) ?? '0';
    this.#fallbacks.set(name, '0');
    const ppm = /^\d{1,2}(\.\d{1,4})?$/.test(text) ? ppmOfPercent(text) : maxPpm + 1;
    if (ppm <= maxPpm) return ppm;
    this.fault(`${name} must be a percentage from 0 to ${maxPpm / 10_000}, with four decimals at most`);
    return 0;
  }

  /** One of the parts that this release has, the first without the setting; `what` names them in the fault. */
  oneOf<Name extends string>(name: string, names: readonly [Name, ...Name[]], what: string): Name {
    const text = this.text(name) ?? names[0];
    this.#fallbacks.set(name, names[0]);
    const found = names.find((each) => each === text);
    if (found === undefined)
      this.fault(`${name} is ${text}, but the ${what} of this release are: ${names.join(', ')}`);
    return found ?? names[0];
  }

  /**
   * Throws a `ConfigError` that names everything wrong at once. An `OPENLODE_…` that was not read is a typing mistake or from another
   * release, so this is called when all settings were read.
   */
  refuseFaults(): void {
    const unknown = Object.keys(this.#environment)
      .filter((name) => name.startsWith('OPENLODE_') && !this.#names.has(name))
      .map((name) => `${name} is not a setting of this release`);
    const faults = [...unknown, ...this.#faults];
    if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  }
}
