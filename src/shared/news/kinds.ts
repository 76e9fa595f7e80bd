/** What news are about: money, what people did, or the account itself. */
export const newsGroups = ['money', 'people', 'account'] as const
export type NewsGroup = (typeof newsGroups)[number]

export type NewsKindRules = {
  group: NewsGroup
  /** What joins an unread row: all of the kind, what is about the same thing, or nothing. */
  joins: 'all' | 'subject' | 'nothing'
  /** Told once for good of each subject and actor. */
  once: boolean
  /** Whether the person learns who did it. */
  isNamed: boolean
  /** Whether a person may switch it off in the app. */
  canBeOff: boolean
}

/** Everything that a person is told, in the order of the settings (docs/product/news.md#what-is-told). */
export const newsKinds = {
  followed: { group: 'people', joins: 'all', once: true, isNamed: true, canBeOff: true },
  /** Somebody keeps a product of theirs in a private list; never says who. The subject is the product. */
  saved: { group: 'people', joins: 'subject', once: true, isNamed: false, canBeOff: true },
  /** Somebody put a product of theirs into a public list: the subject is the product, `about` the list. */
  listed: { group: 'people', joins: 'subject', once: true, isNamed: true, canBeOff: true },
  order_posted: { group: 'money', joins: 'all', once: false, isNamed: false, canBeOff: false },
  order_returned: { group: 'money', joins: 'all', once: false, isNamed: false, canBeOff: false },
  /** Amazon has paid for an earning month: `detail` is the month, as in 2026-09. */
  amazon_paid: { group: 'money', joins: 'nothing', once: false, isNamed: false, canBeOff: false },
  /** The subject is the payout's line, `detail` the state that it has reached. */
  payout_sent: { group: 'money', joins: 'subject', once: false, isNamed: false, canBeOff: false },
  payout_failed: { group: 'money', joins: 'subject', once: false, isNamed: false, canBeOff: false },
  /** The subject is the question, `about` the row of the ledger. */
  question_answered: { group: 'money', joins: 'subject', once: false, isNamed: false, canBeOff: false },
  /** The subject is the hold of a creator or a month; holds of orders have none, and are counted. */
  hold_set: { group: 'money', joins: 'subject', once: false, isNamed: false, canBeOff: false },
  hold_lifted: { group: 'money', joins: 'subject', once: false, isNamed: false, canBeOff: false },
  /** The subject is the decision, `about` the product or list, `detail` what was decided. */
  moderation_decided: { group: 'account', joins: 'subject', once: false, isNamed: false, canBeOff: false },
  /** The subject is the notice, `detail` says what was changed. */
  sign_in_changed: { group: 'account', joins: 'subject', once: true, isNamed: false, canBeOff: false },
} as const satisfies Record<string, NewsKindRules>

export type NewsKind = keyof typeof newsKinds

export const newsKindNames = Object.keys(newsKinds) as NewsKind[]

/** The kinds of a group; all of them without one. */
export const kindsOf = (group?: NewsGroup | undefined): NewsKind[] =>
  newsKindNames.filter((kind) => group === undefined || newsKinds[kind].group === group)
