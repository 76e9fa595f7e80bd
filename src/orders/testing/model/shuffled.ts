/** A list in another order, the same one for the same number. */
export function shuffled<T>(all: T[], seed: number): T[] {
  let state = seed + 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return all
    .map((one) => ({ one, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
