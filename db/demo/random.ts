/** Pseudo-random numbers by seed: the same demo every time. */
export type Random = {
  /** In [0, 1). */
  next(): number
  between(least: number, most: number): number
  /** From 0 to `below`, without it. */
  whole(below: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the list, each as likely as its weight. */
  weighted<T>(list: readonly T[], weight: (one: T) => number): T
  shuffled<T>(list: readonly T[]): T[]
  /** How often something happens that happens `mean` times on average. */
  poisson(mean: number): number
}

/** A generator of its own for every seed, so that additions to the demo change nothing else. */
export function createRandom(seed: string): Random {
  const next = sequence(hashOf(seed))
  const whole = (below: number) => Math.floor(next() * below)
  const random: Random = {
    next,
    between: (least, most) => least + next() * (most - least),
    whole,
    chance: (probability) => next() < probability,
    pick: (list) => list[whole(list.length)] as (typeof list)[number],
    weighted: (list, weight) => {
      let left = next() * list.reduce((sum, one) => sum + weight(one), 0)
      const found = list.find((one) => {
        left -= weight(one)
        return left < 0
      })
      return found ?? (list.at(-1) as (typeof list)[number])
    },
    shuffled: (list) => {
      const result = [...list]
      for (let i = result.length - 1; i > 0; i--) {
        const other = whole(i + 1)
        ;[result[i], result[other]] = [result[other] as never, result[i] as never]
      }
      return result
    },
    poisson: (mean) =>
      mean > 30 ? Math.max(0, Math.round(mean + normal(next) * Math.sqrt(mean))) : knuth(mean, next),
  }
  return random
}

const normal = (next: () => number) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

function knuth(mean: number, next: () => number): number {
  const limit = Math.exp(-mean)
  let times = 0
  for (let product = next(); product > limit; product *= next()) times += 1
  return times
}

/** FNV-1a: 32 bits of a text. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Mulberry32. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
