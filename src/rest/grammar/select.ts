import { unreadable } from '../errors.ts'
import { Reader } from './reader.ts'
import { bounds, type Embed, type Item } from './tree.ts'

/**
 * The columns and embedded tables of `select`: `id,title,author:profiles!products_user_id_fkey!inner(username)`.
 * Casts, aggregates, parts of JSON and spreads are refused.
 */
export function readSelect(text: string): Item[] {
  const reader = new Reader(text, 'select')
  const counts = { items: 0, embeds: 0 }
  const items = readItems(reader, counts, 0)
  reader.end()
  return items
}

type Counts = { items: number; embeds: number }

function readItems(reader: Reader, counts: Counts, depth: number): Item[] {
  const items: Item[] = []
  do {
    reader.run(/ */y)
    items.push(readItem(reader, counts, depth))
    if (++counts.items > bounds.items) throw unreadable(`select: more than ${bounds.items} columns`)
    reader.run(/ */y)
  } while (reader.takes(','))
  return items
}

function readItem(reader: Reader, counts: Counts, depth: number): Item {
  if (reader.takes('*')) return { is: 'all' }
  if (reader.next() === '.') throw reader.refusal('spreads are not offered')
  const first = reader.name()
  const isAlias = !reader.comes('::') && reader.takes(':')
  const name = isAlias ? reader.name() : first
  const alias = isAlias ? first : undefined
  const hints: string[] = []
  while (reader.takes('!')) hints.push(reader.name())
  if (reader.takes('(')) return readEmbed(reader, { target: name, alias, hints }, counts, depth + 1)
  if (hints.length > 0) throw reader.refusal('expecting "("')
  if (reader.next() === ':') throw reader.refusal('casts are not offered')
  if (reader.next() === '.') throw reader.refusal('aggregates are not offered')
  if (reader.next() === '-') throw reader.refusal('parts of JSON are not offered')
  return { is: 'column', name, alias }
}

function readEmbed(
  reader: Reader,
  { target, alias, hints }: Pick<Embed, 'target' | 'alias'> & { hints: string[] },
  counts: Counts,
  depth: number,
): Embed {
  if (depth > bounds.embedding)
    throw unreadable(`select: tables are embedded ${bounds.embedding} deep at most`)
  if (++counts.embeds > bounds.embeds) throw unreadable(`select: more than ${bounds.embeds} embedded tables`)
  const isInner = hints.includes('inner')
  const others = hints.filter((hint) => hint !== 'inner' && hint !== 'left')
  if (others.length > 1) throw unreadable(`select: ${target} names more than one relation`)
  const select = reader.next() === ')' ? [] : readItems(reader, counts, depth)
  reader.expect(')')
  const query = { select, where: [], order: [], limit: undefined, offset: 0 }
  return { is: 'embed', target, alias, hint: others[0], isInner, ...query }
}
