import { oneChainClient, relayedAlephium } from '../dialects/alephium/relayed-alephium.ts';
import { beamClient } from '../dialects/beam/beam-client.ts';
import { relayedBeam } from '../dialects/beam/relayed-beam.ts';
import { confluxClient } from '../dialects/conflux/conflux-client.ts';
import { relayedConflux } from '../dialects/conflux/relayed-conflux.ts';
import { ergoClient } from '../dialects/ergo/ergo-client.ts';
import { relayedErgo } from '../dialects/ergo/relayed-ergo.ts';
import { ironfishClient } from '../dialects/ironfish/ironfish-client.ts';
import { relayedIronfish } from '../dialects/ironfish/relayed-ironfish.ts';
import { kaspaClient } from '../dialects/kaspa/kaspa-client.ts';
import { relayedKaspa } from '../dialects/kaspa/relayed-kaspa.ts';
import { kawpowClient } from '../dialects/kawpow/kawpow-client.ts';
import { relayedKawpow } from '../dialects/kawpow/relayed-kawpow.ts';
import { nexaClient } from '../dialects/nexa/nexa-client.ts';
import { relayedNexa } from '../dialects/nexa/relayed-nexa.ts';
import { relayedXelis } from '../dialects/xelis/relayed-xelis.ts';
import { xelisClient } from '../dialects/xelis/xelis-client.ts';
import type { ClientDialect, Solution } from './client-dialect.ts';
import type { RelayedLayout } from './relayed-layout.ts';

/** Both sides of a dialect of headers: the client that takes work from another pool, and the layout in which miners are given it. */
export interface HeaderRelay {
  readonly client: ClientDialect<unknown, Solution>;
  readonly layout: RelayedLayout;
}

/** What the client reads is what the layout is given, and the other way round. */
function relay<Work, Found extends Solution>(
  client: ClientDialect<Work, Found>,
  layout: RelayedLayout<Work, Found>,
): HeaderRelay {
  return { client, layout } as unknown as HeaderRelay;
}

/** By dialect. */
export const headerRelays = {
  alephium: relay(oneChainClient, relayedAlephium),
  beam: relay(beamClient, relayedBeam),
  conflux: relay(confluxClient, relayedConflux),
  ergo: relay(ergoClient, relayedErgo),
  ironfish: relay(ironfishClient, relayedIronfish),
  kaspa: relay(kaspaClient, relayedKaspa),
  kawpow: relay(kawpowClient, relayedKawpow),
  nexa: relay(nexaClient, relayedNexa),
  xelis: relay(xelisClient, relayedXelis),
} as const satisfies Readonly<Record<string, HeaderRelay>>;
