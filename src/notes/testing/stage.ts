import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp } from '../../../tests/harness/app.ts'
import { type Person, signInAgain } from '../../../tests/harness/people.ts'
import { addressOf, clickOn } from '../../clicks/testing/clicks.ts'
import { type Posting, post, signUpPayee } from '../../earnings/testing/ledger.ts'
import { collectionOf } from '../../folio/testing/collection.ts'
import { createPayoutKey } from '../../payouts/index.ts'
import type { Note } from '../contract.ts'
import { writeWeeklyNotes } from '../writing.ts'

export type Creator = Person & { payeeId: string }
export type NotesStage = Awaited<ReturnType<typeof openNotesStage>>

const payoutKey = Buffer.alloc(32, 11)
/** Eight in the morning of the Monday after the week of November 16, in the reports' time zone. */
export const monday = '2026-11-23T16:00:00Z'
/** In that week. */
export const thursday = new Date('2026-11-19T20:00:00Z')

/** An app whose creators have weeks, by the clocks of Los Angeles, and a mail server. */
export async function openNotesStage() {
  const smtp: FakeSmtp = await startFakeSmtp()
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, PAYOUT_KEY: payoutKey.toString('base64') } })
  const key = createPayoutKey({ dataDir: '/none', payouts: { key: payoutKey, minimumCents: 1_000 } })
  let readers = 0
  const goTo = (at: string) => app.clock.set(new Date(at))
  const get = async (who: Person, path: string) => {
    const { access_token: token } = await signInAgain(app, who)
    return (await app.request('GET', `/api/v1/me/${path}`, { token })).body
  }
  const notesOf = async (who: Person): Promise<Note[]> => (await get(who, 'notes')).items
  const write = () =>
    writeWeeklyNotes(
      { db: app.database.db, clock: app.clock.now },
      { key, minimumCents: 1_000, reportTimeZone: 'America/Los_Angeles' },
    )
  return {
    app,
    smtp,
    goTo,
    get,
    notesOf,
    write,
    close: async () => {
      await app.close()
      await smtp.close()
    },
    /** Somebody who was there the week before. */
    join: async (): Promise<Creator> => {
      goTo('2026-11-10T12:00:00Z')
      return signUpPayee(app)
    },
    run: async (statement: string, values: unknown[] = []) =>
      (await app.database.owner.pool.query(statement, values)).rows,
    /** The note that is written on Monday. */
    noteOf: async (who: Person): Promise<Note | undefined> => {
      goTo(monday)
      await write()
      return (await notesOf(who))[0]
    },
    view: (productId: string, day: string, site: string | null = 'instagram.com') => {
      readers += 1
      const address = addressOf(256 * readers)
      return app.app.services.clicks.record(clickOn(productId, { clickedAt: new Date(day), site, address }))
    },
    product: (who: Person, title: string) => collectionOf(app, who).post({ title }),
    /** Orders of that Thursday that are pending for long, unless said otherwise. */
    post: (who: Creator, ...postings: Partial<Posting>[]) =>
      post(
        app,
        who,
        postings.map((one) => ({ gross: 1_000, at: thursday, availableOn: '2027-01-30', ...one })),
      ),
  }
}
