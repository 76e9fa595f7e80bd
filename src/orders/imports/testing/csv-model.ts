import type { StagedRow } from './staged.ts'

type Item = Required<StagedRow>
/** What one file says of an order item. `place` tells which of two files is the newer one, the greater. */
export type CsvTold<File> = { file: File; rows: Item[]; placeOf: (rank: number) => string }

const ranks = ['pending', 'shipped', 'cancelled', 'returned'] as const

const isReversed = ({ quantity, cents }: Item) => quantity < 0 || cents < 0
const isReturn = (row: Item) => isReversed(row) || row.status === 'returned'
const total = (rows: Item[], of: 'quantity' | 'cents') => rows.reduce((sum, row) => sum + row[of], 0)

type Purchase = { quantity: number; cents: number; status: Item['status'] }

/** All pieces came back by what a row of returned pieces says: it names them all, or none and no money. */
const namesAll = (row: Item, { quantity }: Purchase) =>
  !isReversed(row) && (row.quantity >= quantity || (row.quantity === 0 && row.cents === 0))

/** What returns leave of a purchase; `null` where all pieces were returned. */
function leftOf(bought: Purchase, returns: Item[]): Purchase | null {
  if (returns.some((row) => namesAll(row, bought))) return null
  const pieces = returns.reduce((sum, row) => sum + Math.abs(row.quantity), 0)
  const said = returns.reduce((sum, row) => sum + Math.abs(row.cents), 0)
  const unsaid = returns
    .filter(({ cents }) => cents === 0)
    .reduce((sum, row) => sum + Math.abs(row.quantity), 0)
  const share =
    unsaid === 0
      ? 0
      : unsaid >= bought.quantity
        ? bought.cents
        : Math.round((bought.cents * unsaid) / bought.quantity)
  const cents = Math.max(0, bought.cents - said - share)
  const quantity = Math.max(0, bought.quantity - pieces)
  const isGone = returns.length > 0 && cents === 0 && (bought.cents > 0 || quantity === 0)
  return { quantity, cents, status: isGone ? 'returned' : bought.status }
}

/** What a file says of an item, by itself: of what was bought, and of what came back. */
function readFile<File>({ file, rows, placeOf }: CsvTold<File>) {
  const boughtRows = rows.filter((row) => !isReturn(row))
  const returns = rows.filter(isReturn)
  const rank = Math.max(...boughtRows.map(({ status }) => ranks.indexOf(status)))
  const bought: Purchase | null =
    boughtRows.length === 0
      ? null
      : {
          quantity: total(boughtRows, 'quantity'),
          cents: total(boughtRows, 'cents'),
          status: ranks[rank] ?? 'pending',
        }
  const alone: Purchase = bought
    ? (leftOf(bought, returns) ?? {
        quantity: Math.max(
          0,
          bought.quantity - returns.reduce((sum, row) => sum + Math.abs(row.quantity), 0),
        ),
        cents: 0,
        status: 'returned',
      })
    : {
        quantity: total(rows, 'quantity'),
        cents: Math.max(0, total(rows, 'cents')),
        status: 'returned',
      }
  const [first] = bought ? boughtRows : rows
  return {
    file,
    first: first as Item,
    bought,
    returns,
    alone,
    place: placeOf(ranks.indexOf(alone.status)),
  }
}

const nameOf = (row: Item) =>
  [row.day, isReversed(row), Math.abs(row.quantity), Math.abs(row.cents)].join(' ')

/** The same return of several files is one: as many as the file that has most of it. */
function unionOf(files: Item[][]): Item[] {
  const most = new Map<string, Item[]>()
  for (const rows of files)
    for (const row of rows) {
      const same = rows.filter((other) => nameOf(other) === nameOf(row))
      if (same.length > (most.get(nameOf(row))?.length ?? 0)) most.set(nameOf(row), same)
    }
  return [...most.values()].flat()
}

/** What an order item of Folio's CSV is, by all files that stand (decision 39): whose word counts, and what it comes to. */
export function csvOrder<File>(told: CsvTold<File>[]): {
  file: File
  item: Item
  waiting: number
  /** Before anything came back; null where no file tells, or all came back. */
  bought: Purchase | null
} {
  const files = told.map(readFile).sort((a, b) => (a.place < b.place ? 1 : -1))
  const newest = files[0] as (typeof files)[number]
  const purchase = files.find(({ bought }) => bought !== null)
  const bought = purchase?.bought
  if (!purchase || !bought) {
    const waiting = unionOf(files.map(({ returns }) => returns))
      .filter(isReversed)
      .reduce((sum, row) => sum + Math.abs(row.cents), 0)
    return { file: newest.file, item: { ...newest.first, ...newest.alone }, waiting, bought: null }
  }
  const counting = files.map(({ returns, place }) =>
    returns.filter((row) => place >= purchase.place || !namesAll(row, bought)),
  )
  const left = leftOf(bought, unionOf(counting))
  const word = left ? purchase : newest
  const item = { ...word.first, ...(left ?? word.alone) }
  return { file: word.file, item, waiting: 0, bought: left && bought }
}
