import { createHash } from 'node:crypto'
import { csvOrder } from './csv-model.ts'
import type { StagedFile, StagedRow } from './staged.ts'

/** From which day on Fee-Earnings pays, by marketplace. */
export type PayingDates = Partial<Record<string, string | null>>

/** An import as the model knows it. */
export type ReportFile = Required<Pick<StagedFile, 'format' | 'marketplace' | 'asOf' | 'own' | 'rows'>> & {
  id: string
  fileHash: string
  merged: boolean
  undone: boolean
  /** The orders of its rows, by their day, once it is merged. */
  days?: Map<string, PairedDay>
}

type Item = Required<StagedRow>
type Observation = { file: ReportFile; item: Item }

/** Compares by the first key that differs, the greatest first. */
const byKeys =
  <T>(...keys: ((one: T) => string | number)[]) =>
  (a: T, b: T) => {
    for (const key of keys) if (key(a) !== key(b)) return key(a) < key(b) ? 1 : -1
    return 0
  }

const stands = (file: ReportFile) => file.merged && !file.undone

/** The file of a format that counts on a day. */
const newestOfDay = (all: ReportFile[], { format, marketplace }: ReportFile, day: string) =>
  all
    .filter((file) => stands(file) && file.format === format && file.marketplace === marketplace)
    .filter((file) => file.rows.some((row) => row.day === day))
    .sort(
      byKeys(
        (file) => file.asOf,
        (file) => file.fileHash,
      ),
    )[0]

const counts = (all: ReportFile[], { file, item }: Observation) =>
  stands(file) && (file.format === 'folio_csv' || newestOfDay(all, file, item.day) === file)

function orderDay(all: ReportFile[], { file, item }: Observation): string {
  if (file.format === 'folio_csv') return item.day
  const earliest = new Date(Date.parse(item.day) - 30 * 86_400_000).toISOString().slice(0, 10)
  const days = all
    .filter((other) => other.format === 'fee_orders' && other.marketplace === file.marketplace)
    .flatMap((other) => other.rows.map((row) => ({ file: other, item: row as Item })))
    .filter(
      (other) => counts(all, { ...other }) && newestOfDay(all, other.file, other.item.day) === other.file,
    )
    .filter((other) => other.item.asin === item.asin && other.item.trackingId === item.trackingId)
    .map((other) => other.item.day)
    .filter((day) => earliest <= day && day <= item.day)
  return days.sort().at(-1) ?? item.day
}

type FeeItem = { file: ReportFile; item: Item; id: string }

/** The rows of a file's day, each with a slot: its key, money and pieces, and a number among equal ones. */
function slotsOf(file: ReportFile, day: string) {
  const seen = new Map<string, number>()
  return file.rows
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

/** The id of an order that begins with such a row, made of everything that identifies the row. */
const nameOf = ({ id, day, cents, quantity, subTag }: Item, ordinal: number) =>
  id.replace(/^(fee-..)-(.+)-[^-]+$/, `$1-${day}-$2-`) +
  createHash('sha256')
    .update([id, day, cents, quantity, ordinal, subTag ?? ''].join('|'))
    .digest('hex')
    .slice(0, 16)

/**
 * Assigns orders to the rows of a file when it is merged, by the rows of the standing file before it, day by day; and
 * marks orders that nobody could pair.
 */
export function pair(all: ReportFile[], file: ReportFile): void {
  const days = new Set(file.rows.map(({ day }) => day ?? ''))
  file.days = new Map(
    [...days].map((day) => [day, pairDay(fileBefore(all, file, day)?.days?.get(day), file, day)]),
  )
}

/** A file's rows of a day with their orders, and the orders that nobody could pair. */
type PairedDay = { items: ({ id: string } & ReturnType<typeof slotsOf>[number])[]; unclear: Set<string> }

const instantOf = ({ asOf, fileHash }: ReportFile) => `${asOf} ${fileHash}`
const fileBefore = (all: ReportFile[], file: ReportFile, day: string) =>
  all
    .filter(
      (other) => stands(other) && other.format === file.format && other.marketplace === file.marketplace,
    )
    .filter((other) => other.rows.some((row) => row.day === day) && instantOf(other) < instantOf(file))
    .sort(byKeys(instantOf))[0]

function pairDay(earlier: PairedDay | undefined, file: ReportFile, day: string): PairedDay {
  const before = earlier?.items ?? []
  const unclear = new Set(earlier?.unclear)
  const rows = slotsOf(file, day)
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

/** The items of Fee-Earnings that count on all days, and those that nobody could pair. */
function feeItems(all: ReportFile[], dates: PayingDates): { items: FeeItem[]; unclear: Set<string> } {
  const counting = all
    .filter((file) => stands(file) && file.format === 'fee_earnings')
    .flatMap((file) => [...(file.days ?? [])].map(([day, paired]) => ({ file, day, ...paired })))
    .filter(({ file, day }) => newestOfDay(all, file, day) === file)
    .filter(({ file, day }) => day >= (dates[file.marketplace] ?? ''))
  return {
    items: counting.flatMap(({ file, items }) => items.map(({ item, id }) => ({ file, item, id }))),
    unclear: new Set(counting.flatMap(({ unclear }) => [...unclear])),
  }
}

/**
 * What returns leave of Fee-Earnings items, and what of each return waits, in cents by id. A return takes from the
 * latest purchases before it with the same sub tag. Then one with a sub tag takes from those without. Each time first
 * from those with the same fee for a piece.
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
  const feeOf = ({ cents, quantity }: Item) => Math.round(Math.abs(cents) / Math.max(1, Math.abs(quantity)))
  const isAlike = (back: Item, bought: Item) => feeOf(back) === feeOf(bought)
  const isOwn = (back: Item, bought: Item) => back.subTag === bought.subTag
  const isNobodys = (back: Item, bought: Item) => back.subTag !== null && bought.subTag === null
  for (const isFrom of [isOwn, isNobodys]) {
    takeFrom((back, bought) => isFrom(back, bought) && isAlike(back, bought))
    takeFrom(isFrom)
  }
  return { left, waiting }
}

type CsvItem = FeeItem & { bought: ReturnType<typeof csvOrder>['bought'] }

/** Lets returns that found no purchase take from shipped orders of Folio's CSV that fit, the newest first. */
function takeFromCsv(items: FeeItem[], orders: CsvItem[], waiting: Map<string, number>): void {
  const byTime = (a: FeeItem, b: FeeItem) => (`${a.item.day} ${a.id}` < `${b.item.day} ${b.id}` ? -1 : 1)
  const backs = items.filter(({ item }) => item.cents < 0 && item.quantity < 0).sort(byTime)
  const newest = orders.toSorted(byTime).reverse()
  const takeFrom = (isFrom: (back: Item, bought: Item) => boolean) => {
    for (const { id, file, item: back } of backs) {
      if (waiting.get(id) !== -back.cents) continue
      const order = newest.find(({ file: source, item, bought }) => {
        if (!bought || item.status !== 'shipped' || source.marketplace !== file.marketplace) return false
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
export function foldOf(
  all: ReportFile[],
  hashOf: (importId: string, item: string) => string,
  dates: PayingDates,
) {
  const folio = all.filter((file) => stands(file) && file.format === 'folio_csv')
  const ids = new Set(folio.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const fee = feeItems(all, dates)
  const { left, waiting } = leftByReturns(fee.items)
  const winners = [...ids].map((id): CsvItem => {
    const reports = folio.map((file) => ({
      file,
      rows: file.rows.filter((row) => row.id === id) as Item[],
      positionOf: (rank: number) => `${file.asOf} ${rank} ${hashOf(file.id, id)}`,
    }))
    const order = csvOrder(reports.filter(({ rows }) => rows.length > 0))
    waiting.set(id, order.waiting)
    return { file: order.file, item: { ...order.item }, id, bought: order.bought }
  })
  const dated = winners.filter(({ file, item }) => (item.day ?? '') < (dates[file.marketplace] ?? '9'))
  takeFromCsv(fee.items, dated, waiting)
  return Object.fromEntries(
    [...dated, ...fee.items].map((winner) => {
      const { id, file, item } = winner
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
          marketplace: file.marketplace,
          own: file.own,
          review: fee.unclear.has(id),
          waiting: waiting.get(id) ?? 0,
        },
      ]
    }),
  )
}

/** Whether a ship date has to be set first, which separates two paying formats. */
export const isUndated = (all: ReportFile[], mine: ReportFile, dates: PayingDates): boolean =>
  mine.format !== 'fee_orders' &&
  !dates[mine.marketplace] &&
  all.some(
    (other) =>
      stands(other) &&
      other.format !== mine.format &&
      other.format !== 'fee_orders' &&
      other.marketplace === mine.marketplace,
  )
