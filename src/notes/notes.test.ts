import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { proveAddress, signInAgain } from '../../tests/harness/people.ts'
import { post, signUpPayee } from '../earnings/testing/ledger.ts'
import { ageDetails } from '../payouts/testing/age-details.ts'
import { quietFacts } from '../shared/notes/testing/facts.ts'
import type { Note } from './contract.ts'
import { type Creator, monday, type NotesStage, openNotesStage } from './testing/stage.ts'
import { sendWeeklyNote } from './writing.ts'

const site = { appName: 'Folio', siteUrl: 'https://folio.example' }

let stage: NotesStage
let ana: Creator
beforeAll(async () => {
  stage = await openNotesStage()
})
afterAll(() => stage.close())
beforeEach(async () => {
  ana = await stage.join()
})

const jobsOf = (noteId: string) =>
  stage.run(`select id from graphile_worker._private_jobs where payload ->> 'note_id' = $1`, [noteId])

describe('when (docs/product/notes.md#when)', () => {
  it('a quiet week writes nothing and sends nothing', async () => {
    expect(await stage.noteOf(ana)).toBeUndefined()
    // Also where there is something to do.
    await stage.post(ana, { at: new Date('2026-11-12') })
    stage.goTo('2026-11-24T16:00:00Z')
    await stage.write()
    expect(await stage.notesOf(ana)).toEqual([])
  })

  it('once for a week, whoever runs how often, and it never changes', async () => {
    await stage.post(ana, { gross: 300 })
    stage.goTo(monday)
    await Promise.all([stage.write(), stage.write(), stage.write()])
    const [note] = await stage.notesOf(ana)
    expect(await jobsOf(note?.id ?? '')).toHaveLength(1)
    await stage.post(ana, { gross: 900 })
    stage.goTo('2026-11-27T16:00:00Z')
    await stage.run('delete from weekly_note_marks')
    await stage.write()
    expect(await stage.notesOf(ana)).toEqual([note])
    expect(await jobsOf(note?.id ?? '')).toHaveLength(1)
    await expect(stage.run('update weekly_notes set facts = facts')).rejects.toThrow('weekly_notes')
  })

  it('later in the week by a server that was down, but not in the next', async () => {
    await stage.post(ana, { gross: 300 })
    stage.goTo('2026-11-23T15:59:00Z')
    await stage.write()
    expect(await stage.notesOf(ana)).toEqual([])
    stage.goTo('2026-11-30T08:00:00Z')
    await stage.write()
    expect(await stage.notesOf(ana)).toEqual([])
    stage.goTo('2026-11-29T20:00:00Z')
    await stage.write()
    expect(await stage.notesOf(ana)).toMatchObject([{ from: '2026-11-16' }])
  })

  it('none for accounts that are suspended, or were not there for a whole day of the week', async () => {
    stage.goTo('2026-11-22T08:01:00Z')
    const late = await signUpPayee(stage.app)
    stage.goTo('2026-11-22T07:59:00Z')
    const inTime = await signUpPayee(stage.app)
    for (const who of [late, inTime, ana])
      await post(stage.app, who, [{ gross: 100, at: new Date('2026-11-22T20:00:00Z') }])
    await stage.run(`update users set suspended_at = now(), suspended_reason = 'Spam' where id = $1`, [
      ana.id,
    ])
    expect(await stage.noteOf(inTime)).toBeDefined()
    expect(await stage.notesOf(late)).toEqual([])
    expect(await stage.run('select id from weekly_notes where user_id = $1', [ana.id])).toEqual([])
    await stage.run(`update users set suspended_at = null, suspended_reason = null where id = $1`, [ana.id])
    stage.goTo('2026-11-24T16:00:00Z')
    await stage.write()
    expect(await stage.notesOf(ana)).toHaveLength(1)
  })

  it('an account that is being deleted is passed over, and takes its notes with it', async () => {
    await stage.post(ana, { gross: 300 })
    const deletion = await stage.app.database.owner.pool.connect()
    await deletion.query('begin')
    await deletion.query('select from users where id = $1 for update', [ana.id])
    stage.goTo(monday)
    await stage.write()
    await deletion.query('rollback')
    deletion.release()
    expect(await stage.notesOf(ana)).toEqual([])
    await stage.write()
    expect(await stage.notesOf(ana)).toHaveLength(1)
    const { access_token: token } = await signInAgain(stage.app, ana)
    const { username, password } = ana
    expect(
      (await stage.app.request('DELETE', '/api/v1/me', { token, body: { username, password } })).status,
    ).toBe(204)
    expect(await stage.run('select id from weekly_notes where user_id = $1', [ana.id])).toEqual([])
    await stage.write()
  })
})

describe('one thing to do is the first that is true (docs/product/notes.md#one-thing-to-do)', () => {
  const toDo = async () => {
    await stage.post(ana, { gross: 100 })
    return (await stage.noteOf(ana))?.to_do?.text
  }

  it('money first: an address, then details', async () => {
    await stage.product(ana, 'x'.repeat(190))
    expect(await toDo()).toBe('We pay nobody whose address is not proven.')
  })

  it('details, once the address is proven', async () => {
    await proveAddress(stage.app, ana)
    expect(await toDo()).toBe('We do not know where to send your money.')
  })

  it('then products: a sample picture, then a title that is too long', async () => {
    await proveAddress(stage.app, ana)
    const body = {
      method: 'paypal',
      account: 'a@pay.example',
      legal_name: 'Ana',
      country: 'DE',
      password: ana.password,
    }
    await stage.app.request('PUT', '/api/v1/me/payout-details', { token: ana.token, body })
    await ageDetails(stage.app.database, 8, ana.payeeId)
    const long = await stage.product(ana, 'x'.repeat(190))
    await stage.product(ana, 'y'.repeat(120))
    await stage.post(ana, { gross: 100 })
    expect((await stage.noteOf(ana))?.to_do).toEqual({
      text: 'A title of yours is 190 characters long.',
      button: 'Shorten it',
      path: `/product/${long.id}`,
    })
    await stage.run(
      `update products set image_url = '/art/chair.svg', image_source = 'sample' where id = $1`,
      [long.id],
    )
    await stage.run('delete from weekly_notes where user_id = $1', [ana.id])
    await stage.run('delete from weekly_note_marks where user_id = $1', [ana.id])
    expect((await stage.noteOf(ana))?.to_do?.text).toBe('A product of yours has a sample picture.')
  })
})

describe('one’s own notes', () => {
  it('are listed the newest first, ten a page', async () => {
    await stage.run(
      `insert into weekly_notes (user_id, week, facts, written_at)
       select $1, date '2026-01-05' + 7 * n, $2, now() from generate_series(0, 11) n`,
      [ana.id, { ...quietFacts, followers: 1 }],
    )
    const first = await stage.get(ana, 'notes')
    expect(first.items).toHaveLength(10)
    expect(first.items[0]).toMatchObject({
      from: '2026-03-23',
      to: '2026-03-29',
      headline: 'One person began to follow you.',
    })
    const second = await stage.get(ana, `notes?cursor=${first.next_cursor}`)
    expect(second.items.map(({ from }: Note) => from)).toEqual(['2026-01-12', '2026-01-05'])
    expect(second.next_cursor).toBeNull()
    expect((await stage.get(ana, 'notes?cursor=nonsense')).code).toBe('validation_failed')
    const { notes } = await stage.get(ana, 'export')
    expect(notes).toHaveLength(12)
  })

  it('go by mail to a proven address alone, once it is wished for, with the same words and the way to stop', async () => {
    await stage.post(ana, { gross: 400 })
    const note = await stage.noteOf(ana)
    const { ways } = stage.app.app.services
    const send = () =>
      sendWeeklyNote({ db: stage.app.database.db, clock: stage.app.clock.now }, ways, site, {
        note_id: note?.id ?? '',
      })
    const wish = () =>
      stage.run(
        `insert into news_choices (user_id, kind, way, is_on, chosen_by, chosen_at)
         values ($1, 'weekly_note', 'mail', true, 'settings', now())`,
        [ana.id],
      )
    await wish()
    await send()
    expect(stage.smtp.mails.filter(({ recipients }) => recipients.includes(ana.email))).toEqual([])
    await proveAddress(stage.app, ana)
    await stage.run(`delete from news_choices where user_id = $1`, [ana.id])
    await send()
    expect(stage.smtp.mails.filter(({ recipients }) => recipients.includes(ana.email))).toEqual([])
    await wish()
    await send()
    await send()
    const mail = await stage.smtp.mailTo(ana.email)
    expect(mail.subject).toBe('One person bought through your links · Folio')
    for (const text of ['Your week, Nov 16 to 22.', '$3.20 is on its way.', 'https://folio.example/notes'])
      expect(mail.text).toContain(text)
    expect(mail.text).toContain('Stop mails about your week')
    expect(stage.smtp.mails.filter(({ recipients }) => recipients.includes(ana.email))).toHaveLength(1)
  })

  it('are of the week on the clock of their own zone, and wait for the end of quiet hours', async () => {
    await stage.post(ana, { gross: 400 })
    await stage.run(
      `insert into news_settings (user_id, time_zone, zone_by, quiet_from, quiet_to)
       values ($1, 'Pacific/Kiritimati', 'hand', 22, 10)`,
      [ana.id],
    )
    // 17:59 and 18:00 of Sunday in UTC: 7:59 and 8:00 of Monday there.
    stage.goTo('2026-11-22T17:59:00Z')
    await stage.write()
    expect(await stage.notesOf(ana)).toEqual([])
    stage.goTo('2026-11-22T18:00:00Z')
    await stage.write()
    const [note] = await stage.notesOf(ana)
    expect(note?.from).toBe('2026-11-16')
    const { ways } = stage.app.app.services
    const context = { db: stage.app.database.db, clock: stage.app.clock.now }
    await sendWeeklyNote(context, ways, site, { note_id: note?.id ?? '' })
    const [job] = await stage.run(
      `select run_at > now() + interval '1 hour' as waits from graphile_worker.jobs where key = $1`,
      [`weekly-note-${note?.id}`],
    )
    expect(job).toEqual({ waits: true })
  })
})

it('hundreds of accounts are read together', async () => {
  await stage.run(
    `insert into users (email, created_at, updated_at)
     select n || '-of-many@example.org', '2026-01-01', now() from generate_series(1, 450) n`,
  )
  await stage.run(
    `insert into payees (user_id, created_at) select id, now() from users where email like '%-of-many@%'`,
  )
  await stage.post(ana, { gross: 100 })
  stage.goTo(monday)
  await stage.write()
  const [{ count }] = await stage.run(
    `select count(*)::int from weekly_note_marks join users on id = user_id where email like '%-of-many@%'`,
  )
  expect(count).toBe(450)
})
