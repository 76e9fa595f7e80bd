import type { NewsKind } from '../../shared/news/kinds.ts'
import type { WayKind } from '../../shared/news/ways.ts'

/** Where all news stand. */
const newsPath = '/notes'
const earningsPath = '/earnings'

type Said = {
  /** What has happened, in a few words. */
  title: string
  /** What follows from it, or where to read more. */
  body: string
  path: string
}

/**
 * What a message or mail says of news of a kind. It may be read on a locked screen by anybody: it holds no amount and
 * names nobody.
 */
export const said: Record<NewsKind, (count: number) => Said> = {
  followed: (count) => ({
    title: count === 1 ? 'You have a new follower' : `${many(count)} people followed you`,
    body: 'See who it is.',
    path: newsPath,
  }),
  saved: (count) => ({
    title: count === 1 ? 'Somebody saved your product' : `Your product was saved ${many(count)} times`,
    body: 'People keep what you share.',
    path: newsPath,
  }),
  listed: (count) => ({
    title: count === 1 ? 'Your product is in a list' : `Your product is in ${many(count)} more lists`,
    body: 'See whose list it is.',
    path: newsPath,
  }),
  order_posted: (count) => ({
    title: count === 1 ? 'You earned from an order' : `You earned from ${many(count)} orders`,
    body: 'See your earnings.',
    path: earningsPath,
  }),
  order_returned: (count) => ({
    title: count === 1 ? 'An order was returned' : `${many(count)} orders were returned`,
    body: 'See what changed in your earnings.',
    path: earningsPath,
  }),
  amazon_paid: () => ({
    title: 'Amazon paid for a month',
    body: 'See your next payout.',
    path: earningsPath,
  }),
  payout_sent: () => ({ title: 'Your payout was sent', body: 'See your payouts.', path: earningsPath }),
  payout_failed: () => ({ title: 'A payout did not arrive', body: 'See what to do.', path: earningsPath }),
  question_answered: () => ({
    title: 'Your question was answered',
    body: 'Read the answer.',
    path: '/earnings/questions',
  }),
  hold_set: () => ({ title: 'Some of your earnings are held', body: 'Read why.', path: earningsPath }),
  hold_lifted: () => ({
    title: 'Your earnings are free again',
    body: 'See your earnings.',
    path: earningsPath,
  }),
  moderation_decided: () => ({ title: 'There is a decision', body: 'Read it in the app.', path: newsPath }),
  sign_in_changed: () => ({
    title: 'Your sign-in was changed',
    body: 'Was it not you? Check your account.',
    path: '/profile/sign-in',
  }),
}

const many = (count: number) => count.toLocaleString('en-US')

/** What mails of a kind are called where they are stopped. */
export const mailNames: Partial<Record<WayKind, string>> = {
  followed: 'new followers',
  saved: 'products that people save',
  listed: 'lists with your products',
  order_posted: 'orders',
  order_returned: 'returns',
  weekly_note: 'your week',
}
