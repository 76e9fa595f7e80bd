import { describe, expect, it } from 'vitest'
import { usernameBase } from '../../../src/people/profiles/username-rules.ts'
import { creators } from '../cast/creators.ts'
import { emailOf, readers } from '../cast/people.ts'
import { sellersTitle } from '../finds/find.ts'
import { finds } from '../finds/index.ts'
import { compose } from '../pictures/compose.ts'
import { createRandom } from '../random.ts'
import { planClicks } from './clicks.ts'
import { planFollows } from './follows.ts'
import { planPosts } from './posts.ts'

const end = new Date('2026-11-21T10:00:00Z')
const posts = planPosts(creators, end, Number.POSITIVE_INFINITY)

const distinct = (list: readonly unknown[]) => new Set(list).size

describe('the people of the demo', () => {
  it('are at least a dozen creators, each with a name, an address and a username of their own', () => {
    const people = [...creators, ...readers]
    expect(creators.length).toBeGreaterThanOrEqual(12)
    expect(distinct(people.map(emailOf))).toBe(people.length)
    expect(distinct(people.map((person) => usernameBase(person.firstName, person.lastName)))).toBe(
      people.length,
    )
  })

  it('follow others, never themselves, and nobody twice', () => {
    const follows = planFollows(creators, readers, end)
    expect(follows.every(({ follower, following }) => follower !== following)).toBe(true)
    expect(distinct(follows.map((f) => `${emailOf(f.follower)} ${emailOf(f.following)}`))).toBe(
      follows.length,
    )
  })
})

describe('the products of the demo', () => {
  it('are more than three hundred, of all categories and several shops, a few in the Inbox', () => {
    expect(posts.length).toBeGreaterThan(300)
    expect(distinct(posts.map((post) => post.key))).toBe(posts.length)
    expect(distinct(posts.filter((post) => !post.inInbox).map((post) => post.find.category))).toBe(16)
    expect(distinct(posts.map((post) => post.marketplace))).toBeGreaterThan(6)
    const inInbox = posts.filter((post) => post.inInbox).length
    expect(inInbox).toBeGreaterThan(10)
    expect(inInbox).toBeLessThan(40)
  })

  it('are shared by everyone, each item by several people in different words', () => {
    expect(distinct(posts.map((post) => post.creator))).toBe(creators.length)
    expect(distinct(posts.map((post) => post.comment))).toBe(posts.length)
    expect(distinct(posts.map((post) => `${emailOf(post.creator)} ${post.at.getTime()}`))).toBe(posts.length)
  })

  it('have valid titles, tags and ASINs', () => {
    expect(distinct(finds.map((find) => find.asin))).toBe(finds.length)
    for (const { asin, title, tags, priceCents } of finds) {
      expect(asin).toMatch(/^B0DEMO[A-Z0-9]{4}$/)
      expect(title.length).toBeLessThanOrEqual(60)
      expect(tags).toEqual([...new Set(tags.map((tag) => tag.trim().toLowerCase()))])
      expect(Number.isInteger(priceCents)).toBe(true)
    }
  })

  it('are for a tenth as Amazon has them, with titles of its length', () => {
    const bare = posts.filter((post) => post.isBare)
    expect(bare.length / posts.length).toBeGreaterThan(0.05)
    expect(bare.length / posts.length).toBeLessThan(0.15)
    for (const { find } of bare) {
      const { length } = sellersTitle(find)
      expect(length).toBeGreaterThan(150)
      expect(length).toBeLessThanOrEqual(190)
    }
  })

  it('have pictures that differ, and are the same at every run', () => {
    const pictures = posts.map((post) => compose(post.find.picture, createRandom(post.key)))
    expect(distinct(pictures)).toBe(posts.length)
    const again = posts.slice(0, 20).map((post) => compose(post.find.picture, createRandom(post.key)))
    expect(again).toEqual(pictures.slice(0, 20))
  })
})

describe('the clicks of the demo', () => {
  const clicks = posts.flatMap((post) => planClicks(post, end, 1))
  const share = (fits: (click: (typeof clicks)[number]) => boolean) =>
    clicks.filter(fits).length / clicks.length
  const since = (days: number) => clicks.filter(({ at }) => end.getTime() - at.getTime() < days * 86_400_000)

  it('are tens of thousands, growing, the last week included', () => {
    expect(clicks.length).toBeGreaterThan(30_000)
    expect(clicks.length).toBeLessThan(90_000)
    expect(since(30).length).toBeGreaterThan((since(360).length - since(180).length) / 3)
    expect(since(7).length).toBeGreaterThan(1_000)
  })

  it('come from people and programs, and some go on to the shop', () => {
    expect(share(({ claim }) => claim === 'bot')).toBeCloseTo(0.08, 1)
    expect(share(({ automation }) => automation === 'preview')).toBeGreaterThan(0.04)
    expect(clicks.every(({ claim, automation }) => (claim === 'bot') === (automation !== null))).toBe(true)
    expect(share(({ kind }) => kind === 'outbound')).toBeCloseTo(0.15, 1)
    expect(share(({ byOwner }) => byOwner)).toBeGreaterThan(0.01)
    expect(share(({ site }) => site === 'instagram.com')).toBeGreaterThan(0.1)
    expect(share(({ site, referrer }) => site === 'tiktok.com' && referrer === null)).toBeGreaterThan(0.05)
    expect(share(({ site, claim }) => site === null && claim === 'counted')).toBeGreaterThan(0.05)
  })

  it('have different times for one product, and are the same at every run', () => {
    for (const post of posts.slice(0, 60)) {
      const planned = planClicks(post, end, 1)
      expect(distinct(planned.map(({ at }) => at.getTime()))).toBe(planned.length)
      expect(planClicks(post, end, 1)).toEqual(planned)
    }
  })
})
