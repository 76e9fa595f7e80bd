import { startTestApp } from '../../../../tests/harness/app.ts'
import { insertProduct } from '../../../../tests/harness/factories.ts'
import { type Person, proveAddress, signInAgain, signUpAdmin } from '../../../../tests/harness/people.ts'
import { balanceChecks, balancesOf, earningMonthsOf, earningsChecks } from '../../../earnings/index.ts'
import { listOwnNotes } from '../../../notes/reading.ts'
import { writeWeeklyNotes } from '../../../notes/writing.ts'
import { importsOf } from '../../../orders/imports/testing/stage.ts'
import { orderChecks } from '../../../orders/index.ts'
import { reportText, type TextRow } from '../../../orders/testing/report-text.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { verify } from '../../../platform/verification.ts'
import { closeMonths } from '../../books/closing.ts'
import { createPayoutKey } from '../../details/payout-key.ts'
import { payoutChecks } from '../../proof/verify.ts'
import { ageDetails } from '../age-details.ts'

const payoutKey = Buffer.alloc(32, 11)
const options = { reportTimeZone: 'America/Los_Angeles' }
export type Creator = Person & {
  payeeId: string
  productId: string
  shortLinkId: string
  asin: string
  hasDetails: boolean
  isProven: boolean
  isGone: boolean
}

export type Stage = Awaited<ReturnType<typeof openStage>>

/** The app of a year, from December 10 before it on: two admins, and creators of whom some cannot be paid. */
export async function openStage(creators: number) {
  const key = createPayoutKey({ dataDir: '/none', payouts: { key: payoutKey, minimumCents: 1_000 } })
  const clock = new ManualClock(new Date('2025-12-10T12:00:00Z'))
  const env = { EARNINGS_RELEASE: 'receipt', PAYOUT_KEY: payoutKey.toString('base64') }
  const app = await startTestApp({ clock, env })
  const admins: Person[] = [await signUpAdmin(app), await signUpAdmin(app)]
  const people: Creator[] = []
  for (let number = 0; number < creators; number++) people.push(await join(number))

  async function join(number: number): Promise<Creator> {
    // Not by the call, of which so many come from one network in an hour.
    const [email, password] = [`year-${number}@example.com`, 'correct horse']
    const session = await app.app.services.identity.sessions.signUp(
      { db: app.database.db, clock: clock.now, actor: null },
      { email, password, data: { first_name: 'Maya', last_name: 'Okafor' } },
      { userAgent: null },
    )
    const token = session.access_token
    const { username } = (await app.request('GET', '/api/v1/me', { token })).body
    const person = { id: session.user.id, token, session, email, username, password }
    const { rows } = await app.database.pool.query('select id from payees where user_id = $1', [person.id])
    const payeeId: string = rows[0].id
    const asin = `B0YEAR${String(number).padStart(4, '0')}`
    const owner = { userId: person.id, payeeId, username: person.username }
    const { id: productId, shortLinkId } = await insertProduct(app.database.db, owner, { asin })
    const [isProven, hasDetails] = [number % 11 !== 10, number % 7 !== 6]
    if (isProven) await proveAddress(app, person)
    if (isProven && hasDetails) {
      const method = number % 3 === 0 ? 'wise' : 'paypal'
      const body = { method, account: `${number}@pay.example`, legal_name: 'Maya Okafor', country: 'DE' }
      const { status } = await app.request('PUT', '/api/v1/me/payout-details', {
        token: person.token,
        body: { ...body, password: person.password },
      })
      if (status !== 200) throw new Error(`details answered ${status}`)
      await ageDetails(app.database, 8, payeeId)
    }
    return { ...person, payeeId, productId, shortLinkId, asin, isProven, hasDetails, isGone: false }
  }

  const ask = async (admin: number, method: string, path: string, body?: unknown) => {
    const token = admins[admin]?.token
    const answer = await app.request(method, path, { token, ...(body !== undefined && { body }) })
    if (answer.status >= 300)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const pages = async (path: string) => {
    const items = []
    let cursor: string | null = ''
    do {
      const page = await ask(0, 'GET', `/api/v1/admin/${path}${cursor && `?cursor=${cursor}`}`)
      items.push(...page.items)
      cursor = page.next_cursor
    } while (cursor)
    return items
  }

  return {
    app,
    people,
    pages,
    close: () => app.close(),
    today: () => clock.now().toISOString().slice(0, 10),
    /** Some seconds later, so that no two steps are at one moment. */
    tick: () => clock.advance(2_000),
    goTo: async (day: string) => {
      clock.advance(Date.parse(`${day}T20:00:00Z`) - clock.now().getTime())
      for (const [index, admin] of admins.entries())
        admins[index] = { ...admin, token: (await signInAgain(app, admin)).access_token }
      // As each hour.
      await closeMonths({ db: app.database.db, clock: clock.now, actor: null }, options)
    },
    /** Some days later, without anybody. */
    passTo: (day: string) => clock.advance(Date.parse(`${day}T20:00:00Z`) - clock.now().getTime()),
    /** Whether it is a new follower. */
    followAt: async (follower: Creator, followed: Creator, at: Date) => {
      const { numInsertedOrUpdatedRows } = await app.database.db
        .insertInto('followers')
        .values({ follower_id: follower.id, following_id: followed.id, created_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    /** The notes of a week by accounts, once those that are due are written. */
    notesOn: async (week: string) => {
      const context = { db: app.database.db, clock: clock.now }
      await writeWeeklyNotes(context, { ...options, key, minimumCents: 1_000 })
      const { rows } = await app.database.pool.query('select user_id from weekly_notes where week = $1', [
        week,
      ])
      const notes = new Map()
      // One after the other: so many at once would wait for connections.
      for (const { user_id: userId } of rows) {
        const actor = { userId, sessionId: userId, role: 'user' as const }
        notes.set(userId, (await listOwnNotes({ ...context, actor }, {})).items[0])
      }
      return notes
    },
    get: (path: string) => ask(0, 'GET', `/api/v1/admin/${path}`),
    post: (path: string, body: unknown = {}, admin = 0) => ask(admin, 'POST', `/api/v1/admin/${path}`, body),
    /** Sets a rate (`2026-01/GBP`), confirming its example where that is asked. */
    setRate: async (of: string, body: object) => {
      const token = admins[0]?.token
      const put = (more: object) =>
        app.request('PUT', `/api/v1/admin/rates/${of}`, { token, body: { ...body, ...more } })
      const asked = await put({})
      const { status } = asked.status === 409 ? await put({ confirmed: asked.body.details.examples }) : asked
      if (status !== 200) throw new Error(`the rate of ${of} answered ${status}`)
    },
    importReport: async (marketplace: string, rows: TextRow[]) => {
      const imports = importsOf(app, admins[0] as Person)
      const query = { marketplace, report_as_of: clock.now().toISOString(), apply: true }
      const batch = await imports.settledAll(await imports.add(reportText(rows), query), 'once')
      if (batch.state !== 'merged') throw new Error(`the report is ${batch.state}: ${JSON.stringify(batch)}`)
      if (batch.failed > 0) throw new Error(`${batch.failed} rows failed`)
    },
    matchAndPost: async () => {
      for (const name of ['commission-matcher', 'earnings-calculator'])
        await ask(0, 'POST', `/functions/v1/${name}`)
    },
    assign: async (id: string, { shortLinkId }: Creator) => {
      const { match } = await ask(0, 'GET', `/api/v1/admin/orders/${id}`)
      const version = match?.version ?? null
      const body = { product_ref: shortLinkId, reason: 'The creator showed the receipt.', version }
      await ask(0, 'PUT', `/api/v1/admin/orders/${id}/match`, body)
    },
    leave: async (person: Creator) => {
      const { access_token: token } = await signInAgain(app, person)
      const { username, password } = person
      const { status } = await app.request('DELETE', '/api/v1/me', { token, body: { username, password } })
      if (status !== 204) throw new Error(`deletion answered ${status}`)
      person.isGone = true
    },
    balances: () =>
      balancesOf(
        { db: app.database.db, clock: clock.now, actor: null },
        people.map(({ payeeId }) => payeeId),
        options,
      ),
    /** A creator's months as `/earnings` tells them, in cents. */
    monthsOf: ({ payeeId }: Creator, paid: number) =>
      earningMonthsOf({ db: app.database.db, clock: clock.now, actor: null }, payeeId, { ...options, paid }),
    /** What `npm run verify` finds. */
    wrong: async () => {
      const lines: string[] = []
      const checks = [earningsChecks, orderChecks, balanceChecks(options), payoutChecks({ ...options, key })]
      const context = { db: app.database.db, clock: clock.now, actor: null }
      const failed = await verify(context, checks, (line) => lines.push(line))
      return failed === 0 ? '' : lines.join('\n')
    },
  }
}
