import { likelyDuplicates, mayBeOne, type Pair, type ReportedOrder, Said } from './duplicates.ts'
import { type Returned, reportedAgain, takenBack } from './returned.ts'
import { type OwnerOf, takeBesides, takeFromFolio, takeReturns } from './taking.ts'
import {
  days,
  type FileSpec,
  type Format,
  type Market,
  marketOf,
  markets,
  type Row,
  type Standing,
} from './world.ts'

/** A row of Fee-Earnings in a file: which order it belongs to is decided once, when the file is merged. */
type FeeRow = { row: Row; order: string; isTagged: boolean }
/** A file that was merged. */
type Merged = {
  file: number
  format: Format
  market: Market
  asOf: number
  days: number[]
  isUndone: boolean
  rows: FeeRow[]
  /** Orders that could not be paired: an admin accepts each. */
  unclear: Set<string>
  /** An admin's choice for its returns: which two are the same. */
  same: [string, string][]
}

/** What reports say: each file's rows, and which count (decisions 24, 33 and 42). */
export class Reports {
  private readonly merged: Merged[] = []
  private readonly said = new Said()
  /** The ship date from which Fee-Earnings pays, by marketplace. */
  private readonly startsOn: Partial<Record<Market, number>> = {}
  /** What is known of each order that ever paid: one that is in no report is shown as in the newest that had it. */
  readonly known = new Map<string, Standing>()
  private now = new Map<string, Standing | null>()
  /** What admins said of returns of several creators. */
  readonly answers = new Map<string, string | null>()
  /** Whose orders were when they were settled last: that decides which of them a return may take from. */
  private ownerOf: OwnerOf = () => 'not matched'

  merge(file: number, spec: FileSpec, rows: Row[]): void {
    if (this.merged.some((one) => one.file === file && !one.isUndone)) return
    const { format, market, asOf, days, isTagged, counts, reportedAgain: answer } = spec
    const nothing = { isUndone: false, rows: [], unclear: new Set<string>(), same: [] }
    const mine: Merged = { file, format, market, asOf, days, ...nothing }
    if (format === 'folio_csv') {
      mine.rows = itemsOf(rows, counts).map((item) => ({ ...item, isTagged }))
      if (answer === 'same_return')
        mine.same = reportedAgain(returnsIn(mine), this.standingCsv().map(returnsIn), this.same())
    } else if (format === 'fee_orders') mine.rows = rows.map((row) => ({ row, order: '', isTagged }))
    else
      for (const day of days) {
        const ofDay = rows.filter((row) => row.day === day).map((row) => ({ row, order: '', isTagged }))
        this.pair(mine, ofDay, this.countingOn(market, day, { before: asOf }))
        mine.rows.push(...ofDay)
      }
    this.merged.push(mine)
  }

  private standingCsv(): Merged[] {
    return this.merged.filter(({ format, isUndone }) => format === 'folio_csv' && !isUndone)
  }

  /** Which returns are the same, by the choices for files that stand. */
  private same(): [string, string][] {
    return this.standingCsv().flatMap(({ same }) => same)
  }

  undo(file: number): void {
    for (const one of this.merged) if (one.file === file) one.isUndone = true
  }

  /** A file that was previewed and then not imported. */
  giveUp(file: number): void {
    const index = this.merged.findLastIndex((one) => one.file === file)
    this.merged.splice(index, 1)
  }

  payFrom(market: Market, day: number): void {
    this.startsOn[market] = day
  }

  accept(order: string): void {
    for (const { unclear } of this.merged) unclear.delete(order)
  }

  /** A marketplace's likely duplicates by what is reported now, without those that were decided. */
  likelyDuplicates(market: Market): Pair[] {
    const { folio, fee } = this.standing()
    const startsOn = this.startsOn[market]
    const inMarket = ([, { row }]: ReportedOrder) => marketOf(row.asin) === market
    if (startsOn === undefined) return []
    return likelyDuplicates(folio.filter(inMarket), purchases(fee).filter(inMarket), this.said, startsOn)
  }

  /** Decides that the two are separate sales, and with them all other pairs of the order and rows that could be it. */
  sayOf(order: string, row: string, isOne: boolean): void {
    const { folio, fee } = this.standing()
    this.said.say(order, row, isOne)
    const bought = folio.find(([name]) => name === order)
    if (isOne || !bought) return
    for (const [name, standing] of purchases(fee))
      if (mayBeOne(bought[1].row, standing.row)) this.said.say(order, name, false)
  }

  isOneSale(order: string, row: string): boolean {
    return this.said.of(order, row) === true
  }

  /** Changes an earlier choice, where that still applies; returns whether it does. */
  sayOtherwise(order: string, row: string): boolean {
    const isOne = !this.isOneSale(order, row)
    const { folio, fee } = this.standing()
    const [bought, shipped] = [folio.find(([name]) => name === order), fee.find(([name]) => name === row)]
    if (!bought || !shipped) return false
    const isTaken = this.said.sales().some((one) => (one.order === order) !== (one.row === row))
    if (isOne && (isTaken || !mayBeOne(bought[1].row, shipped[1].row))) return false
    this.sayOf(order, row, isOne)
    return true
  }

  /** The newest report of a marketplace's day that stands, made before another one. */
  private countingOn(
    market: Market,
    day: number,
    { format = 'fee_earnings', before = Infinity }: { format?: Format; before?: number } = {},
  ): Merged | undefined {
    return this.merged
      .filter((one) => one.market === market && one.format === format && !one.isUndone)
      .filter((one) => one.days.includes(day) && one.asOf < before)
      .sort((one, other) => other.asOf - one.asOf)[0]
  }

  /** Equal rows are of one order; one new and one gone of a key are one row restated; more are unclear. */
  private pair(mine: Merged, rows: FeeRow[], earlier: Merged | undefined): void {
    const day = rows[0]?.row.day
    const old = earlier?.rows.filter(({ row }) => row.day === day) ?? []
    const identityOf = numbered(rows)
    const oldIdentityOf = numbered(old)
    const left = new Set(old)
    const added: FeeRow[] = []
    for (const one of rows) {
      const same = old.find((other) => oldIdentityOf.get(other) === identityOf.get(one))
      if (same) {
        one.order = same.order
        left.delete(same)
      } else added.push(one)
    }
    const begun: FeeRow[] = []
    const unpaired: FeeRow[] = []
    for (const [key, fresh] of Map.groupBy(added, ({ row }) => keyOf(row))) {
      const gone = [...left].filter(({ row }) => keyOf(row) === key)
      const [only] = gone
      if (only && gone.length === 1 && fresh.length === 1) (fresh[0] as FeeRow).order = only.order
      else begun.push(...fresh)
      if (gone.length > 0 && gone.length + fresh.length > 2) unpaired.push(...gone, ...fresh)
    }
    for (const one of begun) {
      const name = identityOf.get(one) as string
      const isTaken = (order: string) => [...rows, ...old].some((other) => other.order === order)
      let order = name
      for (let n = 2; isTaken(order); n++) order = `${name}-${n}`
      one.order = order
    }
    for (const { order } of unpaired) mine.unclear.add(order)
    for (const order of earlier?.unclear ?? []) mine.unclear.add(order)
  }

  /** Every order that ever paid, as last settled; null where it does not pay. */
  orders(): Map<string, Standing | null> {
    return this.now
  }

  /** Updates orders from what is reported now, and whose they are. */
  settle(ownerOf = this.ownerOf): void {
    this.ownerOf = ownerOf
    const { folio, others, fee } = this.standing()
    const sales = this.said.sales().flatMap(({ order, row }) => {
      const [bought, shipped] = [folio.find(([name]) => name === order), fee.find(([name]) => name === row)]
      return bought && shipped ? [{ bought: bought[1], shipped: shipped[1], row }] : []
    })
    for (const [bought, of] of Map.groupBy(sales, (sale) => sale.bought))
      takeBesides(
        bought,
        of.reduce((sum, { shipped }) => sum + shipped.row.cents - shipped.cents, 0),
      )
    takeFromFolio(
      fee.map(([, standing]) => standing),
      folio.map(([, standing]) => standing),
    )
    const isPaidByFolio = (name: string) => sales.some(({ row }) => row === name)
    const paying = [...folio, ...fee.filter(([name]) => !isPaidByFolio(name))]
    const current = new Map([...others, ...fee, ...paying])
    for (const [name, standing] of this.known)
      this.known.set(name, current.get(name) ?? { ...standing, row: this.newestOf(name) })
    for (const [name, standing] of paying) this.known.set(name, standing)
    this.now = new Map([...[...this.known.keys()].map((name): [string, null] => [name, null]), ...paying])
  }

  /** What the newest report with an order said of it, undone or not (decision 24). */
  private newestOf(order: string): Row {
    const files = this.merged.toSorted((one, other) => other.asOf - one.asOf)
    const rows = files.flatMap((file) => file.rows.filter((row) => row.order === order))
    return (rows[0] as FeeRow).row
  }

  /** What stands: orders of Folio's CSV that pay, others of it, and rows of Fee-Earnings that count. */
  private standing(): { folio: ReportedOrder[]; others: ReportedOrder[]; fee: ReportedOrder[] } {
    const all = this.folioOrders()
    const isBefore = ([, { row }]: ReportedOrder) => row.day < (this.startsOn[marketOf(row.asin)] ?? Infinity)
    return {
      folio: all.filter(isBefore),
      others: all.filter((one) => !isBefore(one)),
      fee: this.feeOrders(),
    }
  }

  /** A shipped row was ordered on the last day until then that Fee-Orders has for its product and tracking id. */
  orderedOn({ id, asin, tag, day: shipped }: Row): number {
    if (id !== null) return shipped
    const isReported = (day: number) =>
      this.countingOn(marketOf(asin), day, { format: 'fee_orders' })?.rows.some(
        ({ row }) => row.day === day && row.asin === asin && row.tag === tag,
      )
    return [...days.keys()].findLast((day) => day <= shipped && isReported(day)) ?? shipped
  }

  isUnclear(order: string): boolean {
    return this.paying().some(({ day, file }) => order.startsWith(`${day} `) && file.unclear.has(order))
  }

  /** The days for whose rows Fee-Earnings pays, each with the report that counts on it. */
  private paying(): { day: number; file: Merged }[] {
    return markets.flatMap((market) =>
      [...days.keys()]
        .filter((day) => day >= (this.startsOn[market] ?? 0))
        .flatMap((day) => {
          const file = this.countingOn(market, day)
          return file ? [{ day, file }] : []
        }),
    )
  }

  /** What the newest file with the purchase says, less what came back by all files (decision 39). */
  private folioOrders(): [string, Standing][] {
    const current = this.standingCsv()
      .flatMap(({ file, asOf, rows }) => rows.map((one) => ({ ...one, asOf, file })))
      .filter((one, _, all) => isOfLastWord(one, all))
    return [...Map.groupBy(current, ({ order }) => order)].map(([order, of]) => {
      const newest = (all: typeof of) => all.reduce((best, one) => (one.asOf > best.asOf ? one : best))
      const bought = of.filter(({ row }) => row.back === null)
      const taken = takenBack(returnsOf(of), this.same())
      const { row, isTagged, file } = newest(bought.length > 0 ? bought : of)
      const said = { row, isTagged, file }
      if (bought.length === 0)
        return [order, { ...said, status: 'returned', cents: 0, pieces: 0, waiting: taken.cents }]
      const cents = Math.max(0, row.cents - taken.cents)
      const pieces = Math.max(0, row.pieces - taken.pieces)
      return [order, { ...said, status: cents > 0 ? row.status : 'returned', cents, pieces, waiting: 0 }]
    })
  }

  private feeOrders(): [string, Standing][] {
    const rows = this.paying().flatMap(({ day, file }) =>
      file.rows.filter(({ row }) => row.day === day).map((one) => ({ ...one, file: file.file })),
    )
    const orders = new Map(
      rows.map(({ row, order, isTagged, file }): [string, Standing] => {
        const status = row.cents < 0 ? 'returned' : 'shipped'
        return [order, { row, isTagged, file, status, cents: row.cents, pieces: row.pieces, waiting: 0 }]
      }),
    )
    takeReturns([...orders], this.ownerOf, this.answers)
    return [...orders]
  }
}

/**
 * Order items of a file of Folio's CSV. Rows of an id are added up. Equal ones, and those of different products or sub
 * tags, count as an admin chose: once, as the row with the highest amount says, or each, with an order item for each
 * product and sub tag.
 */
function itemsOf(rows: Row[], counts: FileSpec['counts']): { row: Row; order: string }[] {
  const back = rows.filter((row) => row.back !== null)
  const bought = rows.filter((row) => row.back === null)
  const sumOf = (of: Row[]): Row => ({
    ...of.reduce((most, row) => (row.cents > most.cents ? row : most)),
    cents: of.reduce((sum, { cents }) => sum + cents, 0),
    pieces: of.reduce((sum, { pieces }) => sum + pieces, 0),
  })
  const ofIds = [...Map.groupBy(bought, ({ id }) => id as string)].flatMap(([id, of]) => {
    const counted =
      counts === 'each'
        ? of
        : [...Map.groupBy(of, (row) => JSON.stringify(row)).values()].map(([row]) => row as Row)
    const parts = Map.groupBy(counted, ({ asin, sub }) => `${id} ${asin} ${sub}`)
    if (counts === 'once' || parts.size === 1) return [{ row: sumOf(counted), order: id }]
    return [...parts].map(([order, some]) => ({ row: sumOf(some), order }))
  })
  return [...ofIds, ...back.map((row) => ({ row, order: row.id as string }))]
}

/** The newest report with an id replaces all earlier ones: whole, or the items into which it divides the id. */
function isOfLastWord<Of extends FeeRow & { asOf: number }>(one: Of, all: Of[]): boolean {
  const ofId = all.filter(({ row }) => row.id === one.row.id)
  const last = Math.max(...ofId.map(({ asOf }) => asOf))
  return ofId.some(({ asOf, order }) => asOf === last && order === one.order)
}

/** The returns of orders in a file. */
const returnsIn = ({ rows, asOf }: Merged): Returned[] => returnsOf(rows.map((one) => ({ ...one, asOf })))

/** Returns among rows, each with its number among the equal ones of its file. */
function returnsOf(current: (Pick<FeeRow, 'row' | 'order'> & { asOf: number })[]): Returned[] {
  const seen = new Map<string, number>()
  return current.flatMap(({ row, order, asOf }) => {
    if (row.back === null) return []
    const kind = row.back
    const equal = `${asOf} ${order} ${kind} ${row.pieces} ${row.cents}`
    const number = (seen.get(equal) ?? 0) + 1
    seen.set(equal, number)
    return [{ order, kind, pieces: row.pieces, cents: row.cents, number, asOf }]
  })
}

/** The rows of Fee-Earnings that are no returns. */
const purchases = (fee: ReportedOrder[]) => fee.filter(([, { row }]) => row.cents > 0)

/** The identity of a row: everything but its fee, its pieces and its number. */
const keyOf = ({ day, asin, sub, tag }: Row) => `${day} ${asin} ${sub} ${tag}`

/** Each row with its identity, which does not depend on its position in the file. */
function numbered(rows: FeeRow[]): Map<FeeRow, string> {
  const seen = new Map<string, number>()
  return new Map(
    rows.map((one) => {
      const equal = `${keyOf(one.row)} ${one.row.cents} ${one.row.pieces}`
      const number = (seen.get(equal) ?? 0) + 1
      seen.set(equal, number)
      return [one, `${equal} #${number}`]
    }),
  )
}
