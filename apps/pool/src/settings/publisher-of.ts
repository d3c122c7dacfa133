/** Of `tcp://host:port`. */
export function publisherOf(text: string): { readonly host: string; readonly port: number } {
  const [host = '', port] = text.slice('tcp://'.length).split(':');
  return { host, port: Number(port) };
}
