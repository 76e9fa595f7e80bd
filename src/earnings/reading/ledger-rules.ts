import { utcDay } from '../../shared/time.ts'
import { uuidPattern } from '../../shared/uuid.ts'
import {
  conversion,
  type LedgerOrder,
  type LedgerWhy,
  type MatchRule,
  matchRules,
  type OrderSort,
  type ProductEnd,
  type ProductSort,
} from '../contract.ts'

/** The position in a ledger that a cursor names: the sequence of a page's last row. Null for any other text. */
export const readLedgerCursor = (cursor: string): number | null =>
  /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : null

/** The end of a page of orders: the sort key, a day or the microseconds since 1970, and the first row's position. */
export type OrderCursor = { key: string; sequence: number }

export const writeOrderCursor = ({ key, sequence }: OrderCursor): string => `${key}_${sequence}`

const orderCursors = {
  ordered: /^([1-9]\d{3}-\d{2}-\d{2})_([1-9]\d{0,14})$/,
  posted: /^(\d{1,16})_([1-9]\d{0,14})$/,
} satisfies Record<OrderSort, RegExp>

/** Reads it back; null for any other text, or one of the other sort. */
export function readOrderCursor(sort: OrderSort, cursor: string): OrderCursor | null {
  const [, key, sequence] = orderCursors[sort].exec(cursor) ?? []
  if (!key || !sequence || (sort === 'ordered' && !isDay(key))) return null
  return { key, sequence: Number(sequence) }
}

/** Whether there is such a day: a Date turns the 31st of February into another. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && utcDay(at) === text
}

/** The end of a page of products. */
export type ProductCursor = { rank: number; id: string }

/** The sort key of products, and which end comes first. */
export type ProductOrder = { sort: ProductSort; first: ProductEnd }

export const writeProductCursor = ({ sort, first }: ProductOrder, { rank, id }: ProductCursor): string =>
  `${first}_${sort}_${rank}_${id}`

const productCursor = new RegExp(`^([a-z]+_[a-z]+)_(-?\\d{1,15})_(${uuidPattern})$`)

/** Reads it back; null for any other text, or one of another order. */
export function readProductCursor({ sort, first }: ProductOrder, cursor: string): ProductCursor | null {
  const [, sorted, rank, id] = productCursor.exec(cursor) ?? []
  return sorted === `${first}_${sort}` && rank && id ? { rank: Number(rank), id } : null
}

/** The evidence stored with a match; null if the order is not matched, or not with the caller. */
type Evidence = Record<string, unknown> | null

/** Why an order is credited to its creator, from the evidence stored with its match. */
function ruleOf(confidence: LedgerOrder['amazon_orders']['confidence'], evidence: Evidence): MatchRule {
  if (confidence === 'manual') return 'manual'
  return matchRules.find((rule) => rule === evidence?.rule) ?? 'none'
}

/**
 * Why a row was posted. Rows of version 1 do not store it; for them, why the order belongs to the payee now, if it
 * does.
 */
export const whyPosted = (row: {
  rule: string | null
  posted_evidence: Evidence
  posted_reason: string | null
  confidence: LedgerOrder['amazon_orders']['confidence']
  evidence: Evidence
  note_to_creator: string | null
}): Pick<LedgerWhy, 'rule' | 'note' | 'click' | 'conversions'> => {
  if (row.rule === null)
    return {
      rule: ruleOf(row.confidence, row.evidence),
      note: row.note_to_creator,
      click: clickOf(row.evidence),
      conversions: [],
    }
  const rule = matchRules.find((known) => known === row.rule) ?? 'none'
  return {
    rule,
    note: rule === 'manual' ? row.posted_reason : null,
    click: clickOf(row.posted_evidence),
    conversions: conversion.array().safeParse(row.posted_evidence?.conversions).data ?? [],
  }
}

/** The click that decided a match, if one did. */
function clickOf(evidence: Evidence): LedgerWhy['click'] {
  const { click_kind: kind, clicked_at: at, short_link_id: shortLink } = evidence ?? {}
  if ((kind !== 'view' && kind !== 'outbound') || typeof at !== 'string' || Number.isNaN(Date.parse(at)))
    return null
  return {
    kind,
    clicked_at: new Date(at).toISOString(),
    short_link_id: typeof shortLink === 'string' ? shortLink : null,
  }
}
