import type { NewsKind } from '../../shared/news/kinds.ts'

/** Drawn like all icons (`LineIcon`); only the list of news loads them. */
const paths = {
  bank: 'M4 10 12 5l8 5M6 10v7M10 10v7M14 10v7M18 10v7M4 20h16',
  chart: 'M4 20V4M4 20h16M8 15l3.5-4 3 2.5L20 7',
  back: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  answer: 'M5 5h14v11h-7l-4 4v-4H5Z',
  held: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 15v1.5',
  freed: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2M12 15v1.5',
  decision: 'M12 4v16M7 20h10M5 8h14M5 8l-2.5 6h5ZM19 8l-2.5 6h5Z',
  key: 'M12 3.5 19 6v6c0 4-3 7-7 8.5C8 19 5 16 5 12V6Z',
  people:
    'M5.5 8.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M3 19.5c.8-3.3 3.2-5 6-5s5.2 1.7 6 5M15.5 5.5a3.2 3.2 0 0 1 0 6M17.5 14.8c1.8.7 3 2.3 3.5 4.7',
  saved: 'M7 4h10v16l-5-4-5 4Z',
} as const

type Look = { sign: string; tone: 'money' | 'warn' | 'plain' }

/** The sign of each kind, for news without a face or a picture; amber needs somebody. */
export const newsLooks: Record<NewsKind, Look> = {
  followed: { sign: paths.people, tone: 'plain' },
  saved: { sign: paths.saved, tone: 'plain' },
  listed: { sign: paths.saved, tone: 'plain' },
  order_posted: { sign: paths.chart, tone: 'money' },
  order_returned: { sign: paths.back, tone: 'plain' },
  amazon_paid: { sign: paths.bank, tone: 'money' },
  payout_sent: { sign: paths.bank, tone: 'money' },
  payout_failed: { sign: paths.bank, tone: 'warn' },
  question_answered: { sign: paths.answer, tone: 'plain' },
  hold_set: { sign: paths.held, tone: 'warn' },
  hold_lifted: { sign: paths.freed, tone: 'plain' },
  moderation_decided: { sign: paths.decision, tone: 'plain' },
  sign_in_changed: { sign: paths.key, tone: 'plain' },
}
