import type { StagedRow } from './staged.ts'

type Item = Required<StagedRow>
/** What one file says of an order item. The file with the greater position is the newer one. */
export type CsvReport<File> = { file: File; rows: Item[]; positionOf: (rank: number) => string }

const ranks = ['pending', 'shipped', 'cancelled', 'returned'] as const

const isReversed = ({ quantity, cents }: Item) => quantity < 0 || cents < 0
const isReturn = (row: Item) => isReversed(row) || row.status === 'returned'
const total = (rows: Item[], of: 'quantity' | 'cents') => rows.reduce((sum, row) => sum + row[of], 0)

type Purchase = { quantity: number; cents: number; status: Item['status'] }

/** Whether a row of returned pieces says that all came back: it names all of them, or no pieces and no money. */
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

/** What a file alone says of an item: what was bought, and what came back. */
function readFile<File>({ file, rows, positionOf }: CsvReport<File>) {
  const purchases = rows.filter((row) => !isReturn(row))
  const returns = rows.filter(isReturn)
  // Each row takes its own part: what is pending counts once nothing is shipped, what is cancelled once all is.
  const status = (['shipped', 'pending'] as const).find((one) => purchases.some((row) => row.status === one))
  const boughtRows = purchases.filter((row) => row.status === (status ?? 'cancelled'))
  const bought: Purchase | null =
    boughtRows.length === 0
      ? null
      : {
          quantity: total(boughtRows, 'quantity'),
          cents: total(boughtRows, 'cents'),
          status: status ?? 'cancelled',
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
    position: positionOf(ranks.indexOf(alone.status)),
  }
}

const nameOf = (row: Item) =>
  [row.day, isReversed(row), Math.abs(row.quantity), Math.abs(row.cents)].join(' ')

/** Equal returns of several files are the same ones: as many count as the file with most of them has. */
function unionOf(files: Item[][]): Item[] {
  const most = new Map<string, Item[]>()
  for (const rows of files)
    for (const row of rows) {
      const same = rows.filter((other) => nameOf(other) === nameOf(row))
      if (same.length > (most.get(nameOf(row))?.length ?? 0)) most.set(nameOf(row), same)
    }
  return [...most.values()].flat()
}

/** The state of an order item of Folio's CSV by all standing files, and the file that decides it (decision 39). */
export function csvOrder<File>(reports: CsvReport<File>[]): {
  file: File
  item: Item
  waiting: number
  /** The purchase before any return; null where no file has it, or all came back. */
  bought: Purchase | null
} {
  const files = reports.map(readFile).sort((a, b) => (a.position < b.position ? 1 : -1))
  const newest = files[0] as (typeof files)[number]
  const purchase = files.find(({ bought }) => bought !== null)
  const bought = purchase?.bought
  if (!purchase || !bought) {
    const waiting = unionOf(files.map(({ returns }) => returns))
      .filter(isReversed)
      .reduce((sum, row) => sum + Math.abs(row.cents), 0)
    return { file: newest.file, item: { ...newest.first, ...newest.alone }, waiting, bought: null }
  }
  const counting = files.map(({ returns, position }) =>
    returns.filter((row) => position >= purchase.position || !namesAll(row, bought)),
  )
  const left = leftOf(bought, unionOf(counting))
  const deciding = left ? purchase : newest
  const item = { ...deciding.first, ...(left ?? deciding.alone) }
  return { file: deciding.file, item, waiting: 0, bought: left && bought }
}
