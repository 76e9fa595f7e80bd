/** Chance that a seed repeats. */
export type Random = {
  /** From 0 to below 1. */
  next: () => number
  /** A whole number from `least` to `most`. */
  between: (least: number, most: number) => number
  /** True so often, of 1. */
  chance: (share: number) => boolean
  pick: <T>(list: readonly T[]) => T
  uuid: () => string
  /** Another, for someone who draws at their own pace. */
  fork: () => Random
}

/** Mulberry32: small, fast, and good enough to decide when to kill. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]) => list[between(0, list.length - 1)] as T,
    uuid: () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => between(0, 15).toString(16)),
    fork: () => createRandom(between(0, 2 ** 32 - 1)),
  }
}
