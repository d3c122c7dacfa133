interface TextFile {
  readonly name: string;
  readonly content: string;
}

/** Hands a file to the browser to save. */
export function saveTextFile({ name, content }: TextFile): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
