import { describe, expect, it } from 'vitest';
import type { PortRules, SessionEnv } from '../../core/session-state.ts';
import { agreeing, ethereumEnv, ethereumRules } from '../../testing/ethereum-kit.ts';
import { PortMiner, reasonsOf, worksOf } from '../../testing/port-miner.ts';
import { readTranscript } from '../../testing/transcript.ts';
import { bytesOfHex } from '../../wire/hex.ts';
import type { EthashInput, EthashVerdict } from '../ethereum/jobs.ts';
import { type KawpowJob, kawpowJobs } from './jobs.ts';
import { kawpow } from './kawpow.ts';

const user = 'ETHW:RTestAddr.worker1';
const header = '056b562724e599c4ccec46aaec6256d30702f0066c400b9cceacc248a2b22124';
const seed = 'ce6968617bd21c29f50243de916ca100d72fe095492a8f12c1d381bb4c0b3d11';
/** A share of work 1 hashes to 00ffff00…00 at most, as in the recording. */
const rules: PortRules = {
  ...ethereumRules,
  scale: { difficulty1Target: 0xffffn << 232n, hashesPerDifficulty1: 1n },
  startWork: 1n,
};

type Parts = Omit<KawpowJob, 'id'>;
const bytes = (hex: string): Uint8Array => bytesOfHex(hex, hex.length / 2) ?? new Uint8Array();
const template: Parts = {
  chain: 'recorded',
  height: 1_219_736,
  bits: 0x1b00ffff,
  headerHash: bytes(header),
  seedHash: bytes(seed),
  networkTarget: 0n,
  networkWork: 1n << 60n,
  clean: true,
  blockHash: () => 'block',
};

/** A connection to a port whose one job is the recorded one. */
function connect(number = 0xab): PortMiner<EthashInput, EthashVerdict> {
  const jobs = kawpowJobs<Parts>((parts) => ({ ...parts, id: 'j1' }));
  jobs.open(template);
  const env: SessionEnv = {
    ...ethereumEnv(jobs, (text) =>
      text.startsWith('ETHW:') || text.startsWith('RVN:')
        ? {
            kind: 'login',
            login: {
              coin: 'RVN',
              network: 'rvn',
              address: text,
              memo: null,
              worker: 'w',
              referralCode: null,
            },
          }
        : { kind: 'empty' },
    ),
    rules,
  };
  return new PortMiner<EthashInput, EthashVerdict>([kawpow], env, agreeing(2), number);
}

describe('Stratum of KawPow', () => {
  it('answers the handshake of xmrig byte for byte', () => {
    const first = readTranscript('xmrig-kawpow').filter(({ connection }) => connection === 1);
    const miner = connect();
    const ours = first
      .filter(({ direction }) => direction === 'c2s')
      .flatMap(({ line }) => miner.line(line).lines);
    expect(ours).toEqual(first.filter(({ direction }) => direction === 's2c').map(({ line }) => `${line}\n`));
  });

  it('takes the whole nonce, the header and the mix, and hands the verifier the height', () => {
    const inputs: EthashInput[] = [];
    const miner = Object.assign(connect(), {
      verify: (input: EthashInput) => {
        inputs.push(input);
        return agreeing(2)(input);
      },
    });
    miner.say('mining.subscribe', ['x']);
    miner.say('mining.authorize', [user, 'x']);
    const mix = `0x${'ab'.repeat(32)}`;
    const share = [user, 'j1', '0x00ab000000000001', `0x${header}`, mix];
    expect(worksOf(miner.say('mining.submit', share))).toEqual([1n]);
    expect(inputs).toMatchObject([{ height: 1_219_736, nonce: 0x00ab_0000_0000_0001n }]);
    expect(miner.say('mining.submit', share).lines).toEqual([
      '{"id":7,"result":null,"error":[22,"Duplicate share",null]}\n',
    ]);
    const other = [user, 'j1', '0x00ab000000000002', `0x${seed}`, mix];
    expect(reasonsOf(miner.say('mining.submit', other))).toEqual(['stale']);
    expect(reasonsOf(miner.say('mining.submit', share.with(0, 'nope')))).toEqual(['unauthorized']);
    expect(reasonsOf(miner.say('mining.submit', share.slice(0, 4)))).toEqual(['malformed']);
  });

  it('sends a job without a target where the target stays', () => {
    const miner = connect();
    miner.say('mining.subscribe', ['x']);
    miner.say('mining.authorize', [user, 'x']);
    const { current } = miner.env.jobs;
    expect(miner.hear(current)?.split('\n')).toHaveLength(2);
  });
});
