/** A message of Bitcoin's Stratum, either way. */
export interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** How a dialect whose messages have another form says and means those of Bitcoin's. One for each connection. */
export interface Tongue {
  /** What is sent, without its id. */
  said(method: string, params: unknown): object;
  /** What a line means; some say two things. */
  heard(line: unknown): Message | readonly Message[];
}

export function bitcoinTongue(): Tongue {
  return { said: (method, params) => ({ method, params }), heard: (line) => line as Message };
}
