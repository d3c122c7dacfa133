import type { HealthResponse } from '../http/health.ts';

/** `GET /health` */
export const healthExample: HealthResponse = {
  ready: true,
  version: '0.1.0',
  checks: [
    { name: 'database', ready: true, problem: null },
    { name: 'stratum sha256', ready: true, problem: null },
  ],
  suspended: [],
};
