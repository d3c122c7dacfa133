import { createHash } from 'node:crypto';
import type { Chain } from '../domain/kernel/chain.ts';
import type { BytesOnNetwork, PaymentOrder, Rail } from '../domain/kernel/rail.ts';
import type { RailChoice, Rails } from '../domain/kernel/rails.ts';
import type { Wallet } from '../domain/kernel/wallet.ts';
import type { World } from '../domain/kernel/world.ts';
import type { CallLimit } from '../runtime/call-limit.ts';
import { sumWallets } from './sum-wallets.ts';

/** A block is worth nothing a minute later: one connection that died in silence costs it seconds, and no other block anything. */
const submitLimits = { callMs: 10_000, pauseMs: 2000, isAlone: true };

/**
 * The same world, with a time limit on every call to a node, a wallet or a rail: the one place that has it. A call that does not end counts
 * as one that was not answered (`Unanswered`), so that what asks many networks waits for none of them for ever.
 */
export function limitWorld<W extends Pick<World, 'sources' | 'followed' | 'rails' | 'wallet'>>(
  world: W,
  limit: CallLimit,
): W {
  return {
    ...world,
    sources: world.sources.map((source) => ({
      ...source,
      chain: limitChain(source.chain, limit),
      ...(source.merged !== undefined && { merged: source.merged.map((chain) => limitChain(chain, limit)) }),
    })),
    ...(world.followed !== undefined && {
      followed: world.followed.map((chain) => limitChain(chain, limit)),
    }),
    rails: limitRails(world.rails, limit),
    wallet: limitWallet(world.wallet, limit),
  };
}

/** A network that hangs is one kind of call each, so that it does not stand for the others of its rail. */
export function limitRails(rails: Rails, limit: CallLimit): Rails {
  const limited = new Map(rails.all.map((rail) => [rail, limitRail(rail, limit)]));
  return {
    all: [...limited.values()],
    railOf: (network): RailChoice => {
      const choice = rails.railOf(network);
      if (choice.kind === 'no-rail') return choice;
      return { kind: 'rail', rail: limited.get(choice.rail) ?? limitRail(choice.rail, limit) };
    },
  };
}

function limitRail(rail: Rail, limit: CallLimit): Rail {
  return {
    name: rail.name,
    kind: rail.kind,
    resend: rail.resend,
    isOrdered: rail.isOrdered,
    networks: rail.networks,
    ...(rail.through !== undefined && { through: rail.through }),
    pays: (coin, network) => rail.pays(coin, network),
    terms: (coin, network) => rail.terms(coin, network),
    ...(rail.activated !== undefined && {
      activated: (network, address) =>
        limit(`activated of ${network}`, async () => rail.activated?.(network, address) ?? true),
    }),
    ...(rail.funds !== undefined && {
      funds: (coin, network, claimed) =>
        limit(`funds of ${network}`, async () => rail.funds?.(coin, network, claimed) ?? gone(rail.name), {
          item: coin,
        }),
    }),
    ...(rail.quote !== undefined && {
      quote: (coin, network) =>
        limit(`quote of ${network}`, async () => rail.quote?.(coin, network) ?? gone(rail.name), {
          item: coin,
        }),
    }),
    build: (orders, claimed) =>
      limit(`build of ${orders[0]?.network}`, () => rail.build(orders, claimed), {
        item: orders.map(({ payoutId }) => payoutId).join(' '),
      }),
    ...limitSweeps(rail, limit),
    ...(rail.noReplacement !== undefined && { noReplacement: rail.noReplacement }),
    ...(rail.spellings !== undefined && { spellings: rail.spellings }),
    ...(rail.replace !== undefined && {
      replace: (orders: readonly PaymentOrder[], attempts: readonly BytesOnNetwork[]) =>
        limit(
          `replace of ${orders[0]?.network}`,
          async () => rail.replace?.(orders, attempts) ?? Promise.reject(new Error('it replaces nothing')),
          { item: orders.map(({ payoutId }) => payoutId).join(' ') },
        ),
    }),
    ...(rail.cancel !== undefined && {
      cancel: (orders: readonly PaymentOrder[], attempts: readonly BytesOnNetwork[]) =>
        limit(
          `cancel of ${orders[0]?.network}`,
          async () => rail.cancel?.(orders, attempts) ?? Promise.reject(new Error('it cancels nothing')),
          { item: orders.map(({ payoutId }) => payoutId).join(' ') },
        ),
    }),
    ...(rail.waitsFor !== undefined && {
      waitsFor: (transaction: BytesOnNetwork) =>
        limit(`wait of ${transaction.network}`, async () => rail.waitsFor?.(transaction)),
    }),
    inspect: (transaction) =>
      limit(`inspect of ${transaction.network}`, () => rail.inspect(transaction), {
        item: createHash('sha256').update(transaction.bytes).digest('hex'),
      }),
    send: (network, bytes) => limit(`send of ${network}`, () => rail.send(network, bytes)),
    lookUp: (network, txid, proof) =>
      limit(`lookUp of ${network}`, () => rail.lookUp(network, txid, proof), { item: txid }),
    outgoing: (since, network) =>
      limit(`outgoing of ${network ?? `every network of ${rail.name}`}`, () => rail.outgoing(since, network)),
  };
}

/** The calls of a sweep, as far as the rail has them. */
function limitSweeps(
  rail: Rail,
  limit: CallLimit,
): Partial<Pick<Rail, 'sweep' | 'signedSweep' | 'forgetSweep'>> {
  return {
    ...(rail.sweep !== undefined && {
      sweep: (order: PaymentOrder, claimed: readonly string[]) =>
        limit(
          `sweep of ${order.network}`,
          async () => rail.sweep?.(order, claimed) ?? Promise.reject(new Error('it sweeps nothing')),
          { item: order.orderId },
        ),
    }),
    ...(rail.signedSweep !== undefined && {
      signedSweep: (order: PaymentOrder) =>
        limit(`signedSweep of ${order.network}`, async () => rail.signedSweep?.(order), {
          item: order.orderId,
        }),
    }),
    ...(rail.forgetSweep !== undefined && {
      forgetSweep: (order: PaymentOrder) =>
        limit(
          `forgetSweep of ${order.network}`,
          async () => rail.forgetSweep?.(order) ?? Promise.reject(new Error('it sweeps nothing')),
          { item: order.orderId },
        ),
    }),
  };
}

function gone(rail: string): never {
  throw new Error(`the rail ${rail} has changed`);
}

export function limitWallet(wallet: Wallet, limit: CallLimit): Wallet {
  if (wallet.byNetwork !== undefined)
    return sumWallets(
      wallet.byNetwork.map((one) => ({
        network: one.network,
        amounts: () => limit(`holdings of ${one.network}`, () => one.amounts()),
      })),
    );
  return { holdings: () => limit('holdings of the wallets', () => wallet.holdings()) };
}

function limitChain(chain: Chain, limit: CallLimit): Chain {
  const { name, nodes } = chain;
  return {
    name,
    algorithm: chain.algorithm,
    kind: chain.kind,
    ...(chain.hasFixedVersion !== undefined && { hasFixedVersion: chain.hasFixedVersion }),
    ...(chain.givesWholeBlocks !== undefined && { givesWholeBlocks: chain.givesWholeBlocks }),
    template: () => chain.template(),
    onTemplate: (listener) => chain.onTemplate(listener),
    submitBlock: (submission) =>
      limit(`submitBlock of ${name}`, () => chain.submitBlock(submission), {
        item: createHash('sha256').update(submission).digest('hex'),
        ...submitLimits,
      }),
    stateOf: (hash) => limit(`stateOf of ${name}`, () => chain.stateOf(hash)),
    ...(nodes !== undefined && {
      nodes: {
        names: nodes.names,
        answersOf: (hash, height) => limit(`answersOf of ${name}`, () => nodes.answersOf(hash, height)),
      },
    }),
    ...(chain.watchedRewards !== undefined && {
      watchedRewards: (hash) =>
        limit(`watchedRewards of ${name}`, async () => chain.watchedRewards?.(hash) ?? 'unwatched'),
    }),
    ...(chain.ownBlocks !== undefined && {
      ownBlocks: (above) => limit(`ownBlocks of ${name}`, async () => chain.ownBlocks?.(above) ?? []),
    }),
  };
}
