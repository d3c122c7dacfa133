export interface Random {
  uuid(): string;
  bytes(length: number): Uint8Array;
}
