/**
 * Limits an LRU cache by a count. With `max` it would make its lists that long at once, and caches that are empty most
 * of the time would take a megabyte (decision 93).
 */
export const holding = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })
