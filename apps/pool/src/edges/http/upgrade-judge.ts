import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { callerAddressOf, type WiderNetwork, widerNetworks } from './caller-address.ts';
import type { CallLimit } from './call-limit.ts';
import type { OwnSite } from './own-site.ts';
import { foreignText, warnOfForeignHost } from './plugins/same-site.ts';

/** Whether a request for a WebSocket may go on, and whom it counts for. */
export type UpgradeVerdict =
  | {
      readonly kind: 'admitted';
      readonly clientAddress: string;
      /** Networks around it that count as well; none where nothing is said. */
      readonly networks?: readonly WiderNetwork[];
      readonly isExempt: boolean;
    }
  | { readonly kind: 'refused'; readonly status: 403 | 429; readonly text: string };

declare module 'fastify' {
  interface FastifyInstance {
    /** Judges a request for a WebSocket by the rules of every other request: its budget, its `Host` and its origin. */
    readonly judgeUpgrade: (request: IncomingMessage) => UpgradeVerdict;
  }
}

export function upgradeJudge(
  limit: CallLimit,
  site: OwnSite,
  log: FastifyBaseLogger,
): (request: IncomingMessage) => UpgradeVerdict {
  const warn = warnOfForeignHost(log);
  return (request) => {
    if (limit.take(request).isOver)
      return { kind: 'refused', status: 429, text: 'Too many requests, please slow down' };
    const reason = site.foreign(request);
    if (reason === 'foreign-host') warn(request.headers.host);
    if (reason !== undefined) return { kind: 'refused', status: 403, text: foreignText[reason] };
    const address = limit.addressOf(request);
    const isExempt = limit.isExempt(address);
    return {
      kind: 'admitted',
      clientAddress: callerAddressOf(address),
      networks: widerNetworks(address),
      isExempt,
    };
  };
}
