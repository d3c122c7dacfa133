import type { LiveServer } from './miner-rooms.ts';
import type { LiveTotals, LiveViews } from './views.ts';

/** Sends the totals of the pool to every page when they change, under their newer and older names. */
export class TotalsBroadcast {
  readonly #io: LiveServer;
  readonly #views: Pick<LiveViews, 'totals'>;
  #sent: Partial<LiveTotals> = {};

  constructor(io: LiveServer, views: Pick<LiveViews, 'totals'>) {
    this.#io = io;
    this.#views = views;
  }

  async check(): Promise<void> {
    // A connection without its handshake would miss what is sent now, and it is sent once.
    if (this.#io.of('/').sockets.size === 0) return;
    const totals = await this.#views.totals();
    if (totals.workers !== this.#sent.workers) {
      this.#io.emit('statsWorkers', totals.workers);
      this.#io.emit('stats_workers', totals.workers);
    }
    if (totals.miners !== this.#sent.miners) this.#io.emit('statsMiners', totals.miners);
    if (totals.paid !== this.#sent.paid) {
      this.#io.emit('statsPaid', totals.paid);
      this.#io.emit('stats_paid', totals.paid);
    }
    this.#sent = totals;
  }
}
