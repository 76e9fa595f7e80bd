import { createHash } from 'node:crypto'
import { csvOrder } from './csv-model.ts'
import type { StagedFile, StagedRow } from './staged.ts'

/** An import as the model knows it. */
/** From which day on Fee-Earnings pays, by marketplace. */
export type PayingDates = Partial<Record<string, string | null>>

export type Told = Required<Pick<StagedFile, 'format' | 'marketplace' | 'asOf' | 'own' | 'rows'>> & {
  id: string
  fileHash: string
  merged: boolean
  undone: boolean
  /** Whose its rows are, by their day, once it is merged. */
  days?: Map<string, PairedDay>
}

type Item = Required<StagedRow>
type Observation = { told: Told; item: Item }

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

type FeeItem = { told: Told; item: Item; id: string }

/** The slots of a file's rows of a day: what tells equal keys apart, with a number among wholly equal ones. */
function slotsOf(told: Told, day: string) {
  const seen = new Map<string, number>()
  return told.rows
    .filter((row) => row.day === day)
    .map((row) => row as Item)
    .map((item) => {
      const key = `${item.id}|${item.subTag ?? ''}`
      const like = `${key}|${item.cents}|${item.quantity}`
      const ordinal = (seen.get(like) ?? 0) + 1
      seen.set(like, ordinal)
      return { item, key, slot: `${like}|${ordinal}`, name: nameOf(item, ordinal) }
    })
}

/** The id of an order that begins with such a row: as the docs say, of everything that it is known by. */
const nameOf = ({ id, day, cents, quantity, subTag }: Item, ordinal: number) =>
  id.replace(/^(fee-..)-(.+)-[^-]+$/, `$1-${day}-$2-`) +
  createHash('sha256')
    .update([id, day, cents, quantity, ordinal, subTag ?? ''].join('|'))
    .digest('hex')
    .slice(0, 16)

/**
 * Says, when a file is merged, whose its rows are: by those of the standing file before it, of each of its days by itself;
 * and which orders nobody could pair, from then on.
 */
export function pair(all: Told[], told: Told): void {
  const days = new Set(told.rows.map(({ day }) => day ?? ''))
  told.days = new Map(
    [...days].map((day) => [day, pairDay(fileBefore(all, told, day)?.days?.get(day), told, day)]),
  )
}

/** A file's rows of a day with the orders that they are of, and orders that nobody could pair. */
type PairedDay = { items: ({ id: string } & ReturnType<typeof slotsOf>[number])[]; unclear: Set<string> }

const instantOf = ({ asOf, fileHash }: Told) => `${asOf} ${fileHash}`
const fileBefore = (all: Told[], told: Told, day: string) =>
  all
    .filter(
      (other) => stands(other) && other.format === told.format && other.marketplace === told.marketplace,
    )
    .filter((other) => other.rows.some((row) => row.day === day) && instantOf(other) < instantOf(told))
    .sort(byKeys(instantOf))[0]

function pairDay(earlier: PairedDay | undefined, told: Told, day: string): PairedDay {
  const before = earlier?.items ?? []
  const unclear = new Set(earlier?.unclear)
  const rows = slotsOf(told, day)
  const ids = new Map<string, string>()
  for (const { slot } of rows) {
    const same = before.find((row) => row.slot === slot)
    if (same) ids.set(slot, same.id)
  }
  for (const key of new Set(rows.map((row) => row.key))) {
    const fresh = rows.filter((row) => row.key === key && !ids.has(row.slot))
    const gone = before.filter((row) => row.key === key && !rows.some(({ slot }) => slot === row.slot))
    if (fresh.length === 1 && gone.length === 1) ids.set(fresh[0]?.slot ?? '', gone[0]?.id ?? '')
    else
      for (const { slot, name } of fresh) {
        const taken = [...ids.values(), ...before.map((row) => row.id)]
        let id = name
        for (let k = 2; taken.includes(id); k += 1) id = `${name}-${k}`
        ids.set(slot, id)
      }
    if (fresh.length > 0 && gone.length > 0 && fresh.length + gone.length > 2)
      for (const id of [...fresh.map(({ slot }) => ids.get(slot) ?? ''), ...gone.map((row) => row.id)])
        unclear.add(id)
  }
  return { items: rows.map((row) => ({ ...row, id: ids.get(row.slot) ?? '' })), unclear }
}

/** The items of Fee-Earnings that count, of all days, and those that nobody could pair. */
function feeItems(all: Told[], dates: PayingDates): { items: FeeItem[]; unclear: Set<string> } {
  const counting = all
    .filter((told) => stands(told) && told.format === 'fee_earnings')
    .flatMap((told) => [...(told.days ?? [])].map(([day, paired]) => ({ told, day, ...paired })))
    .filter(({ told, day }) => newestOfDay(all, told, day) === told)
    .filter(({ told, day }) => day >= (dates[told.marketplace] ?? ''))
  return {
    items: counting.flatMap(({ told, items }) => items.map(({ item, id }) => ({ told, item, id }))),
    unclear: new Set(counting.flatMap(({ unclear }) => [...unclear])),
  }
}

/**
 * What is left of Fee-Earnings items by their ids, and what of returns waits: each return takes from the end of what was
 * bought until then through its sub tag; then, with a sub tag, from the end of what was bought without one.
 */
function leftByReturns(items: FeeItem[]): { left: Map<string, number>; waiting: Map<string, number> } {
  const left = new Map(items.map(({ id, item }) => [id, Math.max(0, item.cents)]))
  const waiting = new Map(items.map(({ id, item }) => [id, Math.max(0, -item.cents)]))
  const byTime = items.toSorted((a, b) => (`${a.item.day} ${a.id}` < `${b.item.day} ${b.id}` ? -1 : 1))
  const takeFrom = (isFrom: (back: Item, bought: Item) => boolean) => {
    for (const back of byTime.filter(({ item }) => item.cents < 0))
      for (const bought of byTime.toReversed()) {
        if (bought.item.cents < 0 || bought.item.id !== back.item.id) continue
        if ((bought.item.day ?? '') > (back.item.day ?? '') || !isFrom(back.item, bought.item)) continue
        const taken = Math.min(waiting.get(back.id) ?? 0, left.get(bought.id) ?? 0)
        left.set(bought.id, (left.get(bought.id) ?? 0) - taken)
        waiting.set(back.id, (waiting.get(back.id) ?? 0) - taken)
      }
  }
  takeFrom((back, bought) => back.subTag === bought.subTag)
  takeFrom((back, bought) => back.subTag !== null && bought.subTag === null)
  return { left, waiting }
}

type CsvItem = FeeItem & { bought: ReturnType<typeof csvOrder>['bought'] }

/** Has returns that found nothing at all take from fitting orders of Folio's CSV that are shipped, the newest first. */
function takeFromCsv(items: FeeItem[], orders: CsvItem[], waiting: Map<string, number>): void {
  const byTime = (a: FeeItem, b: FeeItem) => (`${a.item.day} ${a.id}` < `${b.item.day} ${b.id}` ? -1 : 1)
  const backs = items.filter(({ item }) => item.cents < 0 && item.quantity < 0).sort(byTime)
  const newest = orders.toSorted(byTime).reverse()
  const takeFrom = (isFrom: (back: Item, bought: Item) => boolean) => {
    for (const { id, told, item: back } of backs) {
      if (waiting.get(id) !== -back.cents) continue
      const order = newest.find(({ told: file, item, bought }) => {
        if (!bought || item.status !== 'shipped' || file.marketplace !== told.marketplace) return false
        if (item.asin !== back.asin || (item.day ?? '') > (back.day ?? '') || !isFrom(back, item))
          return false
        const share = (bought.cents * -back.quantity) / bought.quantity
        const fits = Math.floor(share) <= -back.cents && -back.cents <= Math.ceil(share)
        return fits && item.quantity >= -back.quantity && item.cents >= -back.cents
      })
      if (!order) continue
      waiting.set(id, 0)
      order.item.quantity += back.quantity
      order.item.cents += back.cents
      if (order.item.cents === 0) order.item.status = 'returned'
    }
  }
  const isSameTag = (back: Item, bought: Item) =>
    bought.trackingId !== null && bought.trackingId === back.trackingId
  takeFrom((back, bought) =>
    back.subTag === null
      ? bought.subTag === null && isSameTag(back, bought)
      : bought.subTag === back.subTag &&
        (bought.trackingId === null || back.trackingId === null || isSameTag(back, bought)),
  )
  takeFrom((back, bought) => back.subTag !== null && bought.subTag === null && isSameTag(back, bought))
}

/**
 * What orders must be after some files were merged and some undone, in whatever order
 * (docs/product/reports.md#observations): the fold in its plainest form. `hashOf` settles which of two observations
 * of one key wins.
 */
export function foldOf(all: Told[], hashOf: (importId: string, item: string) => string, dates: PayingDates) {
  const folio = all.filter((told) => stands(told) && told.format === 'folio_csv')
  const ids = new Set(folio.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const fee = feeItems(all, dates)
  const { left, waiting } = leftByReturns(fee.items)
  const winners = [...ids].map((id): CsvItem => {
    const told = folio.map((file) => ({
      file,
      rows: file.rows.filter((row) => row.id === id) as Item[],
      placeOf: (rank: number) => `${file.asOf} ${rank} ${hashOf(file.id, id)}`,
    }))
    const order = csvOrder(told.filter(({ rows }) => rows.length > 0))
    waiting.set(id, order.waiting)
    return { told: order.file, item: { ...order.item }, id, bought: order.bought }
  })
  const dated = winners.filter(({ told, item }) => (item.day ?? '') < (dates[told.marketplace] ?? '9'))
  takeFromCsv(fee.items, dated, waiting)
  return Object.fromEntries(
    [...dated, ...fee.items].map((winner) => {
      const { id, told, item } = winner
      const cents = left.get(id) ?? item.cents
      return [
        id,
        {
          status: cents < item.cents && cents === 0 ? 'returned' : item.status,
          cents,
          day: orderDay(all, winner),
          quantity: item.quantity,
          asin: item.asin,
          title: item.title,
          sub_tag: item.subTag,
          tracking_id: item.trackingId,
          marketplace: told.marketplace,
          own: told.own,
          review: fee.unclear.has(id),
          waiting: waiting.get(id) ?? 0,
        },
      ]
    }),
  )
}

/** Whether it has to be said first which of two paying formats pays when. */
export const isUndated = (all: Told[], mine: Told, dates: PayingDates): boolean =>
  mine.format !== 'fee_orders' &&
  !dates[mine.marketplace] &&
  all.some(
    (other) =>
      stands(other) &&
      other.format !== mine.format &&
      other.format !== 'fee_orders' &&
      other.marketplace === mine.marketplace,
  )
