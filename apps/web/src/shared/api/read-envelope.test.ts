import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { readEnvelope } from './read-envelope.ts';

function failureOf(status: number, body: unknown): unknown {
  try {
    readEnvelope(status, body);
  } catch (error) {
    if (error instanceof ApiError) return [error.failure, error.status, error.message];
  }
  return null;
}

describe('readEnvelope', () => {
  it('answers the data', () => {
    expect(readEnvelope(200, { success: true, msg: 'Ok', data: { symbol: 'DOGE' } })).toEqual({
      symbol: 'DOGE',
    });
  });

  it("gives the server's msg or message, else the generic error [shell-12]", () => {
    expect(failureOf(404, { success: false, msg: 'No such coin' })).toEqual(['refused', 404, 'No such coin']);
    expect(failureOf(422, { success: false, message: 'Too long' })).toEqual(['refused', 422, 'Too long']);
    expect(failureOf(400, { success: false })).toEqual(['refused', 400, 'An error occurred']);
    expect(failureOf(200, { success: false, msg: 'Busy' })).toEqual(['refused', 200, 'Busy']);
  });

  it('knows a body that is not ours', () => {
    expect(failureOf(200, null)).toEqual(['malformed', 200, 'An error occurred']);
    expect(failureOf(200, { success: true })).toEqual(['malformed', 200, 'An error occurred']);
    expect(failureOf(502, '<html>')).toEqual(['unreachable', 502, 'The pool does not answer at the moment.']);
  });
});
