import { cardWith } from '../../product/testing/card.ts'
import { onePage } from '../../testing/samples.ts'
import { person } from '../../testing/session.ts'
import type { ListCardData, ListData, ListItemData } from '../list-data.ts'
import type { OwnListCard, OwnListItem, OwnListPage } from '../own/own-list-data.ts'

const ana = { first_name: 'Ana', username: 'ana-lopez', avatar_url: null }
const maya = { first_name: 'Maya', username: 'maya', avatar_url: null }

const listId = (n: number) => `0193a000-0000-7000-8000-00000000d${String(n).padStart(3, '0')}`
const itemId = (n: number) => `0193a000-0000-7000-8000-00000000e${String(n).padStart(3, '0')}`

/** A list in an overview, the n-th of a test. */
export const listCard = (title: string, n = 1, rest: Partial<ListCardData> = {}): ListCardData => ({
  id: listId(n),
  user_id: '0193a000-0000-7000-8000-00000000000c',
  slug: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
  title,
  words: null,
  is_look: false,
  items_count: 3,
  updated_at: '2026-11-20T12:00:00Z',
  cover_url: null,
  points: [],
  pictures: [],
  profiles: ana,
  ...rest,
})

/** `Mug {n}` as the n-th of a list. */
export const listItem = (n: number, rest: Partial<ListItemData> = {}): ListItemData => ({
  id: itemId(n),
  number: n,
  line: null,
  point: null,
  short_link_id: `desk-${n}`,
  is_own: true,
  product: cardWith({}, n),
  ...rest,
})

/** A public list of Ana's. */
export const listWith = (items: ListItemData[], rest: Partial<ListData> = {}): ListData => ({
  ...listCard('My desk setup', 1, { items_count: items.length }),
  last_name: 'López',
  items: onePage(items),
  ...rest,
})

/** A list of the signed-in person's, the n-th of a test. */
export const ownList = (title: string, n = 1, rest: Partial<OwnListCard> = {}): OwnListCard => ({
  ...listCard(title, n, { user_id: person.id, profiles: maya }),
  is_public: false,
  is_saved: false,
  version: 1,
  shown_count: 3,
  hidden: null,
  may_be_public: null,
  ...rest,
})

export const ownItem = (n: number, rest: Partial<OwnListItem> = {}): OwnListItem => ({
  ...listItem(n),
  no_longer_shared: false,
  is_shown: true,
  ...rest,
})

/** A list of the signed-in person's with its things. */
export const ownListWith = (items: OwnListItem[], rest: Partial<OwnListCard> = {}): OwnListPage => ({
  ...ownList('My desk setup', 1, { items_count: items.length, shown_count: items.length, ...rest }),
  items: onePage(items),
})
