import { expect } from 'vitest'
import { addressOf, clickOn } from '../../../clicks/testing/clicks.ts'
import type { Row } from './model.ts'
import { toldKind } from './telling.ts'
import { monthAt, type Year } from './year.ts'

const dayMs = 86_400_000
const later = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** Visits of a creator by days, Monday first, and by sites; and who began to follow them. */
type Visited = { days: number[]; sites: Map<string, number>; followers: number }

/**
 * Passes the Mondays until the next step of the year: readers come and follow, notes are written, and each is compared
 * with one made from docs/product/notes.md#what-counts.
 */
export async function compareNotes(year: Year, index: number) {
  const until = `${monthAt(index + 2)}-06`
  const today = year.stage.today()
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  for (let monday = later(today, (7 - weekday) % 7); monday < until; monday = later(monday, 7)) {
    year.stage.passTo(monday)
    const visited = await visit(year, later(monday, -7))
    const notes = await year.stage.notesOn(later(monday, -7))
    for (const [creator, person] of year.stage.people.entries()) {
      const expected = person.isGone ? undefined : expectedNote(year, creator, monday, visited.get(creator))
      expect(notes.get(person.id), `${person.username}, ${monday}`).toEqual(expected)
    }
  }
}

/** Some creators have visits and followers in a week. */
async function visit({ stage, random, readers }: Year, from: string) {
  const visited = new Map<number, Visited>()
  const clicks = []
  for (const [creator, person] of stage.people.entries()) {
    if (person.isGone || !random.chance(0.08)) continue
    const of: Visited = { days: [0, 0, 0, 0, 0, 0, 0], sites: new Map(), followers: 0 }
    for (let n = random.between(0, 5); n > 0; n--) {
      const day = random.between(0, 6)
      const site = random.pick([null, 'instagram.com', 'instagram.com', 'spam.example'])
      of.days[day] = (of.days[day] ?? 0) + 1
      of.sites.set(site ?? '', (of.sites.get(site ?? '') ?? 0) + 1)
      const clickedAt = new Date(`${later(from, day)}T20:00:00Z`)
      readers.count += 1
      clicks.push(clickOn(person.productId, { clickedAt, site, address: addressOf(256 * readers.count) }))
    }
    const follower = random.pick(stage.people)
    if (random.chance(0.5) && !follower.isGone && follower !== person)
      if (await stage.followAt(follower, person, new Date(`${later(from, 3)}T20:00:00Z`))) of.followers = 1
    visited.set(creator, of)
  }
  await Promise.all(clicks.map((click) => stage.app.app.services.clicks.record(click)))
  return visited
}

const usd = (cents: number) =>
  `${cents < 0 ? '−' : ''}$${(Math.abs(cents) / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`
const spelled = ['', 'One person', 'Two people', 'Three people', 'Four people', 'Five people', 'Six people']

/** What docs/product/notes.md#what-counts says of a creator's week; undefined for a quiet one. */
function expectedNote(year: Year, creator: number, monday: string, visited?: Visited) {
  const { model } = year
  const [from, to] = [later(monday, -7), later(monday, -1)]
  const isOf = (day: string | undefined) => day !== undefined && day >= from && day <= to
  const own = model.rowsOf(creator)
  const nameOf = (row: Row) => row.order?.id ?? `${own.indexOf(row)}`
  const written = Map.groupBy(
    own.filter((row) => isOf(row.at)),
    nameOf,
  )
  const sum = (rows: Row[]) => rows.reduce((cents, { share }) => cents + share, 0)
  const taken = [...written.values()].filter((rows) => sum(rows) < 0)
  const apart = new Set(taken.flat())
  const posted = sum(own.filter((row) => !apart.has(row) && isOf(model.postedOn(row))))
  const orders = Map.groupBy(
    own.filter(({ order }) => order),
    nameOf,
  )
  const bought = [...orders.values()].filter(
    ([first, ...others]) =>
      isOf(first?.at) &&
      [first, ...others].reduce((cents, row) => cents + (row?.share ?? 0) + (row?.fee ?? 0), 0) > 0,
  )
  const coming = sum(bought.flat().filter((row) => (model.postedOn(row) ?? '9') > monday))
  const visits = visited?.days ?? [0, 0, 0, 0, 0, 0, 0]
  const all = visits.reduce((one, other) => one + other, 0)
  const followers = visited?.followers ?? 0
  const back = taken.reduce((cents, rows) => cents + sum(rows), 0)
  if (all === 0 && bought.length === 0 && followers === 0 && posted === 0 && taken.length === 0)
    return undefined
  const isInstagram = (visited?.sites.get('instagram.com') ?? 0) > all / 2
  const people = spelled[bought.length]
  const headline = () => {
    if (all > 0) {
      const visit = `Your mug had ${all} ${all === 1 ? 'visit' : 'visits'}${isInstagram ? ', most from Instagram' : ''}`
      return `${visit}${people ? `; ${people.toLowerCase()} bought` : ''}.`
    }
    if (people) return `${people} bought through your links.`
    if (posted > 0) return `${usd(posted)} was posted.`
    if (back < 0) return `${usd(-back)} was taken back.`
    return followers > 0 ? 'One person began to follow you.' : 'What is posted of yours has changed.'
  }
  const figures = [
    followers > 0 && { kind: 'followers', name: 'New follower', value: '1' },
    posted !== 0 && { kind: 'posted', name: 'Posted', value: usd(posted) },
    taken.length > 0 && { kind: 'taken_back', name: expect.stringMatching(/^Taken back/), value: usd(back) },
  ].filter(Boolean)
  return {
    ...{ from, to, visits, headline: headline(), figures },
    ...{ id: expect.any(String), written_at: expect.any(String) },
    on_its_way: coming > 0 ? `${usd(coming)} is on its way.` : null,
    amounts: { on_its_way: coming / 100, posted: posted / 100, taken_back: back / 100 },
    to_do: toDo[toldKind(year, creator)] ?? null,
  }
}

const details = { button: expect.any(String), path: '/earnings/details' }
const toDo: Record<string, object> = {
  held: { ...details, text: 'Your money is held. Nothing is lost.', path: '/earnings/payouts' },
  unproven: { ...details, text: 'We pay nobody whose address is not proven.' },
  no_details: { ...details, text: 'We do not know where to send your money.' },
}
