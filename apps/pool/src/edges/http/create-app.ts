import { createServer, type Server } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { answerUnparsable } from './answer-unparsable.ts';
import { behindBalancers } from './behind-balancers.ts';
import { callCosts, type CallLimit } from './call-limit.ts';
import type { FastPath } from './fast-path.ts';
import { type ConnectionRules, guardConnections, usualConnectionRules } from './guard-connections.ts';
import { addressList } from './plugins/address-list.ts';
import { refusalText, sendFailure } from './plugins/errors.ts';
import { takeCall } from './plugins/rate-limit.ts';
import { requestIds } from './request-id.ts';
import type { SerializerCompiler } from './serializers-once.ts';

export interface AppOptions {
  /** Our own balancers, addresses and networks (CIDR): they say by the PROXY protocol for whom they speak. */
  readonly balancers?: readonly string[];
  readonly connections?: Partial<ConnectionRules>;
  /** How long a caller may take to send a whole request, in ms; half a minute unless it is said. */
  readonly requestMs?: number;
  readonly log: FastifyBaseLogger | undefined;
}

export interface AppParts {
  readonly limit: CallLimit;
  readonly fast: FastPath;
  readonly isProxy: (address: string) => boolean;
  readonly compile: SerializerCompiler;
}

const bodyBytesMax = 16_384;
const requestMs = 30_000;
/** What a balancer may take to say for whom it speaks. */
const headerMs = 5000;
/** A slow caller is looked at so often that it is gone soon after its time is up. */
const timeouts = (wholeMs: number) => ({
  headersTimeout: Math.min(10_000, wholeMs),
  requestTimeout: wholeMs,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: Math.min(2000, wholeMs),
});
/** Fifty miner ids, joined by commas. */
const pathLengthMax = 2048;

/** The server itself, with its limits of time, size and connections, before any plugin or route. */
export function createApp(options: AppOptions, { limit, fast, isProxy, compile }: AppParts) {
  const guarded = (server: Server): Server => {
    // Through a proxy come the connections of everybody.
    const isFree = (address: string): boolean => isProxy(address) || limit.isExempt(address);
    guardConnections(server, isFree, { ...usualConnectionRules, ...options.connections });
    const isBalancer = addressList(options.balancers ?? []);
    return behindBalancers(server, { isBalancer, waitMs: headerMs });
  };
  return fastify({
    serverFactory: (handle) =>
      guarded(
        createServer(timeouts(options.requestMs ?? requestMs), (request, response) => {
          if (!fast.handle(request, response)) handle(request, response);
        }),
      ),
    ...(options.log === undefined ? {} : { loggerInstance: options.log }),
    ...requestIds,
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: pathLengthMax, ignoreTrailingSlash: true },
    // Text of a query becomes a number, but a list never becomes its only entry.
    ajv: { customOptions: { coerceTypes: true, allowUnionTypes: true } },
    schemaController: { compilersFactory: { buildSerializer: () => compile } },
    clientErrorHandler: answerUnparsable,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for what the router cannot read.
      if (takeCall(limit, request, reply, callCosts.page)) return;
      void sendFailure(reply, error.statusCode ?? 400, refusalText(error));
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
}

export type App = ReturnType<typeof createApp>;
