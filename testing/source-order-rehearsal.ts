import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-port.ts';
import { LitecoinNode, type LitecoinNodes } from './litecoin-nodes.ts';
import { mainnetAddress } from './litecoin-address.ts';
import { MiningCrew } from './mining-crew.ts';
import { PoolProcess } from './pool-process.ts';
import { parsePrometheusText } from './prometheus-text.ts';
import type { PayingNetwork } from './relayed-networks.ts';
import type { RelayingPools } from './relaying-pools.ts';
import { createScratchPostgres, type ScratchPostgres } from './scratch-postgres.ts';
import { SignerProcess } from './signer-process.ts';
import { askNode } from './test-network.ts';

export const sourceOrderAct = 'its own nodes are killed: the other pool gives work, until they are back';

/** What became of the shares of miners whose pool has nodes of its own, and the other pool behind it. */
export interface SourceOrderResult {
  /** Acknowledged to miners, and whose miner was let go before it had the answer; refused. */
  readonly acked: number;
  readonly unanswered: number;
  readonly rejected: number;
  /** Acknowledged while the nodes gave work, while they were away, while they were there again, and once they gave work again. */
  readonly parts: readonly number[];
  /** In the database: of own work, and of the other pool's. */
  readonly recordedOwn: number;
  readonly recordedRelayed: number;
  /** Judged here and sent on, by what the other pool said of them. */
  readonly judged: number;
  readonly forwarded: number;
  readonly accepted: number;
  readonly stale: number;
  readonly refused: number;
  readonly unknown: number;
  /** Blocks of own work, and how many of them the other pool's nodes have on any branch. */
  readonly blocks: number;
  readonly known: number;
  /** Seconds until miners had work of the other pool, and until they had that of the nodes again. */
  readonly movedAfter: number;
  readonly backAfter: number;
}

const name = 'other-pool';
const wallet = 'ordered';
const sharesMs = 240_000;
/** The nodes have to be sound for five minutes; they start, and find their peers, before that. */
const backMs = 600_000;

/** Kills the nodes of a pool that has the other one behind it, lets miners go on, starts them again and waits until miners are back. */
export async function rehearseSourceOrder(
  pools: RelayingPools<PayingNetwork<LitecoinNodes>>,
  server: string,
): Promise<SourceOrderResult> {
  const opened: (() => Promise<unknown>)[] = [];
  try {
    return await rehearse(await open(pools, server, opened));
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}

interface Ordered {
  readonly pools: RelayingPools<PayingNetwork<LitecoinNodes>>;
  readonly nodes: readonly LitecoinNode[];
  readonly pool: PoolProcess;
  readonly database: ScratchPostgres;
  readonly crew: MiningCrew;
}

async function open(
  pools: RelayingPools<PayingNetwork<LitecoinNodes>>,
  server: string,
  opened: (() => Promise<unknown>)[],
): Promise<Ordered> {
  const folder = await mkdtemp(join(tmpdir(), 'openlode-ordered-'));
  opened.push(() => rm(folder, { recursive: true, force: true }));
  const signer = await SignerProcess.start(folder);
  opened.push(() => signer.close());
  const { address } = signer;
  const { one } = pools.network.paying.nodes;
  const first = await freePorts(4);
  // Payouts need two nodes: each has those of the other pool for peers.
  const nodes = ['three', 'four'].map(
    (each, index) => new LitecoinNode(each, join(folder, each), first + 2 * index),
  );
  for (const node of nodes) {
    node.options = { addnode: `127.0.0.1:${one.peerPort}` };
    await node.start();
    opened.push(() => node.signal('SIGKILL'));
    await untilInStep(node, one);
    await node.ask('createwallet', wallet, true, true, '', false, false, true);
    const watched = { scriptPubKey: { address }, timestamp: 'now', watchonly: true, label: 'pool' };
    const login = await readFile(node.loginFile, 'utf8');
    await askNode(`${node.url}/wallet/${wallet}`, login, 'importmulti', [[watched], { rescan: false }]);
  }
  const config = join(folder, 'openlode.yaml');
  const relay = `LTC:${mainnetAddress(address)}`;
  // What is JSON is YAML.
  await writeFile(
    config,
    JSON.stringify({
      kind: 'regtest',
      chains: [
        {
          coin: 'LTC',
          address,
          nodes: nodes.map(({ name: node, url, loginFile }) => ({ name: node, url, login: loginFile })),
        },
      ],
      rails: [{ coin: 'LTC', wallet, signer: signer.socket, confirmations: 2 }],
      upstreams: [
        {
          name,
          algorithm: 'scrypt',
          coin: 'LTC',
          addresses: pools.others.map(({ wire }) => ({ url: `stratum+tcp://127.0.0.1:${wire.port}` })),
          user: `${relay}.ordered`,
          feePercent: 1,
          incomeMax: 10_000,
        },
      ],
    }),
  );
  const database = await createScratchPostgres(server);
  opened.push(() => database.drop());
  const pool = await PoolProcess.start({ env: { DATABASE_URL: database.url, OPENLODE_CONFIG: config } });
  opened.push(() => pool.close());
  const crew = MiningCrew.start(
    ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'].map(
      (miner, index) => ({
        port: pool.stratumPort('scrypt'),
        user: `LTC:${miner}.rig${index + 1}`,
        algorithm: 'scrypt' as const,
        hashesPerSecondMax: 0.6,
      }),
    ),
  );
  opened.push(() => crew.stop());
  return { pools, nodes, pool, database, crew };
}

async function rehearse(ordered: Ordered): Promise<SourceOrderResult> {
  const { pools, nodes, pool, database, crew } = ordered;
  await untilUsed(pool, 1, sharesMs);
  crew.resume();
  await crew.whenEachAcked(3, sharesMs);
  const first = crew.shares.acked;
  for (const node of nodes) await node.signal('SIGKILL');
  const killedAt = performance.now();
  await untilUsed(pool, 2, sharesMs);
  const movedAfter = (performance.now() - killedAt) / 1000;
  await crew.whenEachAcked(4, sharesMs);
  const away = crew.shares.acked;
  for (const node of nodes) await node.start();
  const startedAt = performance.now();
  await untilUsed(pool, 1, backMs);
  const backAfter = (performance.now() - startedAt) / 1000;
  const back = crew.shares.acked;
  await crew.whenEachAcked(4, sharesMs);
  crew.rest();
  const settled = await settle(ordered);
  const rounds = await database.query('SELECT block_hash AS hash FROM rounds WHERE upstream IS NULL');
  for (const node of nodes) await untilInStep(node, pools.network.paying.nodes.one);
  const found = await Promise.all(
    rounds.map(({ hash }) => pools.network.paying.nodes.one.hasBlock(String(hash))),
  );
  return {
    ...settled,
    parts: [first, away - first, back - away, settled.acked - back],
    blocks: rounds.length,
    known: found.filter(Boolean).length,
    movedAfter,
    backAfter,
  };
}

type Settled = Omit<SourceOrderResult, 'parts' | 'blocks' | 'known' | 'movedAfter' | 'backAfter'>;

/** Waits until nothing that was sent on is without an end, and everything is recorded. */
async function settle({ pool, database, crew }: Ordered): Promise<Settled> {
  let last: string | undefined;
  for (let turn = 0; ; turn += 1, await sleep(2000)) {
    const [samples, rows] = await Promise.all([
      samplesOf(pool),
      database.query(
        `SELECT coalesce(upstream, '') AS upstream, sum(shares)::int AS shares
           FROM slice_work JOIN slices ON slices.id = slice_id GROUP BY 1`,
      ),
    ]);
    const of = (...classes: readonly string[]): number =>
      samples
        .filter(({ name: metric }) => metric === 'openlode_upstream_shares')
        .filter(({ labels }) => classes.includes(labels['class'] ?? ''))
        .reduce((sum, { value }) => sum + value, 0);
    const sharesOf = (upstream: string): number =>
      Number(rows.find((row) => row['upstream'] === upstream)?.['shares'] ?? 0);
    const settled = {
      ...crew.shares,
      recordedOwn: sharesOf(''),
      recordedRelayed: sharesOf(name),
      judged: of('judged'),
      forwarded: of('forwarded'),
      accepted: of('accepted'),
      stale: of('stale'),
      refused: of('duplicate', 'low-difficulty', 'unauthorized', 'other'),
      unknown: of('unknown'),
    };
    const now = JSON.stringify(settled);
    if (now === last || turn === 60) return settled;
    last = now;
  }
}

/** Why the figures differ from each other; and what no reason is known for, which must be nothing. */
export function judgeSourceOrder(result: SourceOrderResult): {
  readonly explained: readonly string[];
  readonly faults: readonly string[];
} {
  const { acked, unanswered, rejected, recordedOwn, recordedRelayed, judged, forwarded } = result;
  const { accepted, stale, refused, unknown, blocks, known, movedAfter, backAfter, parts } = result;
  const recorded = recordedOwn + recordedRelayed;
  const explained = [
    `${acked} acknowledged, ${parts.join(' + ')}: by the nodes, with the nodes away, while they had to prove sound, and back`,
    `${recordedOwn} of own work and ${recordedRelayed} of the other pool’s recorded; work of the other pool ${movedAfter.toFixed(1)} s after the nodes were killed, that of the nodes ${backAfter.toFixed(1)} s after they were started`,
  ];
  const explain = (count: number, why: string): void => {
    if (count > 0) explained.push(`${count} ${why}`);
  };
  explain(rejected, 'refused to their miners: late, or of work that was withdrawn');
  explain(recorded - acked, 'recorded whose miner was let go before it heard of it');
  explain(recordedRelayed - judged, 'late, recorded because the other pool took them within a second');
  explain(stale, 'sent on for a block that the other pool had left already');
  explain(unknown, 'without an answer when a connection ended');
  explain(
    blocks - known,
    'blocks that the other pool’s nodes do not have: found as the nodes were killed, or on a height that another one had',
  );
  const faults: string[] = [];
  const must = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what);
  };
  must(
    parts.every((each) => each > 0),
    'no miner was mining in one part',
  );
  must(recorded >= acked, `${acked - recorded} acknowledged and not recorded`);
  must(recorded <= acked + unanswered, `${recorded - acked - unanswered} recorded that no miner has sent`);
  must(
    recordedRelayed >= judged,
    `${judged - recordedRelayed} judged for the other pool and not recorded as its work`,
  );
  must(recordedRelayed - judged <= accepted, 'late shares recorded without the other pool');
  must(recordedOwn > 0 && recordedRelayed > 0, 'one source gave no work');
  const ends = accepted + stale + refused + unknown;
  must(forwarded === ends, `${Math.abs(forwarded - ends)} sent on without one end`);
  must(refused === 0, `${refused} refused by the other pool for what they are`);
  must(rejected * 5 <= acked, `${rejected} refused to their miners`);
  must(blocks > 0, 'no block of own work');
  must(movedAfter < 60, `moved only after ${movedAfter.toFixed(0)} s`);
  must(backAfter >= 300, `back after ${backAfter.toFixed(0)} s already`);
  return { explained, faults };
}

async function untilUsed(pool: PoolProcess, place: number, timeoutMs: number): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await sleep(200)) {
    const samples = await samplesOf(pool);
    const isUsed = samples.some(
      ({ name: metric, labels, value }) =>
        metric === 'openlode_work_source_used' && labels['place'] === String(place) && value === 1,
    );
    const gives = samples.some(
      ({ name: metric, labels, value }) =>
        metric === 'openlode_work_source' && labels['place'] === String(place) && value === 1,
    );
    if (isUsed && gives) return;
  }
  throw new Error(`source ${place} is not used\n${pool.logs.slice(-20).join('\n')}`);
}

async function samplesOf(pool: PoolProcess) {
  const response = await fetch(`${pool.opsUrl}/metrics`);
  return parsePrometheusText(await response.text()).samples;
}

async function untilInStep(node: LitecoinNode, other: LitecoinNode): Promise<void> {
  for (const deadline = performance.now() + sharesMs; performance.now() < deadline; await sleep(500)) {
    const tips = await Promise.all([node.ask('getbestblockhash'), other.ask('getbestblockhash')]);
    if (tips[0] === tips[1]) return;
  }
  throw new Error('the node does not come into step');
}
