let waiting: string | null = null

/** Keeps what was shared into the app, a query with `title`, `text` and `url`, until the add-item dialog is open. */
export function storeShared(query: string): void {
  waiting = query
}

/** What was shared, once: nobody else is given it again. */
export function takeShared(): string | null {
  const query = waiting
  waiting = null
  return query
}
