import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeS3 } from '../../tests/fakes/s3.ts'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { signUp } from '../../tests/harness/people.ts'
import { foldClicks } from '../clicks/index.ts'
import { clickOn } from '../clicks/testing/clicks.ts'
import { post, signUpPayee } from '../earnings/testing/ledger.ts'
import { type Life, liveALife, uploadPicture, words } from './testing/life.ts'
import { columnsThatReferToPeople, rowsThatReferTo } from './testing/references.ts'

let app: TestApp
let life: Life
beforeAll(async () => {
  app = await startTestApp()
  life = await liveALife(app)
})
afterAll(() => app.close())

const exportOf = ({ token }: { token: string }) => app.request('GET', '/api/v1/me/export', { token })

/** Where the export has the rows of each column that refers to a person. */
const holders: Record<string, (data: Record<string, unknown[]>) => unknown[]> = {
  'identities.user_id': ({ account }) => (account as unknown as { identities: unknown[] }).identities,
  'sessions.user_id': ({ account }) => (account as unknown as { sessions: unknown[] }).sessions,
  'factors.user_id': ({ account }) => (account as unknown as { factors: unknown[] }).factors,
  'passkeys.user_id': ({ account }) => (account as unknown as { passkeys: unknown[] }).passkeys,
  'usernames.user_id': ({ usernames = [] }) => usernames,
  'news.user_id': ({ news = [] }) => news,
  'profiles.id': ({ profile }) => [profile],
  'followers.follower_id': ({ following = [] }) => following,
  'followers.following_id': ({ followers = [] }) => followers,
  'payees.user_id': ({ payee }) => [payee],
  'products.user_id': ({ products = [] }) => products,
  'user_category_preferences.user_id': ({ category_pins = [] }) => category_pins,
  'lists.user_id': ({ lists = [] }) => lists,
  'news_choices.user_id': ({ news_choices = [] }) => news_choices,
  'news_settings.user_id': ({ news_settings }) => [news_settings],
  'product_picks.user_id': ({ picks = [] }) => picks,
  'reports.reporter_id': ({ reports = [] }) => reports,
  'weekly_notes.user_id': ({ notes = [] }) => notes,
  'moderation_decisions.user_id': ({ moderation_decisions = [] }) => moderation_decisions,
}

/** The columns that it leaves out, and why. */
const leftOut: Record<string, string> = {
  'following_visits.user_id': 'one row, which the export has as following_seen',
  'news_once.user_id': 'that something was told, so that it is told once: what was told is listed',
  'news_once.actor': 'that others were told of a follow or a saved product, which are listed',
  'follow_counts.user_id': 'how many the lists of follows hold',
  'creator_ranking.user_id': 'computed every few minutes from the clicks of the products',
  'product_ranks.user_id': 'computed every hour from the clicks of the products',
  'payee_tie_salts.user_id': 'a random number, by which the log of the ledger knows whose the payee is',
  'pictures.user_id': 'the addresses are listed from the store',
  'means_changes.user_id': 'what was removed is kept for seven days to return, and what stands is listed',
  'one_time_tokens.user_id': 'a secret for a few minutes',
  'auth_codes.user_id': 'a secret for a few minutes',
  'provider_links.user_id': 'a secret for a few minutes',
  'familiar_places.user_id': 'hashes of browsers and networks, which show nothing',
  'collection_imports.user_id': 'which products an import made, for two days: all of them are listed',
  'list_slugs.user_id': 'the present and former addresses of lists, which have them',
  'list_days.user_id': 'the days on which lists became public for the first time, as they say',
  'weekly_note_marks.user_id': 'which week of theirs was looked at last: its note, if there was anything',
  'feed_hours.user_id': 'how many products the feed has of an hour, by their dates',
  'idempotency_keys.user_id': 'ids of what requests made, for 30 days, all of them exported elsewhere',
  'import_batches.actor_id': 'admin work, not an act of the person',
  'import_batches.undone_by': 'admin work, not an act of the person',
  'order_runs.actor_id': 'admin work, not an act of the person',
  'paying_dates.actor_id': 'admin work, not an act of the person',
  'status_meanings.actor_id': 'what an admin said that a status of reports means: admin work',
  'return_answers.actor_id': 'what an admin said of whose a return is: admin work',
  'return_decisions.actor_id': 'what an admin said of returns that a report reports again: admin work',
  'duplicate_decisions.actor_id': 'admin work, not an act of the person',
  'mail_bounces.user_id': 'whether mails arrive, for 90 days: the notice above every page says so',
  'mails_sent.user_id': 'ids of mails that the person has, for 30 days',
  'news_sends.user_id': 'ids of mails and messages that the person has, for 90 days',
  'push_devices.user_id': 'secrets of browsers; the sessions that they belong to are listed',
  'moderation_cases.user_id': 'that others reported the profile is shown to admins alone',
  'moderation_decisions.decided_by': 'admin work, not an act of the person',
  'click_flags_seen.seen_by': 'admin work, not an act of the person',
  'checkpoint_mails.user_id':
    'which admins are mailed checkpoints of the ledger: admin work, not an act of the person',
  'month_releases.released_by': 'admin work, not an act of the person',
  'ledger_question_messages.admin_id': 'what an admin answered: the export has it with the question',
  'exchange_rates.set_by': 'admin work, not an act of the person',
  'platform_fees.set_by': 'admin work, not an act of the person',
  'platform_fees.taken_back_by': 'admin work, not an act of the person',
  'payout_holds.set_by': 'admin work, not an act of the person',
  'payout_holds.ended_by': 'admin work, not an act of the person',
  'payout_runs.drafted_by': 'admin work, not an act of the person',
  'payout_runs.decided_by': 'admin work, not an act of the person',
  'payout_answers.answered_by': 'admin work, not an act of the person',
  'payout_batches.requested_by': 'admin work, not an act of the person',
  'payout_file_fetches.fetched_by': 'admin work, not an act of the person',
  'transfers.recorded_by': 'admin work, not an act of the person',
  'transfers.reversed_by': 'admin work, not an act of the person',
  'press_flags.seen_by': 'admin work, not an act of the person',
  'order_matches.matched_by': 'admin work, not an act of the person',
  'admin_audit.actor_id': 'admin work, not an act of the person',
  'admin_proposals.proposed_by': 'admin work, not an act of the person',
  'admin_proposals.decided_by': 'admin work, not an act of the person',
  'money_acts.acted_by': 'admin work, not an act of the person',
}

describe('the export of one’s own data (docs/product/calls.md#own-data)', () => {
  it('has every row of every table that refers to a person, or a reason why not', async () => {
    expect(await columnsThatReferToPeople(app)).toEqual(
      [...Object.keys(holders), ...Object.keys(leftOut)].sort(),
    )
    const { body } = await exportOf(life)
    for (const [column, rowsOf] of Object.entries(holders)) {
      const rows = await rowsThatReferTo(app, life.id, column)
      expect(rows, column).toBeGreaterThan(0)
      expect([column, rowsOf(body).length]).toEqual([column, rows])
    }
  })

  it('is a file with a name of its own, cached by nobody', async () => {
    const { status, headers } = await exportOf(life)
    const day = app.clock.now().toISOString().slice(0, 10)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/json')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="folio-export-${life.username}-${day}.json"`,
    )
  })

  it('holds account, profile and people', async () => {
    const { body } = await exportOf(life)
    expect(body).toMatchObject({
      exported_at: app.clock.now().toISOString(),
      account: {
        id: life.id,
        email: life.email,
        email_verified_at: null,
        has_password: true,
        user_metadata: { first_name: words.first, last_name: words.last },
        identities: [{ provider: 'email' }],
        sessions: [{ user_agent: 'node' }, { user_agent: 'node' }],
        factors: [{ type: 'totp', friendly_name: 'My phone', verified_at: null }],
      },
      profile: {
        first_name: words.first,
        username: life.username,
        bio: words.bio,
        avatar_url: life.pictures[0],
      },
      usernames: [{ username: life.formerUsername }, { username: life.username }],
      following: [{ username: life.friend.username }],
      followers: [{ username: life.friend.username }],
      category_pins: [{ slug: 'kitchen', is_pinned: false }],
    })
  })

  it('holds all products: with category, of the Inbox, and deleted ones', async () => {
    const { body } = await exportOf(life)
    const { categorized, inbox, deleted } = life.products
    expect(body.products).toMatchObject([
      {
        id: categorized.id,
        asin: 'B0ACCOUNT1',
        amazon_url: 'https://www.amazon.com/dp/B0ACCOUNT1',
        description: `All about ${words.text}`,
        user_comment: `I love ${words.text}`,
        tags: ['vexillology', 'lamp'],
        categories: ['kitchen'],
        is_categorized: true,
        short_link_ids: [categorized.short_link_id],
        clicks_count: 0,
        earnings_usd: 0,
        deleted_at: null,
      },
      {
        id: inbox.id,
        categories: [],
        is_categorized: false,
        image_url: life.pictures[1],
        attention: null,
      },
      { id: deleted.id, deleted_at: app.clock.now().toISOString() },
    ])
  })

  it('holds the clicks on all products by day (UTC), folded or not', async () => {
    const context = { db: app.database.db }
    const { inbox } = life.products
    const click = (values: Parameters<typeof clickOn>[1]) =>
      app.app.services.clicks.record(clickOn(inbox.id, values))
    const day = (n: number) => new Date(Date.UTC(2026, 0, n, 12))
    await click({ clickedAt: day(1) })
    await click({ clickedAt: day(1), address: '192.0.2.2' })
    await foldClicks(context)
    await click({ clickedAt: day(1), kind: 'outbound' })
    await click({ clickedAt: day(2), claim: 'bot', automation: 'preview' })
    await click({ clickedAt: day(2), claim: 'bot', automation: 'crawler', kind: 'outbound' })
    await click({ clickedAt: day(3), viewerId: life.id })
    const { body } = await exportOf(life)
    expect(body.clicks).toEqual([
      {
        product_id: inbox.id,
        days: [
          { day: '2026-01-01', people: 2, presses: 1, previews: 0, bots: 0 },
          { day: '2026-01-02', people: 0, presses: 0, previews: 1, bots: 1 },
        ],
      },
    ])
    expect((await exportOf(life.friend)).body.clicks).toEqual([])
  })

  it('holds the whole ledger, with the person’s payee', async () => {
    const person = await signUpPayee(app)
    const at = app.clock.now()
    await post(app, person, [
      { order: `export-${person.id}`, gross: 1_000, at, title: 'A lamp' },
      { order: `export-${person.id}`, gross: -400, at, pair: 2, type: 'return' },
    ])
    const { body } = await exportOf(person)
    expect(body.payee).toEqual({ id: person.payeeId, created_at: expect.any(String) })
    expect(body.ledger).toMatchObject([
      {
        sequence: 1,
        product_title: 'A lamp',
        transaction_type: 'commission',
        user_amount: 8,
        user_amount_cents: 800,
      },
      { sequence: 2, transaction_type: 'return', user_amount: -3.2, previous_hash: body.ledger[0].hash },
    ])
    expect((await exportOf(life)).body.ledger).toEqual([])
  })

  it('holds the addresses of all pictures, also of those that nothing shows', async () => {
    const hidden = await uploadPicture(app, life, `${life.id}-2.webp`)
    const { body } = await exportOf(life)
    expect(body.pictures).toEqual([life.pictures[0], hidden, life.pictures[1]])
    expect(await exportOf(life.friend)).toMatchObject({ body: { pictures: [] } })
  })

  it('holds no secret, and nothing of anyone else but their usernames', async () => {
    const { rows } = await app.database.pool.query(
      `select password_hash as secret from users where password_hash is not null
       union all select encode(token_hash, 'hex') from refresh_tokens
       union all select encode(token_hash, 'base64') from refresh_tokens`,
    )
    const text = JSON.stringify((await exportOf(life)).body)
    expect(rows.length).toBeGreaterThan(5)
    for (const { secret } of rows) expect(text).not.toContain(secret)
    expect(text).not.toContain(life.session.refresh_token)
    expect(text).not.toContain(life.friend.email)
    expect(text).not.toContain(life.friend.id)
  })

  it('is complete for a new account', async () => {
    const { body } = await exportOf(await signUp(app))
    expect(body).toMatchObject({ products: [], category_pins: [], following: [], followers: [] })
  })

  it('is described to the field in the API’s own description', async () => {
    const { body } = await app.request('GET', '/api/openapi.json')
    const { schema } = body.paths['/api/v1/me/export'].get.responses['200'].content['application/json']
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys((await exportOf(life)).body).sort())
  })

  it('can be had ten times an hour', async () => {
    const person = await signUp(app)
    const answers = await Promise.all(Array.from({ length: 12 }, () => exportOf(person)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), 429, 429])
  })
})

describe('the export where pictures lie in an S3 bucket', () => {
  it('holds the addresses of all of them, however many pages of them there are', async () => {
    const s3 = await startFakeS3()
    const cloud = await startTestApp({ env: s3.env })
    try {
      const person = await signUp(cloud)
      const names = ['', 'products/product-'].flatMap((kind) =>
        [1, 2, 3, 4, 5, 6].map((n) => `${kind}${person.id}-${n}.webp`),
      )
      for (const name of names) await uploadPicture(cloud, person, name)
      const other = await signUp(cloud)
      await uploadPicture(cloud, other, `${other.id}-1.webp`)
      const { body } = await cloud.request('GET', '/api/v1/me/export', { token: person.token })
      expect(body.pictures).toEqual(names.map((name) => `/storage/v1/object/public/avatars/${name}`))
    } finally {
      await cloud.close()
      await s3.close()
    }
  })
})
