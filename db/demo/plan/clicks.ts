import { hash } from 'node:crypto'
import { automationOf, type Click, siteOf } from '../../../src/clicks/index.ts'
import { dayMs } from '../../../src/shared/time.ts'
import { after, busyness, momentOfDay, startOfDay } from '../calendar.ts'
import { createRandom, type Random } from '../random.ts'
import type { Post } from './posts.ts'
import { anyPerson, anyProgram, type Visitor } from './visitors.ts'

/** A click on a post's link, before its product exists. */
type PlannedClick = Pick<
  Click,
  'kind' | 'claim' | 'eventId' | 'viewEventId' | 'address' | 'userAgent' | 'referrer' | 'automation' | 'site'
> & {
  at: Date
  byOwner: boolean
}

/** Views a day of a product of average reach on the day it is shared, at the demo's current size. */
const looksOnFirstDay = 6.5

/** The clicks on a post up to `end`, in order of time and no two at once. `scale` 1 is the whole demo. */
export function planClicks(post: Post, end: Date, scale: number): PlannedClick[] {
  const random = createRandom(`clicks on ${post.key}`)
  const appeal = post.creator.reach * Math.exp(random.between(-1, 0.9)) * scale
  const wave = waveOf(post, end, random)
  const clicks: PlannedClick[] = []
  for (let day = startOfDay(post.at); day <= end; day = after(day, dayMs)) {
    const mean = appeal * looksOnFirstDay * interest(post.at, day, end) + wave(day) * scale
    const visits = random.poisson(mean * busyness(day))
    for (let i = 0; i < visits; i++) clicks.push(...visitOf(after(day, momentOfDay(random)), random))
  }
  return inOrder(clicks.filter(({ at }) => at > post.at && at < end))
}

/** Decreases in the weeks after sharing, never quite to nothing; and a year ago there were fewer people. */
function interest(shared: Date, day: Date, end: Date): number {
  const age = Math.max(0, (day.getTime() - shared.getTime()) / dayMs)
  const ago = (end.getTime() - day.getTime()) / dayMs
  return ((1 + age / 5) ** -1.1 + 0.05) * Math.exp(-ago / 230)
}

/** A few posts go viral: for some days hundreds view them. Returns how many more on a day. */
function waveOf(post: Post, end: Date, random: Random): (day: Date) => number {
  if (!random.chance(0.035)) return () => 0
  const days = (end.getTime() - post.at.getTime()) / dayMs
  const start = after(startOfDay(post.at), Math.floor(Math.min(days, 60) * random.next()) * dayMs)
  const peak = random.between(140, 420) * post.creator.reach
  return (day) => {
    const since = (day.getTime() - start.getTime()) / dayMs
    return since < 0 ? 0 : peak * 0.62 ** since
  }
}

function visitOf(at: Date, random: Random): PlannedClick[] {
  const kind = random.next()
  if (kind < 0.08) return [clickOf(at, anyProgram(random))]
  const person = anyPerson(random)
  if (kind < 0.1) return [{ ...clickOf(at, person), byOwner: true }]
  // An address that sends far more than a person would.
  if (kind < 0.104) return [{ ...clickOf(at, person), claim: 'limited' }]
  const eventId = eventIdOf(at, person)
  const clicks: PlannedClick[] = [{ ...clickOf(at, person), eventId }]
  const later = (seconds: number) => after(at, Math.floor(seconds * 1000))
  if (random.chance(0.18)) {
    const press = clickOf(later(random.between(8, 200)), person)
    clicks.push({ ...press, kind: 'outbound', eventId: null, viewEventId: eventId })
  }
  if (random.chance(0.08)) clicks.push(clickOf(later(random.between(40, 1500)), person))
  return clicks
}

/** A press names the view that it came from, as the page does; the same at every run. */
const eventIdOf = (at: Date, { address, userAgent }: Visitor): string =>
  hash('sha256', `${at.getTime()} ${address} ${userAgent}`, 'hex').replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/,
    '$1-$2-4$3-8$4-$5',
  )

function clickOf(at: Date, visitor: Visitor): PlannedClick {
  const automation = automationOf({ method: 'POST', headers: { 'user-agent': visitor.userAgent } })
  return {
    ...visitor,
    at,
    kind: 'view',
    eventId: null,
    viewEventId: null,
    claim: automation ? 'bot' : 'counted',
    automation,
    site: siteOf({ ...visitor, ownHost: 'folio.example' }),
    byOwner: false,
  }
}

/** A click is identified by its product and its time, so no two of a product share one. */
function inOrder(clicks: PlannedClick[]): PlannedClick[] {
  let last = 0
  return clicks
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((click) => {
      last = Math.max(last + 1, click.at.getTime())
      return { ...click, at: new Date(last) }
    })
}
