// npm run bench -- abuse|account-page|chart|connections|growth|http|live|page|payouts|pow|relay|round|stratum|tip [--runs=N] [--quick] [--only=ROW of stratum, year or many of growth, TABLE of http, ATTACK of abuse or roles, ALGORITHM of pow, COIN of payouts]
import { runAbuse } from './abuse/run-abuse.ts';
import { runMinerPage } from './account-page/run-account-page.ts';
import { runChart } from './chart/run-chart.ts';
import { runConnections } from './connections/run-connections.ts';
import { runGrowth } from './growth/run-growth.ts';
import { runHttp } from './http/run-http.ts';
import { runLive } from './live/run-live.ts';
import { runPage } from './page/run-page.ts';
import { runPayouts } from './payouts/run-payouts.ts';
import { runPow } from './pow/run-pow.ts';
import { runRelay } from './relay/run-relay.ts';
import { runRound } from './round/run-round.ts';
import { runStratum } from './stratum/run-stratum.ts';
import { runTip } from './tip/run-tip.ts';

const RUNS_MIN = 3;

const benches = {
  abuse: runAbuse,
  'account-page': runMinerPage,
  chart: runChart,
  connections: runConnections,
  growth: runGrowth,
  http: runHttp,
  live: runLive,
  page: runPage,
  payouts: runPayouts,
  pow: runPow,
  relay: runRelay,
  round: runRound,
  stratum: runStratum,
  tip: runTip,
};

const [name = '', ...flags] = process.argv.slice(2);
const runs = Number(
  /^--runs=(\d+)$/.exec(flags.find((flag) => flag.startsWith('--runs=')) ?? '')?.[1] ?? RUNS_MIN,
);
const only = flags.find((flag) => flag.startsWith('--only='))?.slice('--only='.length);
const bench = Object.entries(benches).find(([known]) => known === name)?.[1];
if (bench === undefined) {
  console.error(
    `Usage: npm run bench -- <${Object.keys(benches).join('|')}> [--runs=N] [--quick] [--only=ROW of stratum, year or many of growth, TABLE of http, ATTACK of abuse or roles, ALGORITHM of pow, COIN of payouts]`,
  );
  process.exitCode = 2;
} else await bench({ runs, isQuick: flags.includes('--quick'), ...(only === undefined ? {} : { only }) });
