import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signInAgain, signUp } from '../../tests/harness/people.ts'
import { foldClicks } from '../clicks/index.ts'
import { shareOf } from '../earnings/testing/ledger.ts'
import { insertList } from '../feed/testing/lists.ts'
import { type Creator, type NotesStage, openNotesStage, thursday } from './testing/stage.ts'

let stage: NotesStage
let ana: Creator
beforeAll(async () => {
  stage = await openNotesStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  ana = await stage.join()
})

it('a note tells the week before, in words and amounts (docs/product/notes.md#what-counts)', async () => {
  const kettle = await stage.product(ana, 'Kettle, 1 l, matt black')
  for (const day of [
    '2026-11-16T08:00:00Z',
    '2026-11-17T20:00:00Z',
    '2026-11-22T20:00:00Z',
    '2026-11-23T07:59:00Z',
  ])
    await stage.view(kettle.id, day)
  await foldClicks(stage.app.database)
  await stage.view(kettle.id, '2026-11-21T20:00:00Z', null)
  // The week before, and the day after: by the clocks of the zone.
  await stage.view(kettle.id, '2026-11-16T07:59:00Z')
  await stage.view(kettle.id, '2026-11-23T08:00:00Z')
  await stage.post(
    ana,
    { gross: 300 },
    { gross: 100 },
    { gross: 500, at: new Date('2026-11-12'), availableOn: '2026-11-20' },
  )
  const [fan, other] = [await signUp(stage.app), await signUp(stage.app)]
  stage.goTo('2026-11-18T12:00:00Z')
  for (const who of [fan, other])
    await stage.app.request('POST', '/functions/v1/people-follow', {
      token: (await signInAgain(stage.app, who)).access_token,
      body: { userId: ana.id, action: 'follow' },
    })
  const list = await insertList(stage.app.database, { userId: fan.id }, [kettle.id])
  await stage.run('update list_items set added_at = $2 where list_id = $1', [list.id, thursday])

  const note = await stage.noteOf(ana)
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

describe('what counts (docs/product/notes.md#what-counts)', () => {
  it('who bought is orders, not items, that still stand', async () => {
    const id = crypto.randomUUID()
    await stage.post(
      ana,
      { order: `${id}~1`, gross: 100 },
      { order: `${id}~2`, gross: 100 },
      { order: `${id}-back`, gross: 500 },
      { order: `${id}-back`, gross: -500, pair: 2, type: 'return' },
    )
    for (const part of ['1', '2'])
      await stage.run(
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
    const note = await stage.noteOf(ana)
    expect(note?.headline).toBe('One person bought through your links.')
    expect(note?.amounts).toEqual({ on_its_way: 1.6, posted: 0, taken_back: 0 })
    expect(note?.figures).toEqual([])
  })

  it('what is on its way is pending in the history, by posting date', async () => {
    await stage.post(
      ana,
      { gross: 333 },
      { gross: 250, availableOn: '2026-11-01' },
      { gross: 999, at: new Date('2026-11-15') },
    )
    const note = await stage.noteOf(ana)
    const { items } = await stage.get(ana, 'ledger/orders?sort=posted&tz=America/Los_Angeles')
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
    await stage.post(
      ana,
      { order: held, gross: 1_000, availableOn: '2026-11-01' },
      { order: freed, gross: 2_000, at: new Date('2026-10-01'), availableOn: '2026-11-01' },
    )
    const hold = (order: string, place: number, at: string) =>
      stage.run(
        `insert into earnings_holds (order_item_id, payee_id, place, reason, on_day, created_at)
         values ($1, $2, $3, 'several_creators', $4::timestamptz::date, $4)`,
        [order, ana.payeeId, place, at],
      )
    await hold(held, 1, '2026-11-19T20:00:00Z')
    await hold(freed, 1, '2026-10-01T20:00:00Z')
    await hold(freed, 2, '2026-11-20T20:00:00Z')
    expect((await stage.noteOf(ana))?.amounts).toEqual({ on_its_way: 0, posted: 16, taken_back: 0 })
    await hold(held, 2, '2026-11-24T20:00:00Z')
    stage.goTo('2026-11-30T16:00:00Z')
    await stage.write()
    expect((await stage.notesOf(ana))[0]).toMatchObject({ from: '2026-11-23', amounts: { posted: 8 } })
  })

  it('what was taken back stands apart from what was posted', async () => {
    const [tote, lamp] = [crypto.randomUUID(), crypto.randomUUID()]
    const before = { at: new Date('2026-10-05'), availableOn: '2026-11-18' }
    await stage.post(
      ana,
      { order: tote, gross: 1_000, title: 'Canvas tote, navy', ...before },
      { order: lamp, gross: 500, ...before },
      { order: tote, gross: -400, pair: 2, type: 'return', availableOn: '2026-11-19' },
    )
    const note = await stage.noteOf(ana)
    expect(note?.amounts).toEqual({ on_its_way: 0, posted: 12, taken_back: -3.2 })
    expect(note?.figures).toContainEqual({
      kind: 'taken_back',
      name: 'Taken back: Canvas tote, returned',
      value: '−$3.20',
    })
    const { posted: now } = await stage.get(ana, 'balance')
    expect(note && note.amounts.posted + note.amounts.taken_back).toBeCloseTo(now)
  })

  it('a month that Amazon has paid for counts from its release on', async () => {
    const release = (month: string, on: string, at: string) =>
      stage.run(
        `insert into month_releases (marketplace, earning_month, released_on, how, reported_cents, received_cents, released_at)
         values ('de', $1, $2, 'paid_in_full', 1, 1, $3)`,
        [month, on, at],
      )
    await stage.run(`insert into release_rules (from_month, rule, noticed_on, noticed_at)
      values ('2026-07-01', 'receipt', '2026-06-01', '2026-06-01'), ('2026-12-01', 'calendar', '2026-11-01', '2026-11-01')`)
    // The second one after the week was over by the creator's clocks, on its last day by the reports'.
    await release('2026-07-01', '2026-11-20', '2026-11-20T20:00:00Z')
    await release('2026-08-01', '2026-11-22', '2026-11-23T10:00:00Z')
    for (const [n, month] of ['2026-07-01', '2026-08-01', '2026-09-01'].entries()) {
      const order = `${ana.id}-${month}`
      await stage.run(
        `insert into amazon_orders (order_item_id, marketplace, order_date, asin, quantity, commission_cents, order_status, updated_at)
         values ($1, 'de', $2, 'B0BOUGHT01', 1, 100, 'shipped', now()) on conflict do nothing`,
        [order, month],
      )
      await stage.run(
        `insert into earnings_ledger (payee_id, order_item_id, pair_sequence, transaction_type, gross_commission_cents,
           platform_fee_cents, user_amount_cents, fee_bps, available_on, created_at, rule, evidence, reason, posting_run_id,
           marketplace, earning_month)
         select $1, $2, 1, 'commission', $3, 0, $3, 2000, '2026-10-01', '2026-10-01', 'sub_tag', '{}', 'x',
           (select id from posting_runs order by started_at limit 1), 'de', $4`,
        [ana.payeeId, order, 100 * (n + 1), month],
      )
    }
    expect((await stage.noteOf(ana))?.amounts.posted).toBe(1)
    stage.goTo('2026-11-30T16:00:00Z')
    await stage.write()
    expect((await stage.notesOf(ana))[0]).toMatchObject({ from: '2026-11-23', amounts: { posted: 2 } })
  })
})
