import { type NewsKind, newsKindNames, newsKinds } from './kinds.ts'

/** The ways on which news come: in the app, by mail, and as a message of a browser. */
export const ways = ['app', 'mail', 'push'] as const
export type Way = (typeof ways)[number]

/** All that comes on ways: the news, and the weekly note, which stands on a page of its own. */
export type WayKind = NewsKind | 'weekly_note'

export const wayKinds: readonly WayKind[] = [...newsKindNames, 'weekly_note']

export const isWayKind = (name: string): name is WayKind => wayKinds.includes(name as WayKind)

/** A choice that is on or off at first; what always comes, whatever somebody chooses; what there is not. */
export type Offer = 'on' | 'off' | 'always' | 'never'

type Outside = Record<Exclude<Way, 'app'>, Offer>
const byPeople = { mail: 'off', push: 'on' } as const
/** A mail of its own goes at once and cannot be stopped. */
const ofWeight = { mail: 'always', push: 'on' } as const

/** What is offered of each kind outside the app. */
const outside: Record<WayKind, Outside> = {
  followed: byPeople,
  saved: { mail: 'off', push: 'off' },
  listed: byPeople,
  order_posted: byPeople,
  order_returned: byPeople,
  amazon_paid: { mail: 'never', push: 'on' },
  payout_sent: ofWeight,
  payout_failed: ofWeight,
  question_answered: ofWeight,
  hold_set: { mail: 'never', push: 'on' },
  hold_lifted: { mail: 'never', push: 'on' },
  moderation_decided: ofWeight,
  sign_in_changed: ofWeight,
  weekly_note: byPeople,
}

const canBeOff = (kind: WayKind) => kind !== 'weekly_note' && newsKinds[kind].canBeOff

/** What is offered of a kind on a way (docs/product/ways.md#what-comes-on-which-way). */
export function offerOf(kind: WayKind, way: Way): Offer {
  if (way !== 'app') return outside[kind][way]
  return canBeOff(kind) ? 'on' : 'always'
}

/** Whether a person may choose it. */
export const isChoice = (kind: WayKind, way: Way): boolean => ['on', 'off'].includes(offerOf(kind, way))

/** Whether it comes to somebody who has chosen this, or nothing. */
export function comes(kind: WayKind, way: Way, chosen: boolean | undefined): boolean {
  const offer = offerOf(kind, way)
  return offer === 'always' || (isChoice(kind, way) && (chosen ?? offer === 'on'))
}
