import { zoneOf } from '../shared/dates/time-zone.ts'
import type { NoteFacts, ToDo } from '../shared/notes/facts.ts'
import type { OutlookKind } from '../shared/payouts/outlook.ts'
import { knownSite } from '../shared/site-names.ts'
import { addDays, hourMs } from '../shared/time.ts'

/** At this hour of Monday notes are due. */
const dueHour = 8

/** A week that is over, by a time zone's calendar: from its Monday until the next one, both as moments. */
export type Week = {
  zone: string
  /** Its Monday and its Sunday. */
  from: string
  to: string
  /** Where its days begin, and where the last one ends. */
  edges: Date[]
}

const isoDay = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/**
 * The week whose note is due in a time zone: the last whole one, from Monday at eight on; null before that
 * (docs/product/notes.md#when). A server that was down on Monday writes it later in the week.
 */
export function weekDue(timeZone: string, now: Date): Week | null {
  const zone = zoneOf(timeZone)
  const today = zone.dayOf(now)
  const monday = addDays(today, -isoDay(today))
  if (now < zone.instantOf(Date.parse(monday) + dueHour * hourMs)) return null
  const from = addDays(monday, -7)
  const days = Array.from({ length: 8 }, (_, n) => addDays(from, n))
  return { zone: timeZone, from, to: addDays(from, 6), edges: days.map((day) => zone.startOf(day)) }
}

/** An account has a note of a week in which it was there for a whole day. */
export const lastDayBegins = ({ edges }: Week): Date => edges[edges.length - 2] as Date

/** A product is named if it has more than half of all visits, or at least so many. */
const leastNamed = 10

/** A title with more characters is too long: Amazon's are cut on every card. */
export const longestTitle = 120

type Read = {
  views:
    | {
        buckets: number[]
        product_id: string
        product_views: number
        site: string | null
        site_views: number | null
      }
    | undefined
  titles: ReadonlyMap<string, string>
  followers: number
  saved: { people: number; title: string | null } | undefined
  earned:
    | {
        bought: number
        on_its_way: number
        posted: number
        taken_back: number
        taken_orders: number
        taken_title: string | null
        taken_is_returned: boolean
      }
    | undefined
  outlook: OutlookKind | undefined
  mend: { sample_id: string | null; long_id: string | null; length: number | null } | undefined
}

/** What a note tells of what was read; nothing where something has no row. */
export function factsOf({ views, titles, followers, saved, earned, outlook, mend }: Read): NoteFacts {
  const all = views?.buckets.reduce((sum, count) => sum + count, 0) ?? 0
  const isMost = (count: number | null | undefined) => (count ?? 0) * 2 > all
  return {
    visits: views?.buckets ?? [0, 0, 0, 0, 0, 0, 0],
    product:
      views && (isMost(views.product_views) || views.product_views >= leastNamed)
        ? {
            id: views.product_id,
            title: titles.get(views.product_id) ?? '',
            visits: views.product_views,
          }
        : null,
    // Anybody can forge where they come from: a note names no site that it does not know.
    source: views?.site && knownSite(views.site) && isMost(views.site_views) ? views.site : null,
    bought: earned?.bought ?? 0,
    on_its_way: earned?.on_its_way ?? 0,
    followers,
    saved: { people: saved?.people ?? 0, title: saved?.title || null },
    posted: earned?.posted ?? 0,
    taken_back: {
      cents: earned?.taken_back ?? 0,
      orders: earned?.taken_orders ?? 0,
      title: earned?.taken_title || null,
      is_returned: earned?.taken_is_returned ?? false,
    },
    to_do: toDoOf(outlook, mend),
  }
}

/** The first that is true. */
function toDoOf(outlook: Read['outlook'], mend: Read['mend']): ToDo | null {
  if (outlook && isOfMoney(outlook)) return { kind: outlook, product_id: null, length: null }
  if (mend?.sample_id) return { kind: 'sample_picture', product_id: mend.sample_id, length: null }
  if (mend?.long_id) return { kind: 'long_title', product_id: mend.long_id, length: mend.length }
  return null
}

/** What holds up all of somebody's money, and that they can do something about. */
const ofMoney = ['held', 'unproven', 'no_details', 'details_lost'] as const
const isOfMoney = (kind: OutlookKind): kind is (typeof ofMoney)[number] =>
  ofMoney.includes(kind as (typeof ofMoney)[number])

/** A cursor: the Monday of a week; null for anything else. */
export const readWeek = (text: string): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
