/** The words of an HTML text; nothing of it is loaded or run. */
export function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
}
