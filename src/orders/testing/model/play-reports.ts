import type { Doubt, ImportDetail } from '../../imports/contract.ts'
import { Difference } from './difference.ts'
import type { Pair } from './duplicates.ts'
import type { Model } from './model.ts'
import type { AskedDuplicate, Stage } from './stage.ts'
import { asinOf } from './texts.ts'
import type { Part } from './world.ts'
import { type Batch, type Decision, type DuplicateChoice, days, type FileSpec, type Market } from './world.ts'

export type Models = (Model | null)[]
export type Reports = ReturnType<typeof playReports>

/**
 * Plays what is reported in the app and in all models: imports and undos of files, the ship date, and what may be one
 * sale.
 */
export function playReports(
  stage: Stage,
  { files, histories }: Pick<Batch, 'files' | 'histories'>,
  models: Models,
) {
  const decided: { slot: number; order: string; row: string; asked: AskedDuplicate }[] = []
  const said = histories.map(() => 0)
  const dates: Partial<Record<Market, number>> = {}

  const rowsOf = ({ file, days: covered }: FilePart, slot: number) =>
    (histories[slot]?.rows[file] ?? []).filter(({ day }) => covered.includes(day))
  const tryAll = (part: FilePart) =>
    models.forEach((model, slot) => {
      model?.tryFile(part.key, part, rowsOf(part, slot))
    })
  const followAll = () => {
    for (const model of models) model?.follow()
  }

  async function importFile(file: number) {
    for (const part of partsOf(file, files[file] as FileSpec)) {
      const isUndated = dates[part.market] === undefined && isOtherFormat(part)
      const rows = histories.flatMap((_, slot) => rowsOf(part, slot).map((row) => ({ slot, row })))
      const sent = await stage.sendFile(part, rows)
      if ((sent === 'undated') !== (isUndated && !stage.standing.has(part.key)))
        throw new Difference(
          null,
          `File ${part.key} is ${JSON.stringify(sent)} where the date is ${dates[part.market]}`,
        )
      if (typeof sent !== 'string') await settle(part, sent)
    }
  }
  /** Whether another paying format stands in the marketplace. */
  const isOtherFormat = ({ format, market }: FilePart) =>
    format !== 'fee_orders' &&
    [...stage.standing.keys()].some((key) => {
      const other = partOf(key)
      return other.market === market && other.format !== format && other.format !== 'fee_orders'
    })
  const partOf = (key: number): FilePart => {
    const file = Math.floor(key / partsMost)
    return partsOf(file, files[file] as FileSpec).find((part) => part.key === key) as FilePart
  }

  /** Imports a file that was sent, or discards it, after all likely duplicates have been decided as the step says. */
  async function settle(part: FilePart, sent: ImportDetail) {
    tryAll(part)
    const isGivenUp = part.duplicates === 'each, given up'
    const isImported = await stage.settleFile(part, { sent, isGivenUp }, (asked, duplicates) => {
      const named = nameAll(part.market, duplicates)
      const pairs = ask(part.market, asked)
      if (part.duplicates === 'same_sale' || part.duplicates === 'two_sales') {
        decideAll(pairs, part.duplicates)
        return part.duplicates
      }
      return named.map(({ slot, pair, asked: { order_item_id, fee_item_id } }) => {
        const { duplicates: own } = histories[slot] as { duplicates: DuplicateChoice[] }
        const choice = own[(said[slot] as number) % own.length] as DuplicateChoice
        said[slot] = (said[slot] as number) + 1
        models[slot]?.sayOf(pair, choice === 'same_sale')
        return { order_item_id, fee_item_id, choice }
      })
    })
    for (const model of models) {
      if (!isImported) model?.giveUp(part.key)
      model?.follow()
    }
  }

  /** The likely duplicates of the models; the app must ask about as many, for as much. */
  function ask(market: Market, { rows, commission }: Doubt) {
    const pairs = models.flatMap((model, slot) =>
      (model?.likelyDuplicates(market) ?? []).map((pair) => ({ slot, pair })),
    )
    const cents = pairs.reduce((sum, { pair }) => sum + pair.order[1].row.cents, 0)
    if (pairs.length !== rows || cents !== Math.round(commission * 100))
      throw new Difference(
        null,
        `${rows} duplicates for ${commission} are asked about, not ${pairs.length} for ${cents} cents`,
      )
    return pairs
  }
  function decideAll(pairs: { slot: number; pair: Pair }[], choice: DuplicateChoice) {
    for (const { slot, pair } of pairs) models[slot]?.sayOf(pair, choice === 'same_sale')
  }

  /** Which question of the app is about which pair: a history has one row of a day and amount at most. */
  function nameAll(market: Market, duplicates: AskedDuplicate[]) {
    const nameOf = (asin: string, order: string, row: string, commission: number) =>
      JSON.stringify([asin, order, row, commission])
    const named = models.flatMap((model, slot) =>
      (model?.likelyDuplicates(market) ?? []).map((pair) => {
        const [order, row] = [pair.order[1].row, pair.row[1].row]
        const name = nameOf(
          asinOf(slot, row.asin),
          days[order.day] as string,
          days[row.day] as string,
          row.cents,
        )
        const asked = duplicates.find(
          (one) =>
            nameOf(one.asin, one.order_date, one.shipped_on, Math.round(one.commission * 100)) === name &&
            one.order_item_id.startsWith(`s${slot}-${order.id}`),
        )
        if (!asked) throw new Difference(slot, `${JSON.stringify(pair)} is not asked about`)
        return { slot, pair, asked }
      }),
    )
    const more = duplicates.find((one) => named.every(({ asked }) => asked !== one))
    const slotOf = ({ order_item_id }: AskedDuplicate) => Number(/^s(\d+)-/.exec(order_item_id)?.[1])
    if (more) throw new Difference(slotOf(more), `${JSON.stringify(more)} is asked about`)
    decided.push(
      ...named.map(({ slot, pair, asked }) => ({ slot, order: pair.order[0], row: pair.row[0], asked })),
    )
    return named
  }

  async function undoFile(file: number) {
    for (const { key } of partsOf(file, files[file] as FileSpec)) {
      if (!stage.standing.has(key)) continue
      await stage.undoFile(key)
      for (const model of models) model?.undo(key)
    }
  }

  /** Sets a marketplace's ship date; files that waited for one are then imported. */
  async function setDate({
    market,
    day,
    duplicates,
  }: {
    market: Market
    day: number
    duplicates: DuplicateChoice
  }) {
    for (const model of models) model?.tryDate(market, day)
    await stage.setDate(market, day, (asked) => {
      decideAll(ask(market, asked), duplicates)
      return duplicates
    })
    dates[market] = day
    followAll()
    const waited = await stage.takeUndated((key) => partOf(key).market === market)
    for (const { key, sent } of waited) await settle(partOf(key), sent)
  }

  /** Changes the choice for a pair that was decided; returns whether there is one. */
  async function sayOtherwise(slot: number, { order: nth }: Decision): Promise<boolean> {
    const own = decided.filter((one) => one.slot === slot)
    const one = own[nth % Math.max(1, own.length)]
    const model = models[slot]
    if (!one || !model) return false
    const { order_item_id, fee_item_id } = one.asked
    const isSaid = model.isOneSale(one.order, one.row)
    const { status, body } = await stage.call(
      'PUT',
      `/api/v1/admin/orders/${encodeURIComponent(order_item_id)}/duplicate`,
      {
        duplicate_id: fee_item_id,
        choice: isSaid ? 'two_sales' : 'same_sale',
        reason: 'Somebody wrote to us.',
      },
    )
    const expected = model.sayOtherwise(one.order, one.row) ? 200 : 409
    if (status !== expected)
      throw new Difference(
        slot,
        `Saying otherwise of ${JSON.stringify(one)} was answered ${status}: ${JSON.stringify(body)}`,
      )
    return true
  }

  return { importFile, undoFile, setDate, sayOtherwise }
}

type FilePart = Part & { file: number }
const partsMost = 2

/** A file, whole or as its earlier and later days. */
function partsOf(file: number, spec: FileSpec): FilePart[] {
  const half = Math.ceil(spec.days.length / 2)
  const parts =
    spec.isSplit && half < spec.days.length ? [spec.days.slice(0, half), spec.days.slice(half)] : [spec.days]
  return parts.map((of, index) => ({ ...spec, file, days: of, key: file * partsMost + index }))
}
