import type { StagedFile, StagedRow } from './staged.ts'

/** An import as the model knows it. */
export type Told = Required<Pick<StagedFile, 'format' | 'marketplace' | 'asOf' | 'own' | 'rows'>> & {
  id: string
  fileHash: string
  merged: boolean
  undone: boolean
}

type Item = Required<StagedRow>
type Observation = { told: Told; item: Item }

const ranks = ['pending', 'shipped', 'cancelled', 'returned'] as const
const rankOf = ({ item }: Observation) => ranks.indexOf(item.status)

/** Compares by the first key that differs, the greatest first. */
const byKeys =
  <T>(...keys: ((one: T) => string | number)[]) =>
  (a: T, b: T) => {
    for (const key of keys) if (key(a) !== key(b)) return key(a) < key(b) ? 1 : -1
    return 0
  }

const stands = (told: Told) => told.merged && !told.undone

/** The file of a format that counts on a day. */
const newestOfDay = (all: Told[], { format, marketplace }: Told, day: string) =>
  all
    .filter((told) => stands(told) && told.format === format && told.marketplace === marketplace)
    .filter((told) => told.rows.some((row) => row.day === day))
    .sort(
      byKeys(
        (told) => told.asOf,
        (told) => told.fileHash,
      ),
    )[0]

const counts = (all: Told[], { told, item }: Observation) =>
  stands(told) && (told.format === 'folio_csv' || newestOfDay(all, told, item.day) === told)

function orderDay(all: Told[], { told, item }: Observation): string {
  if (told.format === 'folio_csv') return item.day
  const earliest = new Date(Date.parse(item.day) - 30 * 86_400_000).toISOString().slice(0, 10)
  const days = all
    .filter((other) => other.format === 'fee_orders' && other.marketplace === told.marketplace)
    .flatMap((other) => other.rows.map((row) => ({ told: other, item: row as Item })))
    .filter(
      (other) => counts(all, { ...other }) && newestOfDay(all, other.told, other.item.day) === other.told,
    )
    .filter((other) => other.item.asin === item.asin && other.item.trackingId === item.trackingId)
    .map((other) => other.item.day)
    .filter((day) => earliest <= day && day <= item.day)
  return days.sort().at(-1) ?? item.day
}

/** What is left of Fee-Earnings items by their ids: each return takes from the end of what was bought until then. */
function leftByReturns(standing: Observation[]): Map<string, number> {
  const left = new Map<string, number>()
  const items = standing.filter(({ told }) => told.format === 'fee_earnings').map(({ item }) => item)
  const inTime = items.sort((a, b) => {
    const [one, other] = [a, b].map(({ day, cents, id }) => `${day} ${cents < 0 ? 'later' : 'first'} ${id}`)
    return (one as string) < (other as string) ? -1 : 1
  })
  const bought = new Map<string, string[]>()
  for (const { id, day, cents } of inTime) {
    const key = id.replace(day, '').slice(0, -2)
    left.set(id, Math.max(0, cents))
    if (cents >= 0) bought.set(key, [id, ...(bought.get(key) ?? [])])
    let rest = -cents
    for (const earlier of bought.get(key) ?? []) {
      if (rest <= 0) break
      const taken = Math.min(rest, left.get(earlier) ?? 0)
      left.set(earlier, (left.get(earlier) ?? 0) - taken)
      rest -= taken
    }
  }
  return left
}

/**
 * What orders must be after some files were merged and some undone, in whatever order (decision: Import): the fold in
 * its plainest form. `hashOf` settles which of two observations of one key wins.
 */
export function foldOf(all: Told[], hashOf: (importId: string, item: string) => string) {
  const observations = all
    .filter((told) => told.merged && told.format !== 'fee_orders')
    .flatMap((told) => told.rows.map((item): Observation => ({ told, item: item as Item })))
  const ids = [...new Set(observations.map(({ item }) => item.id))].sort()
  const left = leftByReturns(observations.filter((one) => counts(all, one)))
  return Object.fromEntries(
    ids.map((id) => {
      const [winner] = observations
        .filter((one) => one.item.id === id && counts(all, one))
        .sort(
          byKeys(
            (one) => one.told.asOf,
            rankOf,
            (one) => hashOf(one.told.id, id),
          ),
        )
      const cents = left.get(id) ?? winner?.item.cents ?? 0
      return [
        id,
        winner
          ? {
              status: cents < winner.item.cents && cents === 0 ? 'returned' : winner.item.status,
              cents,
              day: orderDay(all, winner),
              quantity: winner.item.quantity,
              asin: winner.item.asin,
              title: winner.item.title,
              sub_tag: winner.item.subTag,
              tracking_id: winner.item.trackingId,
              marketplace: winner.told.marketplace,
              own: winner.told.own,
            }
          : null,
      ]
    }),
  )
}

/** Whether another kind of paying report stands on a day of this one. */
export const overlaps = (all: Told[], mine: Told): boolean =>
  mine.format !== 'fee_orders' &&
  all.some(
    (other) =>
      stands(other) &&
      other.format !== mine.format &&
      other.format !== 'fee_orders' &&
      other.marketplace === mine.marketplace &&
      other.rows.some(({ day }) => mine.rows.some((row) => row.day === day)),
  )
