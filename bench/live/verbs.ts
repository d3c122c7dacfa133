/** What a server of this benchmark can be asked. Moments are ms since 1970, exact to parts of one. */
export interface ServerVerbs {
  start(none: undefined): Promise<{ readonly port: number }>;
  /** Tells everybody a message with this text in it; answers when it began. */
  broadcast(text: string): { readonly beganAt: number };
  /** An event of one miner, numbered; ours only. Answers when it was published. */
  tellMiner(reported: { readonly uuid: string; readonly seq: number }): { readonly beganAt: number };
}

/** What the watchers' process can be asked. */
export interface WatcherVerbs {
  /** Opens the watchers and waits until each is welcome; those of a miner watch it and nothing else. */
  connect(options: ConnectOptions): Promise<{ readonly connected: number }>;
  /** Waits until that number of messages with this text have come; answers when each did. */
  heard(options: {
    readonly text: string;
    readonly times: number;
  }): Promise<{ readonly at: readonly number[] }>;
}

export interface ConnectOptions {
  readonly port: number;
  readonly sockets: number;
  /** Whether the server speaks Socket.IO; a bare WebSocket server sends no greeting. */
  readonly isOurs: boolean;
  readonly uuid: string | undefined;
}
