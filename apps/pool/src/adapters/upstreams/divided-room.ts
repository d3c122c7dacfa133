import type { Room, UpstreamJob } from '@openlode/stratum/upstream/client-dialect';
import {
  countBits,
  freeOfLane,
  type LanePlan,
  planLanes,
  roomOfLane,
} from '@openlode/stratum/upstream/lane-plan';
import type { Lanes } from '@openlode/stratum/upstream/lanes';
import type { UpstreamMemory } from './upstream-memory.ts';

/** What one miner was given. It is this object that holds, not its number: after the room has changed another miner may have that. */
export interface TakenLane {
  readonly lane: number;
  /** Who has it: the client address of its miner. */
  readonly owner: string;
  /** What the miner is told to fill in. */
  readonly room: Room;
}

/** The room of one upstream connection, divided among miners. */
export class DividedRoom {
  readonly #dialect: string;
  readonly #memory: UpstreamMemory;
  readonly #taken = new Set<TakenLane>();
  #room: Room | undefined;
  #plan: LanePlan | undefined;
  #lanes: Lanes | undefined;
  /** Of the newest job. */
  #content = '';
  /** What its connection has said last, also where it is withheld; of shared rooms alone. */
  #heard: string | undefined;

  constructor(dialect: string, memory: UpstreamMemory) {
    this.#dialect = dialect;
    this.#memory = memory;
  }

  get plan(): LanePlan | undefined {
    return this.#plan;
  }

  /**
   * A job came: whether its room is that of before, or another one, in which no lane of before holds; or too narrow for any. `withheld`: it is not given, because
   * its shares may have counted before this process started.
   */
  openJob(job: UpstreamJob): 'same' | 'moved' | 'too-narrow' | 'withheld' {
    if (this.#mayBeOld(job)) return 'withheld';
    const { room, content, versionMask } = job;
    if (this.#room?.prefix === room.prefix && this.#room.freeBytes === room.freeBytes) {
      this.#content = content;
      this.#lanes?.openJob(content);
      return 'same';
    }
    const plan = planLanes(this.#dialect, room, countBits(versionMask));
    if (plan === undefined) return 'too-narrow';
    this.close();
    this.#room = room;
    this.#plan = plan;
    this.#lanes = this.#memory.enter(room, plan);
    this.#content = content;
    this.#lanes.openJob(content);
    return 'moved';
  }

  /** No lane holds any more. */
  close(): void {
    for (const { lane } of this.#taken) this.#lanes?.giveBack(lane);
    this.#taken.clear();
    if (this.#room !== undefined && this.#plan !== undefined) this.#memory.leave(this.#room, this.#plan);
    this.#room = undefined;
    this.#plan = undefined;
    this.#lanes = undefined;
    this.#heard = undefined;
  }

  /** Where nothing of the nonce is a connection's or a lane's, shares of before the start are shares of now. */
  #mayBeOld({ room, content }: UpstreamJob): boolean {
    if (planLanes(this.#dialect, room)?.isShared !== true) return false;
    const before = this.#heard;
    this.#heard = content;
    return this.#memory.start.isOld(content, before);
  }

  take(owner: string): TakenLane | undefined {
    const lane = this.#lanes?.take(this.#content);
    if (lane === undefined || this.#room === undefined || this.#plan === undefined) return undefined;
    const begin = this.#plan.isShared ? this.#memory.beginOf(lane) : lane;
    const taken = { lane, owner, room: roomOfLane(this.#room, this.#plan, begin) };
    this.#taken.add(taken);
    return taken;
  }

  /** Whether no one else has a lane. */
  isAlone(owner: string): boolean {
    for (const taken of this.#taken) if (taken.owner !== owner) return false;
    return true;
  }

  giveBack(taken: TakenLane): void {
    if (this.#taken.delete(taken)) this.#lanes?.giveBack(taken.lane);
  }

  /** Whether the miner of a lane may be given a job, or send shares for it (`Lanes.mayWork`). */
  mayWork(taken: TakenLane, { content }: UpstreamJob): boolean {
    return this.#taken.has(taken) && this.#lanes?.mayWork(taken.lane, content) === true;
  }

  /** Whether what the miner of a lane has filled in has its length. */
  fits({ room }: TakenLane, free: string): boolean {
    return free.length === 2 * room.freeBytes;
  }

  /** All that is free of the upstream's room, of what the miner of a lane has filled in, which fits. */
  freeOf({ lane }: TakenLane, free: string): string {
    return this.#plan === undefined ? free : freeOfLane(this.#plan, lane, free);
  }
}
