import type { Logger } from 'pino';
import type { ServiceContext } from '../domain/kernel/context.ts';
import type { Publisher } from '../domain/kernel/publisher.ts';
import type { World } from '../domain/kernel/world.ts';
import type { Deployment } from '../edges/present/deployment.ts';

/** What every edge of a pool is built on. */
export interface SharedParts {
  readonly log: Logger;
  /** Database, time, chance, prices and secret: what every verb works with. */
  readonly foundation: Omit<ServiceContext, 'publisher'>;
  readonly world: World;
  readonly deployment: Deployment;
  /** Hears what happened where no live channel is opened. */
  readonly publisher?: Publisher;
}
