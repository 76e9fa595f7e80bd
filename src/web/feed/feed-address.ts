/** Shows what the feed is of in its address; a part that is null goes, and what else stands there stays. */
export function addressParts(parts: Record<string, string | null>): void {
  const url = new URL(window.location.href)
  for (const [name, value] of Object.entries(parts)) {
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  // Past the router, which has nothing to load for it: the entry stays the same, and so does what is kept under it.
  History.prototype.replaceState.call(window.history, window.history.state, '', url)
}
