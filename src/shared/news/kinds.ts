/** What news are about: money, what people did, or the account itself. */
export type NewsGroup = 'money' | 'people' | 'account'

export type NewsKindRules = {
  group: NewsGroup
  /** What joins an unread row: all of the kind, what is about the same thing, or nothing. */
  joins: 'all' | 'subject' | 'nothing'
  /** Told once for good of each actor and subject. */
  once: boolean
  /** Whether a person may switch it off in the app. */
  canBeOff: boolean
}

/** Everything that a person is told, in the order of the settings (docs/product/news.md#what-is-told). */
export const newsKinds = {
  followed: { group: 'people', joins: 'all', once: true, canBeOff: true },
  /** Somebody keeps a product of theirs in a private list; never says who. The subject is the product. */
  saved: { group: 'people', joins: 'subject', once: true, canBeOff: true },
  /** Somebody put a product of theirs into a public list: the subject is the product, `about` the list. */
  listed: { group: 'people', joins: 'subject', once: true, canBeOff: true },
  order_posted: { group: 'money', joins: 'all', once: false, canBeOff: false },
  order_returned: { group: 'money', joins: 'all', once: false, canBeOff: false },
  /** An earning month was settled: `detail` is the month, as in 2026-09. */
  amazon_paid: { group: 'money', joins: 'nothing', once: false, canBeOff: false },
  /** The subject is the payout's line. */
  payout_sent: { group: 'money', joins: 'subject', once: false, canBeOff: false },
  payout_failed: { group: 'money', joins: 'subject', once: false, canBeOff: false },
  /** The subject is the question. */
  question_answered: { group: 'money', joins: 'subject', once: false, canBeOff: false },
  hold_set: { group: 'money', joins: 'nothing', once: false, canBeOff: false },
  hold_lifted: { group: 'money', joins: 'nothing', once: false, canBeOff: false },
  /** The subject is the decision, `about` the product or list, `detail` what was decided. */
  moderation_decided: { group: 'account', joins: 'subject', once: false, canBeOff: false },
  /** `detail` says what was changed. */
  sign_in_changed: { group: 'account', joins: 'nothing', once: false, canBeOff: false },
} as const satisfies Record<string, NewsKindRules>

export type NewsKind = keyof typeof newsKinds

export const newsKindNames = Object.keys(newsKinds) as NewsKind[]
