/** One line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula is written as text. */
export function csvLine(cells: readonly (string | CsvNumber)[]): string {
  return `${cells.map((each) => (typeof each === 'string' ? cell(each) : each.number)).join(',')}\r\n`;
}

/** A number that we print ourselves: it stands as it is, also below zero. */
export interface CsvNumber {
  readonly number: string;
}

function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
