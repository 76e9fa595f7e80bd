import type { RowOutcome } from '../../../../orders/imports/outcomes/contract.ts'
import { sumUsd } from '../../../format/money-text.ts'
import type { Import } from '../../answers.ts'

export type Tile = {
  key: RowOutcome | 'all' | 'failed'
  label: string
  rows: number
  /** Dollars that the rows report; for orders without a row in the file, their change. Null where unknown. */
  money: number | null
  /** Whether an admin should look at these rows. */
  isBad: boolean
}

/** Names of outcomes: in a preview, and after the merge. */
const names: Record<RowOutcome, { staged: string; merged: string }> = {
  imported: { staged: 'New', merged: 'Imported' },
  updated: { staged: 'Changed', merged: 'Updated' },
  unchanged: { staged: 'Unchanged', merged: 'Unchanged' },
  waiting_returns: { staged: 'Waiting returns', merged: 'Waiting returns' },
  combined: { staged: 'Combined', merged: 'Combined' },
  withdrawn: { staged: 'Withdrawn', merged: 'Withdrawn' },
  others_changed: { staged: 'From earlier reports', merged: 'From earlier reports' },
}

/** The name of a tile, by whether its import is merged. */
export const outcomeName = (key: Tile['key'], isMerged: boolean): string =>
  key === 'all' ? 'Total' : key === 'failed' ? 'Errors' : names[key][isMerged ? 'merged' : 'staged']

/** Tiles that every import has; others appear where they have rows. */
const always: Record<'staged' | 'merged', Tile['key'][]> = {
  staged: ['all', 'imported', 'updated', 'unchanged', 'withdrawn'],
  merged: ['all', 'imported', 'updated', 'failed'],
}

/** The tiles of an import: the total, the outcomes that add up to it, then orders without a row in the file. */
export function tilesOf({ state, tally, reported, total, failed }: Import): Tile[] {
  const isMerged = state === 'merged'
  const tile = (key: Tile['key'], rows: number, money: number | null): Tile => ({
    key,
    label: outcomeName(key, isMerged),
    rows,
    money: reported ? money : null,
    isBad: key === 'failed',
  })
  const counted = (tally ?? []).map(({ outcome, rows, reported, commission }) =>
    tile(outcome, rows, reported ?? commission),
  )
  const isOfOthers = ({ key }: Tile) => key === 'withdrawn' || key === 'others_changed'
  return [
    tile('all', total, reported && sumUsd([reported.rows, reported.left_out])),
    ...counted.filter((one) => !isOfOthers(one)),
    tile('failed', failed, reported && (reported.left_out_unread < failed ? reported.left_out : null)),
    ...counted.filter(isOfOthers),
  ].filter(({ key, rows }) => rows > 0 || always[isMerged ? 'merged' : 'staged'].includes(key))
}

/** Tiles in the order in which one is shown first: problems, then the rarer changes. */
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

/** All keys that rows can be listed by. */
export const outcomes: Tile['key'][] = ['all', ...(Object.keys(names) as RowOutcome[]), 'failed']

/** The outcome that an address names; 'imported' for an unknown one. */
export const outcomeIn = (text: string): Tile['key'] => outcomes.find((key) => key === text) ?? 'imported'
