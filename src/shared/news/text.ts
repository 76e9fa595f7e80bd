import { monthName } from '../dates/date-text.ts'
import { signInChanges } from '../sign-in/changes.ts'
import type { NewsItem } from './item.ts'
import type { NewsKind } from './kinds.ts'

/** A sentence of news: what it begins with, which stands out on the screen, and the rest. It holds no amount. */
export type NewsText = { lead: string; text: string }

/** What a person is told in their list, in one sentence (docs/product/news.md#sentences). */
export const newsText = (item: NewsItem): NewsText => sentences[item.kind](item)

const sentences: Record<NewsKind, (item: NewsItem) => NewsText> = {
  followed: (item) => ({ lead: who(item), text: 'followed you' }),
  saved: (item) => ({
    lead: item.count === 1 ? 'Somebody' : people(item.count),
    text: `saved ${yours(item)}`,
  }),
  listed: (item) => ({
    lead: who(item),
    text: `put ${yours(item)} into ${item.count > 1 ? 'their lists' : item.list ? `“${item.list.title}”` : 'a list'}`,
  }),
  order_posted: (item) => ({ lead: 'Posted:', text: orders(item) }),
  order_returned: (item) => ({ lead: 'Taken back:', text: orders(item) }),
  amazon_paid: (item) => ({
    lead: `Amazon paid for ${monthOf(item)}.`,
    text: 'See what is next',
  }),
  payout_sent: ({ detail }) =>
    detail === 'paid'
      ? { lead: 'You were paid.', text: 'It is on your account' }
      : { lead: 'Payout sent.', text: 'It is on its way to you' },
  payout_failed: ({ detail }) => ({
    lead: detail === 'returned' ? 'Payout came back.' : 'Payout failed.',
    text: 'The money is in your balance again',
  }),
  question_answered: () => ({ lead: 'Answered:', text: 'your question about your ledger' }),
  hold_set: (item) => ({ lead: 'On hold.', text: `${held(item)} for now` }),
  hold_lifted: (item) => ({ lead: 'Hold lifted.', text: freed(item) }),
  moderation_decided: ({ detail }) => decisions[detail ?? ''] ?? { lead: 'Decided:', text: 'see why' },
  sign_in_changed: ({ detail }) => ({
    lead: `${signInChanges[detail as keyof typeof signInChanges] ?? 'Your sign-in was changed'}.`,
    text: 'You? Then there is nothing to do',
  }),
}

const people = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'person' : 'people'}`

/** 'Theo', 'Theo and Lena', 'Theo, Lena and 1 other', 'Theo, Lena and 12 others'. */
function who({ people: known, count }: NewsItem): string {
  const names = known.map(({ first_name }) => first_name)
  const [one, two] = names
  if (one === undefined) return count === 1 ? 'Somebody' : people(count)
  if (count === 1) return one
  if (two === undefined) return `${one} and ${others(count - 1)}`
  return count === 2 ? `${one} and ${two}` : `${one}, ${two} and ${others(count - 2)}`
}

const others = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'other' : 'others'}`

const yours = ({ product }: NewsItem) => (product ? `your ${product.title}` : 'something of yours')

const orders = ({ product, count }: NewsItem) =>
  count > 1 ? `${count.toLocaleString('en-US')} orders` : (product?.title ?? 'an order')

const monthOf = ({ detail, at }: NewsItem) => monthName(detail ?? '', new Date(at))

/** What a hold keeps back: all, some orders, or a month. */
function held(item: NewsItem): string {
  if (item.detail === 'creator') return 'Your payouts wait'
  if (item.detail !== 'orders') return `Your ${monthOf(item)} waits`
  return item.count === 1
    ? 'One of your orders waits'
    : `${item.count.toLocaleString('en-US')} of your orders wait`
}

function freed(item: NewsItem): string {
  if (item.detail === 'creator') return 'Your posted money can be paid again'
  if (item.detail !== 'orders') return `Your ${monthOf(item)} can be paid again`
  const which = item.count === 1 ? 'One' : item.count.toLocaleString('en-US')
  return `${which} of your orders can be paid again`
}

const decisions: Record<string, NewsText> = {
  product_hidden: { lead: 'Hidden:', text: 'one of your items. See why' },
  product_restored: { lead: 'Back:', text: 'one of your items. Everyone can see it again' },
  list_hidden: { lead: 'Hidden:', text: 'one of your lists. See why' },
  list_restored: { lead: 'Back:', text: 'one of your lists' },
  account_suspended: { lead: 'Suspended:', text: 'your account' },
  account_restored: { lead: 'Back:', text: 'your account, with your profile and items' },
  sessions_ended: { lead: 'Signed out:', text: 'all your devices, by an admin' },
}

/** Where a person acts on it, as a path of the app. */
export function newsPath({ kind, people: [newest], product, list, count, about, detail }: NewsItem): string {
  switch (kind) {
    case 'followed':
      return newest ? `/${newest.username}` : '/feed'
    case 'listed':
      if (list && count === 1) return `/${list.username}/${list.slug}`
      return product ? `/product/${product.id}` : '/my-folio'
    case 'saved':
      return product ? `/product/${product.id}` : '/my-folio'
    case 'payout_sent':
    case 'payout_failed':
      return '/earnings/payouts'
    case 'question_answered':
      return `/earnings/questions?of=${about}`
    case 'moderation_decided':
      if (product) return `/product/${product.id}`
      return detail === 'sessions_ended' ? '/profile/devices' : '/my-folio'
    case 'sign_in_changed':
      return '/profile/sign-in'
    default:
      return '/earnings'
  }
}
