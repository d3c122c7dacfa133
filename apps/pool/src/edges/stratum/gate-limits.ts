import { violationAllowance } from '@openlode/stratum/core/ban-score';
import type { MessageClass } from '@openlode/stratum/core/dialect';
import type { BucketRules } from '@openlode/stratum/core/token-bucket';
import type { ClientRules } from './client-memory.ts';

export interface GateLimits {
  /** Of all client addresses on all ports together. */
  readonly connectionsMax: number;
  /** From one client address, see `clientAddressOf`. */
  readonly connectionsPerClientMax: number;
  /** From one /24 of IPv4 or one /48 of IPv6; a /56 has half of it. */
  readonly connectionsPerNetworkMax: number;
  /** `submit` and `login` are budgets of the client address, `other` of each connection. */
  readonly rates: Readonly<Record<MessageClass, BucketRules>>;
  /** Connections that a client address may open. */
  readonly connectRate: BucketRules;
  /** Bytes of one connection, and of all connections of a client address. Beyond them a socket is read later. */
  readonly connectionBytes: BucketRules;
  readonly clientBytes: BucketRules;
  /** Client addresses that are remembered though they are not connected; beyond it they are summed up by their networks. */
  readonly clientsMax: number;
  /** Whether no limit applies to an address. */
  exempt(remoteAddress: string): boolean;
}

export const defaultGateLimits: GateLimits = {
  connectionsMax: 20_000,
  connectionsPerClientMax: 256,
  connectionsPerNetworkMax: 1024,
  rates: {
    // Every connection that a client address may have logs in once after a power cut or a restart.
    login: { perSecond: 5, burst: 512 },
    submit: { perSecond: 250, burst: 5000 },
    other: { perSecond: 5, burst: 20 },
  },
  // A farm comes back at once after a power cut; a program that connects over and over does not.
  connectRate: { perSecond: 10, burst: 512 },
  // A submit has some 120 bytes: several times what the budget of messages lets through.
  connectionBytes: { perSecond: 131_072, burst: 2_097_152 },
  clientBytes: { perSecond: 262_144, burst: 8_388_608 },
  clientsMax: 20_000,
  exempt: () => false,
};

/**
 * Logins of a connection that has all the workers that it may have. A program that speaks for thousands of workers tries them all, and
 * all of them again each minute; to refuse one costs little.
 */
export const surplusLogins: BucketRules = { perSecond: 20, burst: 4000 };

/** IPv6 networks have the budgets of this many client addresses, by the length of their prefix. */
const networkFactors: Readonly<Record<number, number>> = { 56: 4, 48: 16 };

/** The budgets of one client address. */
export function clientRules(limits: GateLimits): ClientRules {
  return {
    submit: limits.rates.submit,
    login: limits.rates.login,
    bytes: limits.clientBytes,
    connect: limits.connectRate,
    violationAllowance,
  };
}

/** The budgets of a client address, or of a network of this prefix length around it. */
export function scopeRules(own: ClientRules, bits: number | undefined): ClientRules {
  const factor = networkFactors[bits ?? 0] ?? 1;
  if (factor === 1) return own;
  const times = ({ perSecond, burst }: BucketRules): BucketRules => ({
    perSecond: perSecond * factor,
    burst: burst * factor,
  });
  return {
    submit: times(own.submit),
    login: times(own.login),
    bytes: times(own.bytes),
    connect: times(own.connect),
    violationAllowance: times(own.violationAllowance),
  };
}
