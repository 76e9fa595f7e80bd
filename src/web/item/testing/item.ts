import type { AnswerOf } from '../../api/client.ts'
import type { Item } from '../form/item-fields.ts'

type OwnCard = AnswerOf<'GET /api/v1/me/products'>['items'][number]

const categories = {
  kitchen: { id: '0193a000-0000-7000-8000-000000000001', name: 'Kitchen', slug: 'kitchen' },
  home: { id: '0193a000-0000-7000-8000-000000000002', name: 'Home', slug: 'home' },
}

/** An item of the person's own, in the Inbox unless a category is given. */
export function itemWith(
  values: Partial<Omit<Item, 'categories'>> & { in?: keyof typeof categories; version?: number } = {},
): Item {
  const { in: category, version = 1, ...rest } = values
  return {
    id: '0193a000-0000-7000-8000-00000000000a',
    user_id: '0193a000-0000-7000-8000-00000000000b',
    short_link_id: 'kettle-a1b2',
    asin: 'B0KETTLE01',
    title: 'Kettle',
    description: null,
    user_comment: 'Pours well',
    image_url: 'https://m.media-amazon.com/images/I/kettle.jpg',
    image_source: 'amazon',
    image_side: null,
    photos: [],
    price_usd: null,
    price_as_of: null,
    created_at: '2026-01-01T00:00:00.000Z',
    profiles: { first_name: 'Maya', username: 'maya', avatar_url: null },
    tags: ['tea'],
    is_categorized: category !== undefined,
    categories: category ? categories[category] : null,
    shop_url: 'https://www.amazon.com/dp/B0KETTLE01',
    amazon_host: 'amazon.com',
    elsewhere: [],
    list_link: null,
    hidden: null,
    owner: {
      ...{ clicks_count: 0, version, metadata_source: 'owner', needs_details: false, attention: null },
      waits_for_proof: false,
      asin_is_made_up: false,
    },
    ...rest,
  }
}

/** The item as a card in its owner's own lists. */
export function ownCardOf(item: Item, values: Partial<OwnCard> = {}): OwnCard {
  const {
    is_categorized: _,
    categories: __,
    shop_url: ___,
    amazon_host: ____,
    elsewhere: _____,
    photos: ______,
    list_link: _______,
    owner,
    ...shown
  } = item
  return {
    ...shown,
    sign: null,
    amazon_url: `https://www.amazon.com/dp/${item.asin}`,
    clicks_count: owner?.clicks_count ?? 0,
    version: owner?.version ?? 1,
    metadata_source: owner?.metadata_source ?? 'owner',
    needs_details: owner?.needs_details ?? false,
    attention: owner?.attention ?? null,
    ...values,
  }
}
