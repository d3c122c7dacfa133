import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from './free-port.ts';

/** Whether this machine has a Prometheus; suites that need one are skipped without it. */
export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0;

const deployed = join(import.meta.dirname, '../deploy/prometheus');

export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [time: number, value: string];
}

/** A Prometheus with the files of `deploy/prometheus`, but for the port of the pool and a scrape each second. */
export class PrometheusServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'openlode-prometheus-'));
  readonly #child: ChildProcess;
  readonly #url: string;

  private constructor(port: number, opsPort: number) {
    this.#url = `http://127.0.0.1:${port}`;
    const config = readFileSync(join(deployed, 'prometheus.yml'), 'utf8')
      .replace('127.0.0.1:8081', `127.0.0.1:${opsPort}`)
      .replaceAll('_interval: 15s', '_interval: 1s')
      .replace('- openlode.rules.yml', `- ${join(deployed, 'openlode.rules.yml')}`);
    const file = join(this.#folder, 'prometheus.yml');
    writeFileSync(file, config);
    this.#child = spawn(
      'prometheus',
      [
        `--config.file=${file}`,
        `--storage.tsdb.path=${join(this.#folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    // A suite that crashes must not leave a server behind.
    process.once('exit', () => this.#child.kill('SIGKILL'));
  }

  static async start(opsPort: number): Promise<PrometheusServer> {
    const server = new PrometheusServer(await freePorts(), opsPort);
    for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(100))
      if (await server.#isReady()) return server;
    await server.close();
    throw new Error('Prometheus did not get ready');
  }

  /** What it has for an expression now. Throws where it cannot read the expression. */
  async query(expr: string): Promise<readonly Series[]> {
    const answer = await fetch(`${this.#url}/api/v1/query?query=${encodeURIComponent(expr)}`);
    const { status, data, error } = (await answer.json()) as {
      status: string;
      data?: { result: Series[] };
      error?: string;
    };
    if (status !== 'success' || data === undefined) throw new Error(`${expr}: ${error ?? answer.status}`);
    return data.result;
  }

  /** The names of the alarms that are raised, or will be unless their cause goes. */
  async alarms(): Promise<readonly string[]> {
    const answer = await fetch(`${this.#url}/api/v1/alerts`);
    const { data } = (await answer.json()) as { data: { alerts: { labels: { alertname: string } }[] } };
    return data.alerts.map(({ labels }) => labels.alertname);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const gone = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #isReady(): Promise<boolean> {
    return fetch(`${this.#url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
