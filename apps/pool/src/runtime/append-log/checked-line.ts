import { crc32 } from 'node:zlib';

/** A line of a log with the checksum of its text before it: `89abcdef {…}`. */
export function checkedLine(text: string): string {
  return `${checksum(text)} ${text}`;
}

/** The text of such a line, without its line end; undefined where the checksum is not that of the text. */
export function readCheckedLine(line: string): string | undefined {
  const text = line.slice(9);
  return line[8] === ' ' && checksum(text) === line.slice(0, 8) ? text : undefined;
}

/** CRC-32 in eight hexadecimal digits. */
export function checksum(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(8, '0');
}
