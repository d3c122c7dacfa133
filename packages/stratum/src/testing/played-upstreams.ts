import type { Dialect } from '../core/dialect.ts';
import type { DifficultyScale } from '../core/difficulty.ts';
import type { SessionEnv } from '../core/session-state.ts';
import { alephiumClient } from '../dialects/alephium/alephium-client.ts';
import { beamClient } from '../dialects/beam/beam-client.ts';
import { bitcoinClient } from '../dialects/bitcoin/bitcoin-client.ts';
import { bitcoin } from '../dialects/bitcoin/dialect.ts';
import { createJob } from '../dialects/bitcoin/job.ts';
import { bitcoinJobs } from '../dialects/bitcoin/jobs.ts';
import { confluxClient } from '../dialects/conflux/conflux-client.ts';
import { ergoClient } from '../dialects/ergo/ergo-client.ts';
import { ethereumStratumClient } from '../dialects/ethereum/ethereum-stratum-client.ts';
import { ethproxyClient } from '../dialects/ethereum/ethproxy-client.ts';
import { ironfishClient } from '../dialects/ironfish/ironfish-client.ts';
import { kaspaClient } from '../dialects/kaspa/kaspa-client.ts';
import { kawpowClient } from '../dialects/kawpow/kawpow-client.ts';
import { moneroClient } from '../dialects/monero/monero-client.ts';
import { nexaClient } from '../dialects/nexa/nexa-client.ts';
import { xelisClient } from '../dialects/xelis/xelis-client.ts';
import { zcashClient } from '../dialects/zcash/zcash-client.ts';
import type { ClientDialect, Solution, UpstreamJob } from '../upstream/client-dialect.ts';
import { bytesOfHex, hexOfBytes } from '../wire/hex.ts';
import type { FuzzedDialect } from './fuzz-header.ts';
import { playedHeaders } from './header-kit.ts';
import { playedKaspa } from './kaspa-kit.ts';
import type { TestJobs } from './own-jobs-credit-game.ts';
import { playedEthereumStratum } from './played-ethereum-stratum.ts';
import { playedEthproxy } from './played-ethproxy.ts';
import { playedKawpow } from './played-kawpow.ts';
import { playedMonero } from './played-monero.ts';
import { playedZcash } from './played-zcash.ts';
import { quickHash } from './quick-hash.ts';
import { buildEnv, buildJob, jobTime } from './session-kit.ts';
import { sha256d } from './sha256d.ts';

/** A server of ours and the client of its dialect, as suites have them speak to each other. */
export interface PlayedUpstream<Work = unknown, Found extends Solution = Solution> {
  readonly name: string;
  readonly dialect: Dialect;
  readonly client: ClientDialect<Work, Found>;
  readonly user: string;
  readonly scale: DifficultyScale;
  /** The server's jobs, each with the content that `content` names next: 64 digits. */
  openJobs(content: () => string): TestJobs;
  env(jobs: TestJobs): SessionEnv;
  /** The content of a job as the client has it. */
  contentOf(work: Work): string;
  found(job: UpstreamJob<Work>, free: string): Found;
  /** What the server gives its verifier: content, and the nonce or what is ours of it. */
  read(input: unknown): { readonly content: string; readonly nonce: bigint };
  /** That nonce, of digits that the client has found. */
  nonce(job: UpstreamJob<Work>, free: string): bigint;
  /** A verdict that makes the share a good one. */
  readonly good: unknown;
}

const zeros = new Uint8Array(32);
const valueOf = (digits: string): bigint => BigInt(`0x0${digits}`);
const wholeNonce = ({ room }: UpstreamJob, free: string): bigint => valueOf(room.prefix + free);

/** What a suite of servers has of a dialect already. */
function ofServer(spoken: FuzzedDialect) {
  const { name, dialect, rules } = spoken;
  return {
    name,
    dialect,
    scale: rules.scale,
    openJobs: (content: () => string) => spoken.openJobs(content),
    env: (jobs: TestJobs) => spoken.env(jobs),
    read: (input: unknown) => spoken.read(input),
    good: spoken.verdict(zeros),
    nonce: wholeNonce,
  };
}

/** The erased form of a row: suites hand to its functions what came from them. */
function row<Work, Found extends Solution>(
  played: PlayedUpstream<NoInfer<Work>, NoInfer<Found>> & { readonly client: ClientDialect<Work, Found> },
): PlayedUpstream {
  return played as unknown as PlayedUpstream;
}

/** Where the content of a job of `bitcoin` stands: in its coinbase. */
const contentAt = 42 - 32;

const playedBitcoin = row({
  name: 'bitcoin',
  dialect: bitcoin,
  client: bitcoinClient,
  user: 'DOGE:D1.rig1',
  scale: buildEnv().rules.scale,
  openJobs(content) {
    const stamper = {
      stamp(parts: Parameters<typeof createJob>[1]) {
        const digits = content();
        const coinbasePrefix = parts.coinbasePrefix.slice();
        coinbasePrefix.set(bytesOfHex(digits, 32) ?? zeros, contentAt);
        return createJob(digits.slice(-16), { ...parts, coinbasePrefix });
      },
    };
    const jobs = bitcoinJobs({ stamper });
    return Object.assign(jobs, { openNext: () => void jobs.open(buildJob()) }) as unknown as TestJobs;
  },
  env: (jobs) => buildEnv({ jobs: jobs as never, verifiesLater: true }),
  contentOf: ({ coinbasePrefix }) => hexOfBytes(coinbasePrefix.subarray(contentAt)),
  found: ({ work }, free) => ({ free, time: work.time, nonce: 0x01020304, version: work.version }),
  // Of a header its root names coinbase and branch: it is built again, of what the client knows.
  read: (header) => ({ content: hexOfBytes(header as Uint8Array), nonce: 0n }),
  nonce: () => 0n,
  good: zeros,
});

/** The header of a share of `bitcoin`, put together of what the client knows. */
export function headerOfFound(
  job: UpstreamJob<Parameters<typeof bitcoinClient.submission>[0]['work']>,
  free: string,
): string {
  const { coinbasePrefix, coinbaseSuffix, merkleBranch, previousHash, version, bits, time } = job.work;
  const coinbase = hexOfBytes(coinbasePrefix) + job.room.prefix + free + hexOfBytes(coinbaseSuffix);
  let root = new Uint8Array(32);
  sha256d(bytesOfHex(coinbase, coinbase.length / 2) ?? zeros, root);
  for (const sibling of merkleBranch) {
    const pair = Uint8Array.of(...root, ...sibling);
    root = new Uint8Array(32);
    sha256d(pair, root);
  }
  const little = (value: number): string => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value, true);
    return hexOfBytes(bytes);
  };
  return (
    little(version) +
    hexOfBytes(previousHash) +
    hexOfBytes(root) +
    little(time) +
    little(bits) +
    little(0x01020304)
  );
}

function headerServer(wanted: string): ReturnType<typeof ofServer> {
  const spoken = playedHeaders.find(({ name }) => name === wanted);
  if (spoken === undefined) throw new Error(`no suite plays ${wanted}`);
  return ofServer(spoken);
}

/** Every dialect that has a client. */
export const playedUpstreams: readonly PlayedUpstream[] = [
  playedBitcoin,
  row({
    ...ofServer(playedZcash),
    client: zcashClient,
    user: 'ERG:9h.rig1',
    // The hash of a share names it, and is low.
    env: (jobs) => ({
      ...playedZcash.env(jobs),
      sha256d: (input, output) => {
        quickHash(input, output);
        output.fill(0, 12);
      },
    }),
    contentOf: ({ merkleRoot }) => hexOfBytes(merkleRoot),
    found: (_job, free) => ({ free, time: jobTime, solution: new Uint8Array(1344).fill(5) }),
    nonce: (_job, free) => valueOf(free),
    good: true,
  }),
  row({
    ...ofServer(playedEthproxy),
    client: ethproxyClient,
    user: 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F.rig1',
    contentOf: ({ header }) => header,
    found: (_job, free) => ({ free, mix: '0'.repeat(64) }),
  }),
  row({
    ...ofServer(playedEthereumStratum),
    client: ethereumStratumClient,
    user: 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F.rig1',
    contentOf: ({ header }) => header,
    found: (_job, free) => ({ free, mix: '0'.repeat(64) }),
    nonce: (_job, free) => valueOf(free),
  }),
  row({
    ...ofServer(playedMonero),
    client: moneroClient,
    user: 'ERG:9h.rig1',
    contentOf: ({ blob }) => hexOfBytes(blob.subarray(0, 32)),
    found: (_job, free) => ({ free, result: '0'.repeat(64) }),
    // The suite reads the bytes as they stand in the blob.
    nonce: ({ room }, free) => valueOf((room.prefix + free).match(/../g)?.toReversed().join('') ?? ''),
  }),
  row({
    ...ofServer(playedKaspa),
    client: kaspaClient,
    user: 'KAS:kaspa:q1.rig1',
    contentOf: ({ prePowHash }) => hexOfBytes(prePowHash),
    found: (_job, free) => ({ free }),
  }),
  row({
    ...headerServer('alephium'),
    client: alephiumClient,
    user: 'ERG:9h.rig1',
    contentOf: ({ headerBlob }) => hexOfBytes(headerBlob),
    found: (_job, free) => ({ free }),
    nonce: (_job, free) => valueOf(free),
  }),
  row({
    ...ofServer(playedKawpow),
    client: kawpowClient,
    user: 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F.rig1',
    contentOf: ({ header }) => header,
    found: (_job, free) => ({ free, mix: '0'.repeat(64) }),
  }),
  row({
    ...headerServer('ergo'),
    client: ergoClient,
    user: 'ERG:9h.rig1',
    contentOf: ({ message }) => hexOfBytes(message),
    found: (_job, free) => ({ free }),
    nonce: (_job, free) => valueOf(free),
  }),
  row({
    ...headerServer('nexa'),
    client: nexaClient,
    user: 'ERG:9h.rig1',
    contentOf: ({ commitment }) => hexOfBytes(commitment),
    found: (_job, free) => ({ free }),
    nonce: (_job, free) => valueOf(free),
  }),
  row({
    ...headerServer('conflux'),
    client: confluxClient,
    user: 'ERG:9h.rig1',
    contentOf: ({ powHash }) => powHash,
    found: (_job, free) => ({ free }),
  }),
  row({
    ...headerServer('xelis'),
    client: xelisClient,
    user: 'ERG:9h.rig1',
    contentOf: ({ workHash }) => hexOfBytes(workHash),
    found: (_job, free) => ({ free }),
    nonce: (_job, free) => valueOf(free),
  }),
  row({
    ...headerServer('beam'),
    client: beamClient,
    user: 'ERG:9h.rig1',
    contentOf: ({ input }) => hexOfBytes(input),
    found: (_job, free) => ({ free, output: '7'.repeat(208) }),
    nonce: (_job, free) => valueOf(free),
  }),
  row({
    ...headerServer('ironfish'),
    client: ironfishClient,
    user: 'ERG:9h.rig1',
    contentOf: ({ header }) => hexOfBytes(header.subarray(36, 68)),
    found: (_job, free) => ({ free }),
    nonce: (_job, free) => valueOf(free),
  }),
];
