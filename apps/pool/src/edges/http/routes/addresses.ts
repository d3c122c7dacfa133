import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Failure } from '@openlode/contracts/envelope';
import {
  AddressLookUpQuery,
  AddressParams,
  AddressQuery,
  AddressResponse,
} from '@openlode/contracts/http/address';
import type { PaysHere } from '@openlode/mining/paid-here';
import { Type } from 'typebox';
import { AddressConnectionsResponse } from '@openlode/contracts/http/address-connections';
import { AddressRefusalsResponse } from '@openlode/contracts/http/address-refusals';
import { addressRefusalText } from '../../present/address-refusal-text.ts';
import type { CoinTerms } from '../../present/coin-terms.ts';
import { presentAddress } from '../../present/present-address.ts';
import { presentRefusals } from '../../present/present-refusals.ts';
import { success } from '../../present/success.ts';
import {
  type FlaggedExchange,
  type LookUpOutcome,
  lookUpAddress,
  type NetworkPayouts,
} from '../../../domain/views/look-up-address.ts';
import { openMiner } from '../../../domain/operations/open-miner.ts';
import { readRefusedLogins } from '../../../domain/miners/refused-logins.ts';
import type { ServiceContext } from '../../../domain/kernel/context.ts';
import type { ConnectedWorkersOf } from '../../../domain/kernel/connected-workers.ts';
import type { Rail } from '../../../domain/kernel/rail.ts';
import { CallCounts, callerAt } from '../call-counts.ts';
import { Refusal } from '../plugins/errors.ts';
import { asListed } from '../../present/present-coin.ts';
import { addressPathMax } from '../plugins/rate-limit.ts';
import { neverStored } from '../plugins/never-stored.ts';

/** Miners that one client address may open in a minute: each is a row that stays for half a year. */
const openedPerMinuteMax = 10;

const common = { tags: ['account'], params: AddressParams, querystring: AddressQuery };

interface AddressRoutesOptions {
  ctx: ServiceContext;
  rail: Pick<Rail, 'pays' | 'activated'>;
  terms: () => CoinTerms;
  isExchange: FlaggedExchange;
  /** Where the pool pays. */
  paysHere: PaysHere;
  connectedWorkers: ConnectedWorkersOf;
  /** Why this process lets nothing leave on any network; undefined when there is nothing. */
  payoutBlockReason: () => string | undefined;
  /** Where a request comes from, in front of our own proxies. */
  addressOf: (request: FastifyRequest) => string;
}

export const addressRoutes: FastifyPluginCallbackTypebox<AddressRoutesOptions> = (app, options, done) => {
  const { ctx, rail, terms, isExchange, paysHere, payoutBlockReason, addressOf } = options;
  const judge = { isFlagged: isExchange, paysHere };
  app.addHook('onSend', neverStored);
  const opened = new CallCounts();
  const answer = { response: { 200: AddressResponse, '4xx': Failure } };
  const present = async (coin: string, outcome: LookUpOutcome) => {
    if (outcome.kind === 'unknown-coin') throw new Refusal(404, `There is no coin ${coin}`);
    if (outcome.kind === 'bad-address') throw new Refusal(404, addressRefusalText(coin, outcome.outcome));
    const { network, address } = outcome.miner;
    // A network that cannot be asked now is no reason to withhold the address.
    const activated = await rail.activated?.(network, address).catch(() => true);
    const payouts = payoutBlockReason() === undefined ? outcome.payouts : withAllSuspended(outcome.payouts);
    const listed = { ...outcome, payouts, coin: asListed(outcome.coin, terms().delisted) };
    return success(
      presentAddress(listed, {
        ...rail,
        paysHere,
        notPaidWhy: terms().notPaidWhy,
        activated: activated ?? true,
      }),
    );
  };

  app.get(
    '/v5/address/:address',
    {
      config: { pathMax: addressPathMax },
      schema: {
        ...common,
        querystring: AddressLookUpQuery,
        response: { 200: Type.Union([AddressResponse, Failure]), '4xx': Failure },
        summary: 'Look up a payout address',
      },
    },
    async ({ query: { coin, refusals }, params }) => {
      const outcome = await lookUpAddress(ctx, { coin, text: params.address }, judge);
      try {
        return await present(coin, outcome);
      } catch (error) {
        if (refusals === undefined || !(error instanceof Refusal)) throw error;
        return { success: false as const, msg: error.message, message: error.message };
      }
    },
  );

  app.post(
    '/v5/address/:address/code',
    {
      config: { pathMax: addressPathMax },
      schema: {
        ...common,
        ...answer,
        summary: 'Open the miner of an address without any accepted share, for its referral code',
      },
    },
    async (request, reply) => {
      const { coin } = request.query;
      const { current, leftMs } = opened.add(callerAt(addressOf(request)));
      if (current > openedPerMinuteMax) {
        void reply.header('retry-after', Math.ceil(leftMs / 1000));
        throw new Refusal(429, 'Too many codes were asked for. Try again in a minute.');
      }
      const outcome = await openMiner(ctx, { coin, text: request.params.address }, judge);
      if (outcome.kind === 'not-paid-here')
        throw new Refusal(409, `This pool pays no new work in ${outcome.coin}: choose another coin`);
      return present(coin, outcome);
    },
  );
  minerRoutes(app, options);
  done();
};

type AddressApp = Parameters<typeof addressRoutes>[0];

/** What miners to an address do now, whether it has a miner or not. */
function minerRoutes(
  app: AddressApp,
  { ctx, isExchange, paysHere, connectedWorkers }: AddressRoutesOptions,
): void {
  app.get(
    '/v5/address/:address/refusals',
    {
      config: { pathMax: addressPathMax },
      schema: {
        ...common,
        summary: 'Why miners to this address were refused during the last day',
        response: { 200: AddressRefusalsResponse, '4xx': Failure },
      },
    },
    async ({ query: { coin }, params }) =>
      success({ list: presentRefusals(await readRefusedLogins(ctx, `${coin}:${params.address}`)) }),
  );

  app.get(
    '/v5/address/:address/connections',
    {
      config: { pathMax: addressPathMax },
      schema: {
        ...common,
        summary: 'Workers of this address that are connected now and let in, before their first share',
        response: { 200: AddressConnectionsResponse, '4xx': Failure },
      },
    },
    async ({ query: { coin }, params }) => {
      const outcome = await lookUpAddress(
        ctx,
        { coin, text: params.address },
        { isFlagged: isExchange, paysHere },
      );
      if (outcome.kind === 'unknown-coin') throw new Refusal(404, `There is no coin ${coin}`);
      if (outcome.kind === 'bad-address') throw new Refusal(404, addressRefusalText(coin, outcome.outcome));
      const { address, memo } = outcome.miner;
      return success({ list: [...connectedWorkers.of({ coin: outcome.coin.symbol, address, memo })] });
    },
  );
}

/** The same networks while this process lets no payout leave. */
function withAllSuspended(payouts: ReadonlyMap<string, NetworkPayouts>): ReadonlyMap<string, NetworkPayouts> {
  return new Map(
    [...payouts].map(([network, { availability, message }]) => [
      network,
      { availability: availability === 'closed' ? 'closed' : 'suspended', message },
    ]),
  );
}
