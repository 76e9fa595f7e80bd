import { type NewsKind, newsKindNames } from './kinds.ts'

/** The ways on which news come: in the app, by mail, and as a message of a browser. */
export const ways = ['app', 'mail', 'push'] as const
export type Way = (typeof ways)[number]

/** All that comes on ways: the news, and the weekly note, which stands on a page of its own. */
export type WayKind = NewsKind | 'weekly_note'

export const wayKinds: readonly WayKind[] = [...newsKindNames, 'weekly_note']

export const isWayKind = (name: string): name is WayKind => wayKinds.includes(name as WayKind)

/** A choice that is on or off at first; what always comes, whatever somebody chooses; what there is not. */
export type Offer = 'on' | 'off' | 'always' | 'never'

const byPeople = { app: 'on', mail: 'off', push: 'on' } as const
const ofMoney = { app: 'always', mail: 'off', push: 'on' } as const
/** A mail of its own goes at once and cannot be stopped. */
const ofWeight = { app: 'always', mail: 'always', push: 'on' } as const

/** What is offered of each kind on each way (docs/product/ways.md#what-comes-on-which-way). */
export const offers: Record<WayKind, Record<Way, Offer>> = {
  followed: byPeople,
  saved: { ...byPeople, push: 'off' },
  listed: byPeople,
  order_posted: ofMoney,
  order_returned: ofMoney,
  amazon_paid: { ...ofMoney, mail: 'never' },
  payout_sent: ofWeight,
  payout_failed: ofWeight,
  question_answered: ofWeight,
  hold_set: { ...ofMoney, mail: 'never' },
  hold_lifted: { ...ofMoney, mail: 'never' },
  moderation_decided: ofWeight,
  sign_in_changed: ofWeight,
  weekly_note: { app: 'always', mail: 'off', push: 'on' },
}

/** Whether a person may choose it. */
export const isChoice = (kind: WayKind, way: Way): boolean => ['on', 'off'].includes(offers[kind][way])

/** Whether it comes to somebody who has chosen this, or nothing. */
export function comes(kind: WayKind, way: Way, chosen: boolean | undefined): boolean {
  const offer = offers[kind][way]
  return offer === 'always' || (isChoice(kind, way) && (chosen ?? offer === 'on'))
}
