import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, proveAddress, signInAgain, signUp } from '../../tests/harness/people.ts'
import { foldClicks } from '../clicks/index.ts'
import { addressOf, clickOn } from '../clicks/testing/clicks.ts'
import { type Posting, post, shareOf, signUpPayee } from '../earnings/testing/ledger.ts'
import { insertList } from '../feed/testing/lists.ts'
import { collectionOf } from '../folio/testing/collection.ts'
import { createPayoutKey } from '../payouts/index.ts'
import { ageDetails } from '../payouts/testing/age-details.ts'
import type { Note } from './contract.ts'
import { sendWeeklyNote, writeWeeklyNotes } from './writing.ts'

type Creator = Person & { payeeId: string }
const payoutKey = Buffer.alloc(32, 11)
const site = { appName: 'Folio', siteUrl: 'https://folio.example' }

let app: TestApp
let smtp: FakeSmtp
let ana: Creator
let readers = 0
beforeAll(async () => {
  smtp = await startFakeSmtp()
  app = await startTestApp({ env: { SMTP_URL: smtp.url, PAYOUT_KEY: payoutKey.toString('base64') } })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})
beforeEach(async () => {
  goTo('2026-11-10T12:00:00Z')
  ana = await signUpPayee(app)
})

const goTo = (at: string) => app.clock.set(new Date(at))
/** Eight in the morning of the Monday after the week of November 16, in the reports' time zone. */
const monday = '2026-11-23T16:00:00Z'
const thursday = new Date('2026-11-19T20:00:00Z')
const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(statement, values)).rows

const write = (node = app) =>
  writeWeeklyNotes(
    { db: node.database.db, clock: app.clock.now },
    {
      key: createPayoutKey({ dataDir: '/none', payouts: { key: payoutKey, minimumCents: 1_000 } }),
      minimumCents: 1_000,
      reportTimeZone: 'America/Los_Angeles',
    },
  )
const get = async (path: string, who: Person = ana) => {
  const { access_token: token } = await signInAgain(app, who)
  return (await app.request('GET', `/api/v1/me/${path}`, { token })).body
}
const notesOf = async (who: Person = ana): Promise<Note[]> => (await get('notes', who)).items
/** The note that was written on Monday. */
async function noteOf(who: Person = ana): Promise<Note | undefined> {
  goTo(monday)
  await write()
  return (await notesOf(who))[0]
}
const jobsOf = (noteId: string) =>
  run(`select id from graphile_worker._private_jobs where payload ->> 'note_id' = $1`, [noteId])

const view = (productId: string, day: string, site: string | null = 'instagram.com') =>
  app.app.services.clicks.record(
    clickOn(productId, { clickedAt: new Date(day), site, address: addressOf(256 * readers++) }),
  )
const product = (who: Person, title: string) => collectionOf(app, who).post({ title })
const posted = (...postings: Partial<Posting>[]) =>
  post(
    app,
    ana,
    postings.map((one) => ({ gross: 1_000, at: thursday, availableOn: '2027-01-30', ...one })),
  )

it('a note tells the week before, in words and amounts (docs/product/notes.md)', async () => {
  const kettle = await product(ana, 'Kettle, 1 l, matt black')
  for (const day of [
    '2026-11-16T08:00:00Z',
    '2026-11-17T20:00:00Z',
    '2026-11-22T20:00:00Z',
    '2026-11-23T07:59:00Z',
  ])
    await view(kettle.id, day)
  await foldClicks(app.database)
  await view(kettle.id, '2026-11-21T20:00:00Z', null)
  // The week before, and the day after: by the clocks of the zone.
  await view(kettle.id, '2026-11-16T07:59:00Z')
  await view(kettle.id, '2026-11-23T08:00:00Z')
  await posted(
    { gross: 300 },
    { gross: 100 },
    { gross: 500, at: new Date('2026-11-12'), availableOn: '2026-11-20' },
  )
  const [fan, other] = [await signUp(app), await signUp(app)]
  goTo('2026-11-18T12:00:00Z')
  for (const who of [fan, other])
    await app.request('POST', '/functions/v1/people-follow', {
      token: (await signInAgain(app, who)).access_token,
      body: { userId: ana.id, action: 'follow' },
    })
  const list = await insertList(app.database, { userId: fan.id }, [kettle.id])
  await run('update list_items set added_at = $2 where list_id = $1', [list.id, thursday])

  const note = await noteOf()
  expect(note).toMatchObject({
    from: '2026-11-16',
    to: '2026-11-22',
    written_at: '2026-11-23T16:00:00.000Z',
    headline: 'Your Kettle had 5 visits, most from Instagram; two people bought.',
    on_its_way: '$3.20 is on its way.',
    visits: [1, 1, 0, 0, 0, 1, 2],
    amounts: { on_its_way: 3.2, posted: 4, taken_back: 0 },
    to_do: { text: 'We pay nobody whose address is not proven.' },
  })
  expect(note?.figures).toEqual([
    { kind: 'followers', name: 'New followers', value: '2' },
    { kind: 'saved', name: 'Saved “Kettle”', value: '1' },
    { kind: 'posted', name: 'Posted', value: '$4.00' },
  ])
})

describe('when (docs/product/notes.md#when)', () => {
  it('a quiet week writes nothing and sends nothing', async () => {
    expect(await noteOf()).toBeUndefined()
    // Also where there is something to do.
    await posted({ at: new Date('2026-11-12') })
    goTo('2026-11-24T16:00:00Z')
    await write()
    expect(await notesOf()).toEqual([])
  })

  it('once for a week, whoever runs how often, and it never changes', async () => {
    await posted({ gross: 300 })
    goTo(monday)
    await Promise.all([write(), write(), write()])
    const [note] = await notesOf()
    expect(await jobsOf(note?.id ?? '')).toHaveLength(1)
    await posted({ gross: 900 })
    goTo('2026-11-27T16:00:00Z')
    await run('delete from weekly_note_marks')
    await write()
    expect(await notesOf()).toEqual([note])
    expect(await jobsOf(note?.id ?? '')).toHaveLength(1)
    await expect(run('update weekly_notes set facts = facts')).rejects.toThrow('weekly_notes')
  })

  it('later in the week by a server that was down, but not in the next', async () => {
    await posted({ gross: 300 })
    goTo('2026-11-23T15:59:00Z')
    await write()
    expect(await notesOf()).toEqual([])
    goTo('2026-11-30T08:00:00Z')
    await write()
    expect(await notesOf()).toEqual([])
    goTo('2026-11-29T20:00:00Z')
    await write()
    expect(await notesOf()).toMatchObject([{ from: '2026-11-16' }])
  })

  it('none for accounts that are suspended, or were not there for a whole day of the week', async () => {
    goTo('2026-11-22T08:01:00Z')
    const late = await signUpPayee(app)
    goTo('2026-11-22T07:59:00Z')
    const inTime = await signUpPayee(app)
    for (const who of [late, inTime, ana])
      await post(app, who, [{ gross: 100, at: new Date('2026-11-22T20:00:00Z') }])
    await run(`update users set suspended_at = now(), suspended_reason = 'Spam' where id = $1`, [ana.id])
    expect(await noteOf(inTime)).toBeDefined()
    expect(await notesOf(late)).toEqual([])
    expect(await run('select id from weekly_notes where user_id = $1', [ana.id])).toEqual([])
    await run(`update users set suspended_at = null, suspended_reason = null where id = $1`, [ana.id])
    goTo('2026-11-24T16:00:00Z')
    await write()
    expect(await notesOf()).toHaveLength(1)
  })

  it('an account that is being deleted is passed over, and takes its notes with it', async () => {
    await posted({ gross: 300 })
    const deletion = await app.database.owner.pool.connect()
    await deletion.query('begin')
    await deletion.query('select from users where id = $1 for update', [ana.id])
    goTo(monday)
    await write()
    await deletion.query('rollback')
    deletion.release()
    expect(await notesOf()).toEqual([])
    await write()
    expect(await notesOf()).toHaveLength(1)
    const { access_token: token } = await signInAgain(app, ana)
    const { username, password } = ana
    expect((await app.request('DELETE', '/api/v1/me', { token, body: { username, password } })).status).toBe(
      204,
    )
    expect(await run('select id from weekly_notes where user_id = $1', [ana.id])).toEqual([])
    await write()
  })
})

describe('what counts (docs/product/notes.md#what-counts)', () => {
  it('who bought is orders, not items, that still stand', async () => {
    const id = crypto.randomUUID()
    await posted(
      { order: `${id}~1`, gross: 100 },
      { order: `${id}~2`, gross: 100 },
      { order: `${id}-back`, gross: 500 },
      { order: `${id}-back`, gross: -500, pair: 2, type: 'return' },
    )
    for (const part of ['1', '2'])
      await run(
        `with batch as (
           insert into import_batches (file_hash, format, marketplace, report_as_of, total, created_at)
           values (sha256(convert_to($1::text, 'UTF8')), 'folio_csv', 'us', now(), 1, now()) returning id
         ), seen as (
           insert into order_observations (order_item_id, order_date, asin, quantity, commission_cents, order_status, batch_id,
             line, content_hash)
           select $1, '2026-11-19', 'B000000001', 1, 100, 'shipped', id, 1, sha256(convert_to($1::text, 'UTF8')) from batch returning id, batch_id
         )
         insert into order_parts (observation_id, import_id, order_item_id, reported_id) select id, batch_id, $1, $2 from seen`,
        [`${id}~${part}`, id],
      )
    const note = await noteOf()
    expect(note?.headline).toBe('One person bought through your links.')
    expect(note?.amounts).toEqual({ on_its_way: 1.6, posted: 0, taken_back: 0 })
    expect(note?.figures).toEqual([])
  })

  it('what is on its way is pending in the history, by posting date', async () => {
    await posted(
      { gross: 333 },
      { gross: 250, availableOn: '2026-11-01' },
      { gross: 999, at: new Date('2026-11-15') },
    )
    const note = await noteOf()
    const { items } = await get('ledger/orders?sort=posted&tz=America/Los_Angeles')
    const ofWeek = items.filter(({ status }: { status: string }) => status === 'pending').slice(0, 1)
    expect(note?.amounts).toEqual({
      on_its_way: ofWeek[0].user_amount,
      posted: shareOf(250) / 100,
      taken_back: 0,
    })
    expect(note?.headline).toBe('Two people bought through your links.')
  })

  it('what is under review is promised to nobody, and counts when that ends', async () => {
    const [held, freed] = [crypto.randomUUID(), crypto.randomUUID()]
    await posted(
      { order: held, gross: 1_000, availableOn: '2026-11-01' },
      { order: freed, gross: 2_000, at: new Date('2026-10-01'), availableOn: '2026-11-01' },
    )
    const hold = (order: string, place: number, at: string) =>
      run(
        `insert into earnings_holds (order_item_id, payee_id, place, reason, on_day, created_at)
         values ($1, $2, $3, 'several_creators', $4::timestamptz::date, $4)`,
        [order, ana.payeeId, place, at],
      )
    await hold(held, 1, '2026-11-19T20:00:00Z')
    await hold(freed, 1, '2026-10-01T20:00:00Z')
    await hold(freed, 2, '2026-11-20T20:00:00Z')
    expect((await noteOf())?.amounts).toEqual({ on_its_way: 0, posted: 16, taken_back: 0 })
    await hold(held, 2, '2026-11-24T20:00:00Z')
    goTo('2026-11-30T16:00:00Z')
    await write()
    expect((await notesOf())[0]).toMatchObject({ from: '2026-11-23', amounts: { posted: 8 } })
  })

  it('what was taken back stands apart from what was posted', async () => {
    const [tote, lamp] = [crypto.randomUUID(), crypto.randomUUID()]
    const before = { at: new Date('2026-10-05'), availableOn: '2026-11-18' }
    await posted(
      { order: tote, gross: 1_000, title: 'Canvas tote, navy', ...before },
      { order: lamp, gross: 500, ...before },
      { order: tote, gross: -400, pair: 2, type: 'return', availableOn: '2026-11-19' },
    )
    const note = await noteOf()
    expect(note?.amounts).toEqual({ on_its_way: 0, posted: 12, taken_back: -3.2 })
    expect(note?.figures).toContainEqual({
      kind: 'taken_back',
      name: 'Taken back: Canvas tote, returned',
      value: '−$3.20',
    })
    const { posted: now } = await get('balance')
    expect(note && note.amounts.posted + note.amounts.taken_back).toBeCloseTo(now)
  })

  it('a month that Amazon has paid for counts from its release on', async () => {
    const release = (month: string, on: string, at: string) =>
      run(
        `insert into month_releases (marketplace, earning_month, released_on, how, reported_cents, received_cents, released_at)
         values ('de', $1, $2, 'paid_in_full', 1, 1, $3)`,
        [month, on, at],
      )
    await run(`insert into release_rules (from_month, rule, noticed_on, noticed_at)
      values ('2026-07-01', 'receipt', '2026-06-01', '2026-06-01'), ('2026-12-01', 'calendar', '2026-11-01', '2026-11-01')`)
    // The second one after the week was over by the creator's clocks, on its last day by the reports'.
    await release('2026-07-01', '2026-11-20', '2026-11-20T20:00:00Z')
    await release('2026-08-01', '2026-11-22', '2026-11-23T10:00:00Z')
    for (const [n, month] of ['2026-07-01', '2026-08-01', '2026-09-01'].entries()) {
      const order = `${ana.id}-${month}`
      await run(
        `insert into amazon_orders (order_item_id, marketplace, order_date, asin, quantity, commission_cents, order_status, updated_at)
         values ($1, 'de', $2, 'B0BOUGHT01', 1, 100, 'shipped', now()) on conflict do nothing`,
        [order, month],
      )
      await run(
        `insert into earnings_ledger (payee_id, order_item_id, pair_sequence, transaction_type, gross_commission_cents,
           platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at, rule, evidence, reason, posting_run_id,
           marketplace, earning_month)
         select $1, $2, 1, 'commission', $3, 0, $3, 2000, '2026-10-01', '2026-10-01', 'sub_tag', '{}', 'x',
           (select id from posting_runs order by started_at limit 1), 'de', $4`,
        [ana.payeeId, order, 100 * (n + 1), month],
      )
    }
    expect((await noteOf())?.amounts.posted).toBe(1)
    goTo('2026-11-30T16:00:00Z')
    await write()
    expect((await notesOf())[0]).toMatchObject({ from: '2026-11-23', amounts: { posted: 2 } })
  })
})

describe('one thing to do is the first that is true (docs/product/notes.md#one-thing-to-do)', () => {
  const toDo = async () => {
    await posted({ gross: 100 })
    return (await noteOf())?.to_do?.text
  }

  it('money first: an address, then details', async () => {
    await product(ana, 'x'.repeat(190))
    expect(await toDo()).toBe('We pay nobody whose address is not proven.')
  })

  it('details, once the address is proven', async () => {
    await proveAddress(app, ana)
    expect(await toDo()).toBe('We do not know where to send your money.')
  })

  it('then products: a sample picture, then a title that is too long', async () => {
    await proveAddress(app, ana)
    const body = {
      method: 'paypal',
      account: 'a@pay.example',
      legal_name: 'Ana',
      country: 'DE',
      password: ana.password,
    }
    await app.request('PUT', '/api/v1/me/payout-details', { token: ana.token, body })
    await ageDetails(app.database, 8, ana.payeeId)
    const long = await product(ana, 'x'.repeat(190))
    await product(ana, 'y'.repeat(120))
    await posted({ gross: 100 })
    expect((await noteOf())?.to_do).toEqual({
      text: 'A title of yours is 190 characters long.',
      button: 'Shorten it',
      path: `/product/${long.id}`,
    })
    await run(`update products set image_url = '/art/chair.svg', image_source = 'sample' where id = $1`, [
      long.id,
    ])
    await run('delete from weekly_notes where user_id = $1', [ana.id])
    await run('delete from weekly_note_marks where user_id = $1', [ana.id])
    expect((await noteOf())?.to_do?.text).toBe('A product of yours has a sample picture.')
  })
})

describe('one’s own notes', () => {
  it('are listed the newest first, ten a page', async () => {
    await run(
      `insert into weekly_notes (user_id, week, facts, written_at)
       select $1, date '2026-01-05' + 7 * n, $2, now() from generate_series(0, 11) n`,
      [
        ana.id,
        {
          ...{
            visits: [0, 0, 0, 0, 0, 0, 0],
            product: null,
            source: null,
            bought: 0,
            on_its_way: 0,
            followers: 1,
          },
          ...{ saved: { people: 0, title: null }, posted: 0, to_do: null },
          taken_back: { cents: 0, orders: 0, title: null, is_returned: false },
        },
      ],
    )
    const first = await get('notes')
    expect(first.items).toHaveLength(10)
    expect(first.items[0]).toMatchObject({
      from: '2026-03-23',
      to: '2026-03-29',
      headline: 'One person began to follow you.',
    })
    const second = await get(`notes?cursor=${first.next_cursor}`)
    expect(second.items.map(({ from }: Note) => from)).toEqual(['2026-01-12', '2026-01-05'])
    expect(second.next_cursor).toBeNull()
    expect((await get('notes?cursor=nonsense')).code).toBe('validation_failed')
    const { notes } = await get('export')
    expect(notes).toHaveLength(12)
  })

  it('go by mail to a proven address alone, once it is wished for, with the same words and the way to stop', async () => {
    await posted({ gross: 400 })
    const note = await noteOf()
    const { ways } = app.app.services
    const send = () =>
      sendWeeklyNote({ db: app.database.db, clock: app.clock.now }, ways, site, { note_id: note?.id ?? '' })
    const wish = () =>
      run(
        `insert into news_choices (user_id, kind, way, is_on, chosen_by, chosen_at)
         values ($1, 'weekly_note', 'mail', true, 'settings', now())`,
        [ana.id],
      )
    await wish()
    await send()
    expect(smtp.mails.filter(({ to }) => to.includes(ana.email))).toEqual([])
    await proveAddress(app, ana)
    await run(`delete from news_choices where user_id = $1`, [ana.id])
    await send()
    expect(smtp.mails.filter(({ to }) => to.includes(ana.email))).toEqual([])
    await wish()
    await send()
    await send()
    const mail = await smtp.mailTo(ana.email)
    expect(mail.subject).toBe('One person bought through your links · Folio')
    for (const text of ['Your week, Nov 16 to 22.', '$3.20 is on its way.', 'https://folio.example/notes'])
      expect(mail.text).toContain(text)
    expect(mail.text).toContain('Stop mails about your week')
    expect(smtp.mails).toHaveLength(1)
  })

  it('are of the week on the clock of their own zone, and wait for the end of quiet hours', async () => {
    await posted({ gross: 400 })
    await run(
      `insert into news_settings (user_id, time_zone, zone_by, quiet_from, quiet_to)
       values ($1, 'Pacific/Kiritimati', 'hand', 22, 10)`,
      [ana.id],
    )
    // 17:59 and 18:00 of Sunday in UTC: 7:59 and 8:00 of Monday there.
    goTo('2026-11-22T17:59:00Z')
    await write()
    expect(await notesOf()).toEqual([])
    goTo('2026-11-22T18:00:00Z')
    await write()
    const [note] = await notesOf()
    expect(note?.from).toBe('2026-11-16')
    const { ways } = app.app.services
    const context = { db: app.database.db, clock: app.clock.now }
    await sendWeeklyNote(context, ways, site, { note_id: note?.id ?? '' })
    const [job] = await run(`select run_at > now() + interval '1 hour' as waits from graphile_worker.jobs where key = $1`, [
      `weekly-note-${note?.id}`,
    ])
    expect(job).toEqual({ waits: true })
  })
})

it('hundreds of accounts are read together', async () => {
  await run(
    `insert into users (email, created_at, updated_at)
     select n || '-of-many@example.org', '2026-01-01', now() from generate_series(1, 450) n`,
  )
  await run(
    `insert into payees (user_id, created_at) select id, now() from users where email like '%-of-many@%'`,
  )
  await posted({ gross: 100 })
  goTo(monday)
  await write()
  const [{ count }] = await run(
    `select count(*)::int from weekly_note_marks join users on id = user_id where email like '%-of-many@%'`,
  )
  expect(count).toBe(450)
})
