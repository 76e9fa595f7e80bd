import type { RowOutcome } from '../../../../orders/imports/outcomes/contract.ts'
import { sumUsd } from '../../../earnings/money-text.ts'
import type { Import } from '../../admin-queries.ts'

export type Tile = {
  key: RowOutcome | 'all' | 'failed'
  label: string
  rows: number
  /** What the rows tell; of orders that the file has no row of, by how much they change. Null where that is not known. */
  money: number | null
  /** Somebody should look at these. */
  isBad: boolean
}

/** What becomes of rows, in a word or two: before it is done, and once it is. */
const names: Record<RowOutcome, { staged: string; merged: string }> = {
  imported: { staged: 'New', merged: 'Imported' },
  updated: { staged: 'Changed', merged: 'Updated' },
  unchanged: { staged: 'Unchanged', merged: 'Unchanged' },
  waiting_returns: { staged: 'Waiting returns', merged: 'Waiting returns' },
  combined: { staged: 'Combined', merged: 'Combined' },
  withdrawn: { staged: 'Withdrawn', merged: 'Withdrawn' },
  others_changed: { staged: 'Of earlier reports', merged: 'Of earlier reports' },
}

export const outcomeName = (key: Tile['key'], isMerged: boolean): string =>
  key === 'all' ? 'Total' : key === 'failed' ? 'Errors' : names[key][isMerged ? 'merged' : 'staged']

/** These are there in every import, the others where there are any. */
const always: Record<'staged' | 'merged', Tile['key'][]> = {
  staged: ['all', 'imported', 'updated', 'unchanged', 'withdrawn'],
  merged: ['all', 'imported', 'updated', 'failed'],
}

/** What becomes of an import's rows: the total, which is the sum of the next ones, and then of orders that it has no row of. */
export function tilesOf({ state, tally, reported, total, failed }: Import): Tile[] {
  const isMerged = state === 'merged'
  const tile = (key: Tile['key'], rows: number, money: number | null): Tile => ({
    key,
    label: outcomeName(key, isMerged),
    rows,
    money: reported ? money : null,
    isBad: key === 'failed',
  })
  const told = (tally ?? []).map(({ outcome, rows, reported, commission }) =>
    tile(outcome, rows, reported ?? commission),
  )
  const isOfOthers = ({ key }: Tile) => key === 'withdrawn' || key === 'others_changed'
  return [
    tile('all', total, reported && sumUsd([reported.rows, reported.left_out])),
    ...told.filter((one) => !isOfOthers(one)),
    tile('failed', failed, reported && (reported.left_out_unread < failed ? reported.left_out : null)),
    ...told.filter(isOfOthers),
  ].filter(({ key, rows }) => rows > 0 || always[isMerged ? 'merged' : 'staged'].includes(key))
}

/** What is shown first: what somebody should look at, else what changes most rarely. */
const firstOf: Tile['key'][] = [
  'failed',
  'waiting_returns',
  'withdrawn',
  'others_changed',
  'updated',
  'imported',
]

/** The tile whose rows are shown until another one is pressed. */
export const firstTile = (batch: Import): Tile['key'] => {
  const there = tilesOf(batch).filter(({ rows }) => rows > 0)
  return firstOf.find((key) => there.some((tile) => tile.key === key)) ?? 'all'
}

/** All that rows can be listed by. */
export const outcomes: Tile['key'][] = ['all', ...(Object.keys(names) as RowOutcome[]), 'failed']

/** The outcome that an address names; imported for one that is none. */
export const outcomeIn = (text: string): Tile['key'] => outcomes.find((key) => key === text) ?? 'imported'
