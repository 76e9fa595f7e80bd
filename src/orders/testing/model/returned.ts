/** A return of Folio’s CSV in one file. All of an order have its day. */
export type Returned = {
  order: string
  kind: 'reversed' | 'partly'
  pieces: number
  cents: number
  /** Its number among the equal ones of its file. */
  number: number
  asOf: number
}
type Pair = [string, string]

const nameOf = ({ order, kind, pieces, cents, number }: Omit<Returned, 'asOf'>) =>
  `${order} ${pieces} ${cents} ${kind} #${number}`

/** A return and all that are the same. */
function alike(name: string, same: Pair[]): Set<string> {
  const found = new Set([name])
  for (const one of found)
    for (const pair of same) if (pair.includes(one)) for (const other of pair) found.add(other)
  return found
}

/**
 * Which returns of a file are the same as ones of earlier files, where an admin says so of all that are asked (decision
 * 39): pairs of a return that no earlier file has and one that this file lacks, the least different first.
 */
export function reportedAgain(mine: Returned[], files: Returned[][], same: Pair[]): Pair[] {
  const reported = new Map(files.flat().map((one) => [nameOf(one), one]))
  const own = new Set(mine.map(nameOf))
  const fresh = mine.filter((one) => !reported.has(nameOf(one)))
  const gone = [...reported.values()].filter((one) =>
    [...alike(nameOf(one), same)].every((name) => !own.has(name)),
  )
  const pairs: Pair[] = []
  const differs = (one: Returned, other: Returned) =>
    Number(one.cents !== other.cents) + Number(one.kind !== other.kind) + Number(one.pieces !== other.pieces)
  const candidates = fresh
    .flatMap((later) =>
      gone.filter(({ order }) => order === later.order).map((earlier) => ({ later, earlier })),
    )
    .toSorted(
      (a, b) =>
        differs(a.later, a.earlier) - differs(b.later, b.earlier) ||
        Math.abs(a.later.cents - a.earlier.cents) - Math.abs(b.later.cents - b.earlier.cents) ||
        byName(a.later, b.later) ||
        byName(a.earlier, b.earlier),
    )
  const taken = new Set<string>()
  for (const { later, earlier } of candidates) {
    const group = [...alike(nameOf(earlier), same)].filter((name) => reported.has(name))
    if (taken.has(nameOf(later)) || group.some((name) => taken.has(name))) continue
    for (const name of [nameOf(later), ...group]) taken.add(name)
    for (const name of group) pairs.push([name, nameOf(later)])
  }
  return pairs
}

/** The app's order of pairs that differ alike: by pieces, amount, kind and number, each as text. */
const byName = (one: Returned, other: Returned) => {
  const [a, b] = [one, other].map(({ pieces, cents, kind, number }) =>
    JSON.stringify([pieces, cents, kind === 'reversed', number]),
  ) as [string, string]
  return a < b ? -1 : Number(a > b)
}

/**
 * What came back by all files: a return in several files counts once, as often as in the file with the most; of returns
 * that an admin said are the same, the one in the newest file counts.
 */
export function takenBack(reported: Returned[], same: Pair[]): { cents: number; pieces: number } {
  const last = new Map<string, Returned>()
  for (const one of reported.toSorted((a, b) => a.asOf - b.asOf)) last.set(nameOf(one), one)
  const isNewer = (name: string, asOf: number) => (last.get(name)?.asOf ?? -Infinity) > asOf
  const counting = [...last].filter(
    ([name, { asOf }]) =>
      !same.some((pair) => pair.includes(name) && pair.some((other) => isNewer(other, asOf))),
  )
  const sumOf = (what: 'cents' | 'pieces') => counting.reduce((sum, [, one]) => sum + one[what], 0)
  return { cents: sumOf('cents'), pieces: sumOf('pieces') }
}
