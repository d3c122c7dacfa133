import { parse } from 'yaml';
import { readDecimal } from '@openlode/money/decimal-text';
import { familyOf, networkNames, termsOf } from '../families/registry.ts';

/** What may leave one network. Amounts in its smallest unit. */
export interface NetworkPolicy {
  readonly network: string;
  /** The most that one order may be. */
  readonly payment: bigint;
  /** The most that leaves in a day (UTC): orders of payouts, and all fees. */
  readonly day: bigint;
  /** The most that one transaction may give to the network. */
  readonly fee: bigint;
  /** The same for each virtual byte, unit of gas or byte. */
  readonly feeRate: bigint;
  /** By contract, in lower case; empty where the family has none. What is not named here does not leave. */
  readonly tokens: ReadonlyMap<string, TokenPolicy>;
  /** Where the program that signs beside the signer is reached on this machine; undefined where the family has none. */
  readonly walletPort?: number;
  /** Where sweeps may go, as the file has it. */
  readonly sweepTo: readonly string[];
}

/** What may leave of a token. Amounts in its smallest unit. */
export interface TokenPolicy {
  readonly name: string;
  readonly decimals: number;
  readonly payment: bigint;
  readonly day: bigint;
}

export type Policy = ReadonlyMap<string, NetworkPolicy>;

/** The file of the policy is wrong. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

const required = ['payment', 'day', 'fee', 'feeRate'];
const requiredOfToken = ['name', 'decimals', 'payment', 'day'];

/**
 * Reads `signer.yaml`: for each network the most of a payment, a day, a fee and a fee rate, and the addresses for sweeps. There are no
 * defaults: what is not said is not signed.
 *
 * @throws PolicyError which names the setting
 */
export function readPolicy(text: string): Policy {
  const root = fieldsOf(parseText(text), 'the file', ['networks'], []);
  const networks = fieldsOf(root['networks'], 'networks', [], networkNames);
  return new Map(Object.entries(networks).map(([network, value]) => [network, readNetwork(network, value)]));
}

/** In this schema of YAML each scalar is text: no amount becomes a floating-point number. */
function parseText(text: string): unknown {
  try {
    return parse(text, { schema: 'failsafe', maxAliasCount: 0 });
  } catch (error) {
    throw new PolicyError(error instanceof Error ? error.message : 'It is no YAML.');
  }
}

function readNetwork(network: string, value: unknown): NetworkPolicy {
  const known = [...required, 'sweepTo', ...(familyOf(network)?.hasTokens === true ? ['tokens'] : [])];
  const hasWallet = familyOf(network)?.openWallet !== undefined;
  const needed = hasWallet ? [...required, 'walletPort'] : required;
  const fields = fieldsOf(value, network, needed, known);
  const { decimals } = termsOf(network) ?? { decimals: 0 };
  const amount = (name: string): bigint => readAmount(fields[name], `${network}: ${name}`, decimals);
  const policy = {
    network,
    payment: amount('payment'),
    day: amount('day'),
    fee: amount('fee'),
    feeRate: readAmount(fields['feeRate'], `${network}: feeRate`, 0),
    tokens: readTokens(network, fields['tokens'] ?? {}),
    ...(hasWallet && { walletPort: readPort(network, fields['walletPort']) }),
    sweepTo: readAddresses(network, fields['sweepTo'] ?? []),
  };
  if (policy.payment > policy.day) throw new PolicyError(`${network}: payment is more than day.`);
  if (policy.fee > policy.day) throw new PolicyError(`${network}: fee is more than day.`);
  return policy;
}

function readTokens(network: string, value: unknown): ReadonlyMap<string, TokenPolicy> {
  const contracts = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const fields = fieldsOf(value, `${network}: tokens`, [], contracts);
  const tokens = new Map<string, TokenPolicy>();
  for (const contract of contracts) {
    const token = familyOf(network)?.targetOf(network, contract);
    const what = `${network}: ${contract}`;
    if (token === undefined) throw new PolicyError(`${what} is no address of a contract.`);
    if (tokens.has(token)) throw new PolicyError(`${what} stands there twice.`);
    tokens.set(token, readToken(what, fields[contract]));
  }
  return tokens;
}

function readToken(what: string, value: unknown): TokenPolicy {
  const fields = fieldsOf(value, what, requiredOfToken, requiredOfToken);
  const { name, decimals: digits } = fields;
  if (typeof name !== 'string' || !/^[0-9A-Za-z._-]{1,20}$/.test(name))
    throw new PolicyError(`${what}: name is no name of 1 to 20 letters and digits.`);
  const decimals = typeof digits === 'string' && /^\d{1,2}$/.test(digits) ? Number(digits) : 99;
  if (decimals > decimalsMax)
    throw new PolicyError(`${what}: decimals is no number from 0 to ${decimalsMax}.`);
  const policy = {
    name,
    decimals,
    payment: readAmount(fields['payment'], `${what}: payment`, decimals),
    day: readAmount(fields['day'], `${what}: day`, decimals),
  };
  if (policy.payment > policy.day) throw new PolicyError(`${what}: payment is more than day.`);
  return policy;
}

/** More than the pool counts by. */
const decimalsMax = 18;

function readAmount(value: unknown, what: string, decimals: number): bigint {
  const digits = typeof value === 'string' ? readDecimal(value) : undefined;
  if (digits === undefined || digits.isNegative || digits.fraction.length > decimals)
    throw new PolicyError(`${what} is no amount with at most ${decimals} decimals.`);
  const units = BigInt(digits.whole + digits.fraction.padEnd(decimals, '0'));
  if (units === 0n) throw new PolicyError(`${what} is zero.`);
  return units;
}

function readPort(network: string, value: unknown): number {
  const port = typeof value === 'string' && /^\d{4,5}$/.test(value) ? Number(value) : 0;
  if (port < 1024 || port > 65_535)
    throw new PolicyError(`${network}: walletPort is no port from 1024 to 65535.`);
  return port;
}

function readAddresses(network: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new PolicyError(`${network}: sweepTo is no list.`);
  return value.map((address: unknown) => {
    if (typeof address !== 'string' || familyOf(network)?.targetOf(network, address) === undefined)
      throw new PolicyError(`${network}: sweepTo has what is no address of this network.`);
    return address;
  });
}

function fieldsOf(
  value: unknown,
  what: string,
  needed: readonly string[],
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PolicyError(`${what} has no settings.`);
  const allowed = new Set([...needed, ...known]);
  for (const name of Object.keys(value))
    if (!allowed.has(name)) throw new PolicyError(`${what}: ${name} is unknown.`);
  for (const name of needed)
    if (!Object.hasOwn(value, name)) throw new PolicyError(`${what}: ${name} is missing.`);
  return value as Readonly<Record<string, unknown>>;
}
