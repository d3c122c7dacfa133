/**
 * Hands items on at a bounded rate: the first at once, what comes within `ms` of it together after that time. A burst
 * of events draws the page a few times a second, not once for each of them.
 */
export function throttled<Item>(ms: number, take: (items: readonly Item[]) => void): (item: Item) => void {
  let waiting: Item[] = [];
  let isPausing = false;

  function flush() {
    isPausing = waiting.length > 0;
    if (!isPausing) return;
    const items = waiting;
    waiting = [];
    setTimeout(flush, ms);
    take(items);
  }

  return (item) => {
    waiting.push(item);
    if (!isPausing) flush();
  };
}
