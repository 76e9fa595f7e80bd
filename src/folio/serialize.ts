import type { z } from 'zod'
import type { ShopLinks } from '../amazon/index.ts'
import { shownToOthers } from '../shared/amazon/shown-to-others.ts'
import { pick } from '../shared/fields/by-name.ts'
import { storedFields } from '../shared/fields/owner-fields.ts'
import { centsToUsd } from '../shared/money.ts'
import type { CardRow, OwnCardRow } from './cards/cards-sql.ts'
import type { attention, hidden, metadataSource, ownCard, product, productCard } from './contract.ts'
import { isPriceFresh, needsDetails } from './products/rules.ts'
import type { ProductRow } from './products/sql.ts'

type Shown = Pick<
  CardRow,
  'title' | 'description' | 'image_url' | 'image_source' | 'price_cents' | 'price_as_of' | 'metadata_source'
>

/**
 * What a viewer may see of a product's details. Sample details are for the owner only, each until it is rewritten
 * (decision 54), and a price is shown for 24 hours after it was read.
 */
export function shownDetails(row: Shown, viewer: { isOwner: boolean; now: Date }) {
  const { title, description, image_url, image_source } = viewer.isOwner ? row : shownToOthers(row)
  const fresh = isPriceFresh(row.price_as_of, viewer.now)
  return {
    title,
    description,
    image_url,
    image_source: image_source as z.input<typeof productCard>['image_source'],
    price_usd: fresh && row.price_cents !== null ? centsToUsd(row.price_cents) : null,
    price_as_of: fresh && row.price_as_of ? row.price_as_of.toISOString() : null,
  }
}

const authorOf = (row: { first_name: string; username: string; avatar_url: string | null }) => ({
  first_name: row.first_name,
  username: row.username,
  avatar_url: row.avatar_url,
})

/** A list's card as `viewer` may see it. */
export const serializeCard = (
  row: CardRow,
  viewer: { isOwner: boolean; now: Date },
): z.input<typeof productCard> => {
  const details = shownDetails(row, viewer)
  return {
    id: row.id,
    user_id: row.user_id,
    short_link_id: row.short_link_id,
    asin: row.asin,
    ...details,
    image_side: row.image_side,
    sign: details.image_source === 'owner' ? null : row.category_slug,
    user_comment: row.user_comment,
    clicks_count: row.clicks_count,
    created_at: row.created_at.toISOString(),
    profiles: authorOf(row),
  }
}

/** A search result's card, as everyone may see it. */
export const serializeFoundCard = (
  row: CardRow & { tags: string[] | null },
  now: Date,
): z.input<typeof productCard> & { tags: string[] | null } => ({
  ...serializeCard(row, { isOwner: false, now }),
  tags: row.tags,
})

/** A card in its owner's own lists. */
export const serializeOwnCard = (row: OwnCardRow, now: Date): z.input<typeof ownCard> => ({
  ...serializeCard(row, { isOwner: true, now }),
  amazon_url: row.amazon_url,
  version: row.version,
  tags: row.tags,
  metadata_source: row.metadata_source as z.input<typeof metadataSource>,
  needs_details: needsDetails(row),
  attention: attentionOf(row),
  hidden: hiddenOf(row),
})

type Noticed = { attention: string | null; attention_since: Date | null }

/** Why a product's shop link is dead, or null. For its owner only. */
export const attentionOf = (row: Noticed): z.input<typeof attention> | null =>
  row.attention && row.attention_since
    ? {
        reason: row.attention as z.input<typeof attention>['reason'],
        since: row.attention_since.toISOString(),
      }
    : null

/** Why an admin has hidden a product, or null. For its owner and admins. */
export const hiddenOf = (row: {
  hidden_at: Date | null
  hidden_reason: string | null
}): z.input<typeof hidden> | null =>
  row.hidden_at && row.hidden_reason !== null
    ? { reason: row.hidden_reason, since: row.hidden_at.toISOString() }
    : null

/** A product's page as `viewer` may see it; `owner` is filled for the owner only. */
export const serializeProduct = (
  row: ProductRow,
  viewer: { isOwner: boolean; now: Date },
  links: ShopLinks,
): Omit<z.input<typeof product>, 'list_link'> => {
  return {
    id: row.id,
    user_id: row.user_id,
    short_link_id: row.short_link_id,
    asin: row.asin,
    ...pick(row, storedFields),
    // Not everybody sees all of these.
    ...shownDetails(row, viewer),
    image_side: row.image_side,
    photos: (row.photos ?? []).map((image_url, n) => ({ image_url, image_side: row.photo_sides[n] ?? null })),
    created_at: row.created_at.toISOString(),
    profiles: authorOf(row),
    is_categorized: row.is_categorized,
    categories: row.category_id
      ? { id: row.category_id, name: row.category_name as string, slug: row.category_slug as string }
      : null,
    shop_url: links.shopUrl,
    amazon_host: links.amazonHost,
    elsewhere: links.elsewhere,
    hidden: hiddenOf(row),
    owner: viewer.isOwner
      ? {
          clicks_count: row.clicks_count,
          version: row.version,
          metadata_source: row.metadata_source as z.input<typeof metadataSource>,
          needs_details: needsDetails(row),
          attention: attentionOf(row),
          waits_for_proof: row.waits_for_proof,
          asin_is_made_up: row.asin_is_made_up,
        }
      : null,
  }
}
