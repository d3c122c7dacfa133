/** For suites that open PostgreSQL by themselves: a machine that stands still for some seconds is no server that is away. */
export const patient = { connectWithinMs: 60_000 };
