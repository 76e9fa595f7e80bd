import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minCost } from '../../src/identity/testing/password-cost.ts'
import { createDetailsLimit, createPayoutKey } from '../../src/payouts/index.ts'
import { ManualClock } from '../../src/platform/clock.ts'
import { readSettings } from '../../src/platform/settings/read.ts'
import { createServices } from '../../src/services.ts'
import { dayMs } from '../../src/shared/time.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { DemoIsBusy, fillDemo, smallDemo } from './fill.ts'
import { demoPassword } from './steps/accounts.ts'
import type { World } from './world.ts'

const now = new Date('2026-11-21T10:00:00Z')

type Place = {
  world: World
  clock: ManualClock
  database: TestDatabase
  files: string
  close(): Promise<void>
}

async function openPlace(): Promise<Place> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-demo-'))
  const clock = new ManualClock(now)
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir }, dataDir)
  const services = await createServices({
    settings,
    siteUrl: 'http://folio.test',
    database,
    clock: clock.now,
    log: pino({ level: 'silent' }),
    identity: { passwordCost: minCost },
  })
  return {
    world: {
      ...database,
      services,
      clock: clock.now,
      log: pino({ level: 'silent' }),
      earnings: settings.earnings,
      payouts: {
        ...settings.payouts,
        key: createPayoutKey(settings),
        limit: createDetailsLimit(database.pool),
      },
    },
    clock,
    database,
    files: path.join(dataDir, 'files/avatars'),
    close: async () => {
      await services.pipeline.close()
      await services.clicks.close()
      await services.amazon.close()
      await database.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}

const fill = ({ world }: Place) => fillDemo(world, smallDemo, () => {})

async function rows({ database }: Place, statement: string) {
  return (await database.pool.query(statement)).rows
}

const number = async (place: Place, statement: string) => Number((await rows(place, statement))[0].count)

/** All that the demo makes, without generated ids. */
async function contentOf(place: Place) {
  const [people, products, follows, clicks, sessions, pins, ledger] = await Promise.all([
    rows(
      place,
      `select email, username, first_name, bio, avatar_url is not null as has_avatar, u.created_at
       from users u join profiles p using (id) order by email`,
    ),
    rows(
      place,
      `select u.email, p.asin, p.marketplace, p.title, p.user_comment, p.price_cents, p.tags, p.created_at,
         c.slug as category, s.id as short_link, t.clicks_count
       from products p join users u on u.id = p.user_id join click_totals t on t.product_id = p.id
       join short_links s on s.product_id = p.id left join product_categories pc on pc.product_id = p.id
       left join categories c on c.id = pc.category_id order by u.email, p.asin`,
    ),
    rows(
      place,
      `select a.username as follower, b.username as following, f.created_at from followers f
       join profiles a on a.id = f.follower_id join profiles b on b.id = f.following_id order by 1, 2`,
    ),
    rows(
      place,
      `select p.asin, u.email, c.kind, c.outcome, c.referrer, c.user_agent, c.clicked_at from clicks c
       join products p on p.id = c.product_id join users u on u.id = p.user_id
       order by u.email, p.asin, c.clicked_at, c.kind`,
    ),
    rows(place, 'select count(*) from sessions'),
    rows(
      place,
      `select u.email, c.slug, p.is_pinned from user_category_preferences p join users u on u.id = p.user_id
       join categories c on c.id = p.category_id order by 1, 2`,
    ),
    rows(
      place,
      `select u.email, l.sequence, l.order_item_id, l.transaction_type, l.user_amount_cents, l.created_at, m.confidence
       from earnings_ledger l join payees y on y.id = l.payee_id join users u on u.id = y.user_id
       join order_matches m using (order_item_id) order by u.email, l.order_item_id, l.pair_sequence`,
    ),
  ])
  return { people, products, follows, clicks, sessions, pins, ledger }
}

let place: Place
let counts: Awaited<ReturnType<typeof fill>>
/** The result of one undisturbed run. */
let content: Awaited<ReturnType<typeof contentOf>>
beforeAll(async () => {
  place = await openPlace()
  counts = await fill(place)
  content = await contentOf(place)
})
afterAll(() => place.close())

describe('the demo', () => {
  it('has what it reports', async () => {
    expect(counts).toMatchObject({ creators: 4, readers: 3, products: 16 })
    expect(await number(place, 'select count(*) from profiles')).toBe(8)
    expect(await number(place, 'select count(*) from products')).toBe(16)
    expect(await number(place, 'select count(*) from followers')).toBe(counts.follows)
    expect(await number(place, 'select count(*) from clicks')).toBe(counts.clicks)
    expect(counts.clicks).toBeGreaterThan(300)
  })

  it('has top creators of the week', async () => {
    expect(await number(place, 'select count(*) from creator_ranking')).toBeGreaterThan(1)
  })

  it('gives every product but bare ones a picture, and each one short link of its own, and a category or the Inbox', async () => {
    const broken = await number(
      place,
      `select count(*) from products p where (image_source is distinct from 'owner') <> (length(title) > 120)
         or (select count(*) from short_links s where s.product_id = p.id and not s.is_of_list) <> 1
         or (select count(*) from product_categories c where c.product_id = p.id) <> p.is_categorized::int`,
    )
    expect(broken).toBe(0)
  })

  it('has public lists, a look with points, and what its creators have saved', async () => {
    const visible = 'lists where is_public and shown_count >= 3'
    expect(await number(place, `select count(*) from ${visible}`)).toBeGreaterThan(3)
    expect(await number(place, `select count(*) from ${visible} and is_look`)).toBeGreaterThan(0)
    expect(await number(place, 'select count(*) from list_items where point_x is not null')).toBeGreaterThan(
      2,
    )
    expect(await number(place, 'select count(*) from lists where is_saved')).toBe(3)
  })

  it('pins the categories that its creators have products in', async () => {
    const pinned = await rows(
      place,
      `select u.email, c.slug, exists (
         select from product_categories pc where pc.user_id = u.id and pc.category_id = c.id) as is_filled
       from users u cross join categories c
       left join user_category_preferences p on p.user_id = u.id and p.category_id = c.id
       where coalesce(p.is_pinned, c.sort_order <= 8) and exists (select from products where user_id = u.id)`,
    )
    expect(pinned.length).toBeGreaterThan(4)
    expect(pinned.filter((category) => !category.is_filled)).toEqual([])
  })

  it('has pictures that can be seen', async () => {
    const pictures = await rows(
      place,
      `select image_url as url, 800 as width from products where image_url is not null
       union all select avatar_url, 400 from profiles where avatar_url is not null`,
    )
    const bare = await number(place, 'select count(*) from products where length(title) > 120')
    expect(bare).toBeGreaterThan(0)
    expect(pictures).toHaveLength(16 - bare + 4)
    for (const { url, width } of pictures) {
      const file = path.join(place.files, url.replace('/storage/v1/object/public/avatars/', ''))
      expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width, height: width })
    }
  })

  it('has prices in dollars, read at the demo’s own making', async () => {
    const wrong = await number(
      place,
      `select count(*) from products where (marketplace = 'us' and length(title) <= 120) <> (price_cents is not null)
         or price_as_of <> '${now.toISOString()}'`,
    )
    expect(wrong).toBe(0)
  })

  it('has counters that equal their rows, and clicks of every outcome', async () => {
    const wrong = await number(
      place,
      `select count(*) from click_totals t where clicks_count <> (select count(*) from clicks c
         where c.product_id = t.product_id and c.kind = 'view' and c.outcome = 'counted')`,
    )
    expect(wrong).toBe(0)
    const outcomes = await rows(place, 'select distinct outcome from clicks order by 1')
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['bot', 'counted', 'limited', 'owner', 'repeat'])
  })

  it('is in the past, and nothing is older than its product or its person', async () => {
    const wrong = await number(
      place,
      `select count(*) from clicks c join products p on p.id = c.product_id join users u on u.id = p.user_id
       where c.clicked_at <= p.created_at or p.created_at < u.created_at or c.clicked_at > '${now.toISOString()}'`,
    )
    expect(wrong).toBe(0)
    expect(await number(place, 'select count(*) from clicks_default')).toBe(0)
  })

  it('leaves no salt of a past day', async () => {
    const salts = await rows(place, 'select day from click_salts')
    expect(salts.every(({ day }) => day >= '2026-11-20')).toBe(true)
  })

  it('has matched and posted orders, one assigned by hand, and some without a creator', async () => {
    expect(await number(place, 'select count(*) from amazon_orders')).toBe(counts.orders)
    const found = await rows(place, 'select distinct confidence from order_matches order by 1')
    expect(found.map(({ confidence }) => confidence)).toEqual(['high', 'manual', 'unknown'])
    expect(await number(place, 'select count(*) from earnings_ledger')).toBeGreaterThan(3)
  })

  it('lets people sign in', async () => {
    const { services, db, clock } = place.world
    const session = await services.identity.sessions.signIn(
      { db, clock, actor: null },
      { email: 'maya.okafor@folio.example', password: demoPassword },
      { userAgent: null },
    )
    expect(session.user.user_metadata).toMatchObject({ first_name: 'Maya' })
  })
})

describe('a year of money in the demo', () => {
  it('leaves nothing pending for longer than Amazon takes, and pays the first creator, whom nothing is held of', async () => {
    const year = await openPlace()
    // A few products bring less than what is usually paid out.
    const world = { ...year.world, payouts: { ...year.world.payouts, minimumCents: 1 } }
    await fillDemo(world, { ...smallDemo, clickScale: 1, reports: Number.POSITIVE_INFINITY }, () => {})
    const late = await number(
      year,
      `select count(*) from earnings_ledger where order_item_id is not null and earning_month < '2026-08-01'
         and posted_on(marketplace, coalesce(counts_month, earning_month), available_on) > '2026-11-21'`,
    )
    expect(late).toBe(0)
    const payouts = await rows(
      year,
      `select l.state from payout_lines l join payout_runs r on r.id = l.run_id
       join payees y on y.id = l.payee_id join users u on u.id = y.user_id
       where u.email = 'maya.okafor@folio.example' order by r.number desc`,
    )
    expect(payouts[0]).toEqual({ state: 'sent' })
    const held = await rows(
      year,
      `select u.email from payout_holds h join payees y on y.id = h.payee_id join users u on u.id = y.user_id
       where h.ended_at is null`,
    )
    expect(held).toEqual([{ email: 'kofi.mensah@folio.example' }])
    await year.close()
  })
})

describe('running it again', () => {
  it('adds nothing, not even days later', async () => {
    const before = await contentOf(place)
    place.clock.set(new Date(now.getTime() + 5 * dayMs))
    expect(await fill(place)).toEqual(counts)
    expect(await contentOf(place)).toEqual(before)
  })

  it('makes a lost picture again, and does not touch deleted products and changed profiles', async () => {
    const [{ id, image_url }] = await rows(
      place,
      'select id, image_url from products where image_url is not null order by created_at',
    )
    const lost = path.join(place.files, image_url.replace('/storage/v1/object/public/avatars/', ''))
    rmSync(lost)
    await place.database.pool.query(
      `with deleted as (
         update products set deleted_at = $2, is_categorized = false
         where id <> $1 and asin = (select max(asin) from products) returning id
       )
       delete from product_categories where product_id in (select id from deleted)`,
      [id, now],
    )
    await place.database.pool.query(`update profiles set bio = 'Mine now' where username = 'maya-okafor'`)
    const again = await fill(place)
    expect(existsSync(lost)).toBe(true)
    expect(await number(place, 'select count(*) from products')).toBe(16)
    expect(again.products).toBe(await number(place, 'select count(*) from products where deleted_at is null'))
    expect(await rows(place, `select bio from profiles where username = 'maya-okafor'`)).toEqual([
      { bio: 'Mine now' },
    ])
  })

  it('is refused during another run', async () => {
    const outcomes = await Promise.allSettled([fill(place), fill(place)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find((one) => one.status === 'rejected')?.reason).toBeInstanceOf(DemoIsBusy)
  })
})

describe('a run that ends half-way', () => {
  const enough = new Error('Enough')

  /** Works `times` times, then fails for good. */
  function tiring<A extends unknown[], R>(work: (...args: A) => Promise<R>, times: number) {
    let left = times
    return async (...args: A): Promise<R> => {
      left -= 1
      if (left < 0) throw enough
      return work(...args)
    }
  }

  it('is completed by the next, as if nothing had happened', async () => {
    const broken = await openPlace()
    const { world } = broken
    const { media, clicks, identity } = world.services
    const withServices = (services: Partial<World['services']>): Place => ({
      ...broken,
      world: { ...world, services: { ...world.services, ...services } },
    })
    const signUp = tiring(identity.sessions.signUp, 3)
    await expect(
      fill(withServices({ identity: { ...identity, sessions: { ...identity.sessions, signUp } } })),
    ).rejects.toBe(enough)
    for (const pictures of [2, 5]) {
      const store = { ...media.store, put: tiring(media.store.put, pictures) }
      await expect(fill(withServices({ media: { ...media, store } }))).rejects.toBe(enough)
    }
    const record = tiring(clicks.record, 150)
    await expect(fill(withServices({ clicks: { ...clicks, record } }))).rejects.toBe(enough)
    await clicks.flush()
    expect(await number(broken, 'select count(*) from clicks')).toBe(150)

    expect(await fill(broken)).toEqual(counts)
    expect(await contentOf(broken)).toEqual(content)
    await broken.close()
  })
})
