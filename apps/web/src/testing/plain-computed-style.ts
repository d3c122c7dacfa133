/** What the queries of the suites read of a computed style. */
type Read = Pick<CSSStyleDeclaration, 'display' | 'visibility' | 'content' | 'getPropertyValue'>;

const byTag = new Map<string, Read>();

/**
 * Queries by role ask of every element below a candidate whether it is shown, and the document puts a whole style together for each, again after
 * every change. Suites load no style sheet, and no page sets `display` or `visibility` by an attribute,
 * so an element is shown as its tag is; what is not so simple is asked as before.
 */
export function answerComputedStylesByTag(of: Window & typeof globalThis = window): void {
  const asked = of.getComputedStyle.bind(of);
  of.getComputedStyle = (element: Element, pseudo?: string | null): CSSStyleDeclaration => {
    const tag = element.tagName;
    // A dialog is shown once it is open.
    if (tag === 'DIALOG' || element.hasAttribute('style') || !element.isConnected)
      return asked(element, pseudo);
    let known = byTag.get(tag);
    if (known === undefined) {
      const { display, visibility, content } = asked(element, pseudo);
      const values = new Map(Object.entries({ display, visibility, content }));
      known = { display, visibility, content, getPropertyValue: (name) => values.get(name) ?? '' };
      byTag.set(tag, known);
    }
    return known as CSSStyleDeclaration;
  };
}
