import type { Room, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import { freeOfLane, type LanePlan, planLanes, roomOfLane } from '@openlode/stratum/upstream/lane-plan';
import { Lanes } from '@openlode/stratum/upstream/lanes';

/** What one miner was given. It is this object that holds, not its number: after the room has changed another miner may have that. */
export interface TakenLane {
  readonly lane: number;
  /** What the miner is told to fill in. */
  readonly room: Room;
}

/** Rooms whose lanes are remembered, for a pool that gives one again. */
const roomsMax = 16;

/** The room of one upstream connection, divided among miners. */
export class DividedRoom {
  readonly #dialect: string;
  readonly #known = new Map<string, Lanes>();
  readonly #taken = new Set<TakenLane>();
  #room: Room | undefined;
  #plan: LanePlan | undefined;
  #lanes: Lanes | undefined;

  constructor(dialect: string) {
    this.#dialect = dialect;
  }

  get plan(): LanePlan | undefined {
    return this.#plan;
  }

  /** A job came: whether its room is that of before, or another one, in which no lane of before holds; or too narrow for any. */
  openJob({ room, content }: UpstreamJob, versionBits: number): 'same' | 'moved' | 'too-narrow' {
    if (this.#room?.prefix === room.prefix && this.#room.freeBytes === room.freeBytes) {
      this.#lanes?.openJob(content);
      return 'same';
    }
    const plan = planLanes(this.#dialect, room, versionBits);
    if (plan === undefined) return 'too-narrow';
    this.close();
    this.#room = room;
    this.#plan = plan;
    this.#lanes = this.#lanesOf(room, plan);
    this.#lanes.openJob(content);
    return 'moved';
  }

  /** No lane holds any more. */
  close(): void {
    for (const { lane } of this.#taken) this.#lanes?.giveBack(lane);
    this.#taken.clear();
    this.#room = undefined;
    this.#plan = undefined;
    this.#lanes = undefined;
  }

  take(): TakenLane | undefined {
    const lane = this.#lanes?.take();
    if (lane === undefined || this.#room === undefined || this.#plan === undefined) return undefined;
    const taken = { lane, room: roomOfLane(this.#room, this.#plan, lane) };
    this.#taken.add(taken);
    return taken;
  }

  giveBack(taken: TakenLane): void {
    if (this.#taken.delete(taken)) this.#lanes?.giveBack(taken.lane);
  }

  /** Whether the miner of a lane may be given a job, or send shares for it (`Lanes.mayWork`). */
  mayWork(taken: TakenLane, { content }: UpstreamJob): boolean {
    return this.#taken.has(taken) && this.#lanes?.mayWork(taken.lane, content) === true;
  }

  /** All that is free of the upstream's room, of what the miner of a lane has filled in; undefined where that has another length. */
  freeOf({ lane, room }: TakenLane, free: string): string | undefined {
    if (this.#plan === undefined || free.length !== 2 * room.freeBytes) return undefined;
    return freeOfLane(this.#plan, lane, free);
  }

  /** Of a room that comes again: the miners of its lanes have searched there. */
  #lanesOf({ prefix }: Room, plan: LanePlan): Lanes {
    const name = `${prefix} ${plan.laneBytes} ${plan.freeBytes}`;
    const lanes = this.#known.get(name) ?? new Lanes(plan);
    this.#known.delete(name);
    this.#known.set(name, lanes);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= roomsMax) break;
      this.#known.delete(oldest);
    }
    return lanes;
  }
}
