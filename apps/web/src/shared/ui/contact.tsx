/** How the operator is reached: a page or an e-mail address as a link, anything else as it stands. */
export function Contact({ text }: { readonly text: string }) {
  const href = /^https:\/\/\S+$/.test(text) ? text : /^[^\s@]+@[^\s@]+$/.test(text) ? `mailto:${text}` : null;
  return href === null ? text : <a href={href}>{text}</a>;
}
