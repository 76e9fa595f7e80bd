import type { z } from 'zod'
import type { productCard } from '../folio/contract.ts'
import type { listCard, listItem, ownListCard, ownListItem } from './contract.ts'
import type { CardRow, ItemRow, OwnCardRow } from './reading-sql.ts'
import { notYetPublic } from './rules.ts'

type Card = z.input<typeof productCard>

export const authorOf = ({
  first_name,
  username,
  avatar_url,
}: Pick<CardRow, 'first_name' | 'username' | 'avatar_url'>) => ({ first_name, username, avatar_url })

export const serializeList = (row: CardRow): z.input<typeof listCard> => ({
  id: row.id,
  user_id: row.user_id,
  slug: row.slug,
  title: row.title,
  words: row.words,
  is_look: row.is_look,
  items_count: row.items_count,
  updated_at: row.updated_at.toISOString(),
  cover_url: row.cover_url,
  points: row.points ?? [],
  pictures: row.pictures ?? [],
  profiles: authorOf(row),
})

/** Why an admin has hidden a list, or null. For its owner. */
export const hiddenOf = ({ hidden_at, hidden_reason }: Pick<OwnCardRow, 'hidden_at' | 'hidden_reason'>) =>
  hidden_at && hidden_reason !== null ? { reason: hidden_reason, since: hidden_at.toISOString() } : null

/** A list as its owner sees it; `isUnproven` is the owner. */
export const serializeOwnList = (
  row: OwnCardRow,
  owner: { isUnproven: boolean },
): z.input<typeof ownListCard> => ({
  ...serializeList(row),
  is_public: row.is_public,
  is_saved: row.is_saved,
  version: row.version,
  shown_count: row.shown_count,
  hidden: hiddenOf(row),
  may_be_public: row.is_public || row.is_saved ? null : notYetPublic(row, owner),
})

/** What everyone who sees an item sees of it. */
const serializeItem = (row: ItemRow, isOwn: boolean) => ({
  id: row.id,
  number: Number(row.number),
  line: row.line,
  point: row.point,
  short_link_id: row.short_link_id,
  is_own: isOwn,
})

/** An item as others see it. */
export const serializeShownItem = (
  row: ItemRow,
  product: Card,
  ownerId: string,
): z.input<typeof listItem> => ({ ...serializeItem(row, product.user_id === ownerId), product })

/** An item as its list's owner sees it; `product` is missing where it is no longer shared. */
export const serializeOwnItem = (
  row: ItemRow,
  product: Card | undefined,
  ownerId: string,
): z.input<typeof ownListItem> => ({
  ...serializeItem(row, product?.user_id === ownerId),
  product: product ?? null,
  no_longer_shared: product === undefined,
  is_shown: row.is_shown,
})
