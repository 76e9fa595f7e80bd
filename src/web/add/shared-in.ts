let waiting: string | null = null

/** Stores what was shared into the app, a query with `title`, `text` and `url`, until the add-item dialog is open. */
export function storeShared(query: string): void {
  waiting = query
}

/** Stores a text with a link, as if it had been shared. */
export const storeText = (text: string): void => storeShared(String(new URLSearchParams({ text })))

/** The shared query, once: it is removed when read. */
export function takeShared(): string | null {
  const query = waiting
  waiting = null
  return query
}
