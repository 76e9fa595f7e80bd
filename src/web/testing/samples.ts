import type { LedgerOrder } from '../../earnings/contract.ts'
import type { AnswerOf } from '../api/client.ts'
import { person } from './session.ts'

/** An id that is unique in a test, by a kind and a number. */
export const idOf = (kind: number, n: number): string =>
  `0193a000-0000-7000-8000-${String(kind).padStart(4, '0')}${String(n).padStart(8, '0')}`

const names =
  'Fashion Beauty Home Kitchen Electronics Fitness Books Kids Pets Travel Outdoors Office Food Toys Health Garden'

/** All categories. */
export const categories: AnswerOf<'GET /api/v1/categories'>['items'] = names
  .split(' ')
  .map((name, index) => ({
    id: idOf(1, index),
    name,
    slug: name.toLowerCase(),
    sort_order: index + 1,
  }))

type OwnCategories = AnswerOf<'GET /api/v1/me/categories'>

type Holding = { counts?: Record<string, number>; inbox?: number; unpinned?: string[] }

/** A person's categories: the first eight are pinned unless named in `unpinned`; `counts` by their names. */
export const ownCategories = ({ counts = {}, inbox = 0, unpinned = [] }: Holding = {}): OwnCategories => ({
  items: categories.map((category, index) => ({
    ...category,
    is_pinned: index < 8 && !unpinned.includes(category.name),
    product_count: counts[category.name] ?? 0,
    pictures: [],
  })),
  inbox_count: inbox,
  attention_count: 0,
})

type OwnCard = AnswerOf<'GET /api/v1/me/products'>['items'][number]

/** A card in a person's own lists, the n-th of the test. */
export const ownCard = (title: string, n: number, rest: Partial<OwnCard> = {}): OwnCard => ({
  id: idOf(2, n),
  user_id: person.id,
  short_link_id: `thing-${n}`,
  asin: 'B08N5WRWNW',
  amazon_url: 'https://www.amazon.com/dp/B08N5WRWNW',
  title,
  description: null,
  user_comment: null,
  image_url: null,
  image_source: null,
  image_side: null,
  sign: null,
  price_usd: null,
  price_as_of: null,
  clicks_count: 0,
  created_at: '2026-11-20T12:00:00Z',
  profiles: { first_name: 'Maya', username: 'maya', avatar_url: null },
  version: 1,
  tags: null,
  metadata_source: 'owner',
  needs_details: false,
  attention: null,
  hidden: null,
  ...rest,
})

/** The only page of a list. */
export const onePage = <Item>(items: Item[]) => ({ items, next_cursor: null })

/** A page of the history of earnings, the last one, with the sums of its months. */
export const historyPage = <Item, Month = never>(items: Item[], months: Month[] = []) => ({
  ...onePage(items),
  months,
})

/** What an admin's own profile counts, where nothing waits. */
export const nothingWaits: NonNullable<AnswerOf<'GET /api/v1/me'>['waiting']> = {
  ...{ orders: 0, payouts: 0, questions: 0, flags: 0, reports: 0 },
}

/** A pipeline in which no work waits. */
export const idlePipeline: AnswerOf<'GET /api/v1/admin/pipeline'> = {
  open_runs: [],
  last: { import: null, match: null, calculate: null },
  has_orders: true,
  waiting_for_match: 0,
  provisional: 0,
  waiting_for_calculation: 0,
  under_review: 0,
  evidence_disagrees: 0,
  returns_asked: 0,
  marketplaces_without_tag: [],
}

type AdminOrder = AnswerOf<'GET /api/v1/admin/orders'>['items'][number]
type OrderDetail = AnswerOf<'GET /api/v1/admin/orders/:id'>

/** The fields of an order that only lists have. */
const ofList = {
  order_item_id: '112-1',
  marketplace: 'us',
  currency: 'USD',
  order_date: '2026-11-04',
  asin: 'B0C7KQ4T2M',
  product_title: 'A mug',
  quantity: 1,
  commission: 50,
  order_status: 'shipped',
  waiting_return: 0,
  match: null,
  has_ledger: false,
  evidence_disagrees: false,
  under_review: [],
} satisfies Partial<OrderDetail>

/** An order in an admin's list, known only from a report, unless said otherwise. */
export const listedOrder = (rest: Partial<AdminOrder> = {}): AdminOrder => ({ ...ofList, ...rest })

/** An order with all fields of its page. */
export const orderDetail = (rest: Partial<OrderDetail> = {}): OrderDetail => ({
  ...ofList,
  ordered_at: null,
  sub_tag: null,
  tracking_id: null,
  commission_rate: null,
  evidence: {},
  matched_by: null,
  matched_at: null,
  observations: [],
  takes_from: [],
  returns: [],
  whose_return: null,
  duplicates: [],
  sides: [],
  disagreement: null,
  hold: null,
  unpaid_months: [],
  entries: [],
  ...rest,
})

type Earnings = AnswerOf<'GET /api/v1/me/earnings'>

/** The earnings of a period: none, unless said otherwise. */
export const earningsOf = (period: Earnings['period'], rest: Partial<Earnings> = {}): Earnings => ({
  period,
  from: '2025-12-01',
  to: '2026-11-22',
  posted_earnings: 0,
  pending_earnings: 0,
  clicks: 0,
  commissions: 0,
  conversion_rate: null,
  average_per_click: null,
  before: {
    from: '2024-12-01',
    to: '2025-11-30',
    posted_earnings: 0,
    pending_earnings: 0,
    clicks: 0,
    commissions: 0,
    conversion_rate: null,
    average_per_click: null,
  },
  items: [{ start: '2026-11-01', earnings: 0, clicks: 0 }],
  top_products: [],
  all_time: { posted_earnings: 0, pending_earnings: 0 },
  next_posting: null,
  hold_days: 45,
  ...rest,
})

/** A row of an order in the ledger, the n-th of a test. */
export const ledgerRow = (n: number, rest: Partial<LedgerOrder['entries'][number]> = {}) => ({
  id: idOf(3, n),
  transaction_type: 'commission' as const,
  gross_commission: 4.2,
  platform_fee_amount: 0.84,
  user_amount: 3.36,
  own: null,
  status: 'posted' as const,
  under_review: null,
  available_on: '2026-02-01',
  posted_on: '2026-02-01',
  created_at: '2026-11-18T10:00:00Z',
  ...rest,
})

/** An order of a creator, the n-th of a test. */
export const ledgerOrder = (title: string, n: number, rest: Partial<LedgerOrder> = {}): LedgerOrder => ({
  order_item_id: `112-${n}`,
  order_date: '2026-11-03',
  first_posted_at: '2026-11-18T10:00:00Z',
  month_amount: null,
  waiting: null,
  gross_commission: 4.2,
  platform_fee_amount: 0.84,
  user_amount: 3.36,
  status: 'posted',
  under_review: null,
  is_provisional: false,
  held: null,
  amazon_orders: { product_title: title, asin: 'B0KETTLE01', confidence: 'high' },
  product: null,
  through_list: null,
  entries: [ledgerRow(n)],
  ...rest,
})
