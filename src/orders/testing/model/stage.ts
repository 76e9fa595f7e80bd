import { randomUUID } from 'node:crypto'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { insertProduct } from '../../../../tests/harness/factories.ts'
import { type Person, signInAgain, signUp, signUpAdmin } from '../../../../tests/harness/people.ts'
import { ManualClock } from '../../../platform/clock.ts'
import type { Doubt, ImportDetail } from '../../imports/contract.ts'
import { askPayingDate, choosing, importsOf, reasonsOf } from '../../imports/testing/stage.ts'
import { setCadRates } from '../rates.ts'
import { agents, visitorsOf } from '../visits.ts'
import { asinOf, meaningsOf, reportOf } from './texts.ts'
import {
  afterwards,
  type Click,
  cadRates,
  creators,
  type DuplicateChoice,
  days,
  fees,
  firstReport,
  type History,
  type Market,
  marketOf,
  markets,
  ownersOf,
  type Part,
  type Product,
  type Row,
  rounds,
  together,
  trackedDays,
  trackedOf,
} from './world.ts'

type Creator = Person & { payeeId: string; links: Map<string, { id: string; shortLinkId: string }> }
const begin = '2026-06-30T12:00:00Z'

/** The result of sending a file: imported before, waiting for a ship date, or to be imported now. */
export type Sent = 'repeated' | 'undated' | ImportDetail
export type AskedDuplicate = NonNullable<NonNullable<ImportDetail['preview']>['duplicates']>[number]
/** An admin's choice for likely duplicates: for all alike, or for each. */
export type AnswerDuplicates = (
  asked: Doubt,
  duplicates: AskedDuplicate[],
) => DuplicateChoice | { order_item_id: string; fee_item_id: string; choice: DuplicateChoice }[]

export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * The app that plays histories, by its calls alone: two nodes of it, an admin and three creators.
 * Each history of a batch has its own ASINs, links, tags, networks and order ids.
 */
export async function openStage() {
  const clock = new ManualClock(new Date(begin))
  const env = { TRUST_PROXY: 'on' }
  const app = await startTestApp({ env, clock })
  const second = await startTestApp({ env, clock, database: app.database })
  const { db, pool } = app.database
  const { record } = visitorsOf(app)
  let admin = await signUpAdmin(app)
  let generation = 0
  let played = 0
  const people: Creator[] = []
  const trackingIds = new Map<string, string>()
  for (const creator of creators) people.push(await newCreator(creator))
  for (const { creator, feeBps, from } of fees)
    if (from !== null)
      await pool.query(
        `insert into platform_fees (payee_id, fee_bps, from_day, set_on, set_at, reason)
         values ($1, $2, $3, $3::date - 1, $4, 'A test')`,
        [creator === null ? null : people[creator]?.payeeId, feeBps, from, begin],
      )
  await setCadRates(pool, cadRates)
  for (let slot = 0; slot < together; slot++) for (const market of markets) await track(slot, market)

  async function newCreator(creator: number): Promise<Creator> {
    const person = await signUp(app)
    const { rows } = await pool.query('select id from payees where user_id = $1', [person.id])
    const owner = { userId: person.id, payeeId: rows[0].id, username: person.username }
    const links: Creator['links'] = new Map()
    generation += 1
    for (let slot = 0; slot < together; slot++)
      for (const [nth, item] of (['mug', 'pan', 'ca mug'] as const).entries())
        if (ownersOf[item].includes(creator)) {
          // Ids in the order of creators: they order two clicks of one moment.
          const first = ((creator + 1) * 0x1000_0000 + generation).toString(16).padStart(8, '0')
          const id = `${first}-0000-7000-8000-${`${slot}`.padStart(11, '0')}${nth}`
          const values = { id, asin: asinOf(slot, item), marketplace: marketOf(item) }
          links.set(`${slot} ${item}`, await insertProduct(db, owner, values))
        }
    return { ...person, payeeId: owner.payeeId, links }
  }
  const productOf = (slot: number, { creator, asin }: Product) =>
    people[creator]?.links.get(`${slot} ${asin}`) as { id: string; shortLinkId: string }

  async function call(method: string, path: string, body?: unknown, from: TestApp = app) {
    return from.request(method, path, { token: admin.token, ...(body !== undefined && { body }) })
  }
  async function track(slot: number, marketplace: Market) {
    const { status, body } = await call('POST', '/api/v1/admin/tracking-ids', {
      tag: `track${slot}-20`,
      marketplace,
      username: people[trackedOf[marketplace]]?.username,
      valid_from: days[trackedDays.from],
      valid_to: days[trackedDays.until],
    })
    if (status !== 201) throw new Error(`A tracking id was answered ${status}: ${JSON.stringify(body)}`)
    trackingIds.set(`${slot} ${marketplace}`, body.id)
  }
  /** Has the tracking ids of histories in a marketplace end on another day. */
  async function endTracking(slots: number[], market: Market, until: number) {
    for (const slot of slots) {
      const path = `/api/v1/admin/tracking-ids/${trackingIds.get(`${slot} ${market}`)}`
      const { status, body } = await call('PATCH', path, { valid_to: days[until] })
      if (status !== 200) throw new Error(`A tracking id was answered ${status}: ${JSON.stringify(body)}`)
    }
  }
  const signedIn = async (person: Person): Promise<Person> => ({
    ...person,
    token: (await signInAgain(app, person)).access_token,
  })

  /** Begins again: no clicks, reports, decisions or rows, and everybody has an account. */
  async function reset() {
    played += 1
    clock.set(new Date(begin))
    await app.database.owner.pool.query(`
      set session_replication_role = replica;
      delete from earnings_holds; delete from ledger_checkpoints; delete from ledger_log_nodes; delete from ledger_log; delete from earnings_ledger; delete from posting_runs; delete from earnings_quarters;
      delete from earnings_product_quarters; delete from earnings_orders; update earnings set earnings_cents = 0;
      delete from order_disagreements; delete from order_matches; delete from amazon_orders; delete from order_observations; delete from import_days;
      delete from fee_rows; delete from fee_unpaired; delete from order_parts; delete from earlier_order_ids; delete from fee_order_dates;
      delete from orders_to_match; delete from orders_to_post; delete from order_runs; delete from status_meanings;
      delete from duplicate_decisions; delete from paying_dates; delete from paying_date_changes; delete from return_decisions; delete from import_row_errors; delete from import_chunks; delete from import_batches; delete from clicks;
      -- The clock goes back, so that all sign-ins would be of one hour.
      delete from rate_limits;
      set session_replication_role = default`)
    await pool.query('update tracking_ids set valid_to = $1', [days[trackedDays.until]])
    for (const creator of creators) if (!people[creator]?.token) people[creator] = await newCreator(creator)
  }

  /** All clicks, round by round; those of a round come at once, then what follows them. */
  async function visit(histories: (History | null)[], then: (round: number) => Promise<void>) {
    const events = histories.map(() => new Map<number, string>())
    const eventOf = (slot: number, event: number) => {
      const known = events[slot]?.get(event) ?? randomUUID()
      events[slot]?.set(event, known)
      return known
    }
    for (const [round, at] of rounds.entries()) {
      const clicks = histories.flatMap((history, slot) =>
        (history?.clicks ?? []).filter((click) => click.round === round).map((click) => ({ slot, click })),
      )
      clock.set(new Date(at))
      await Promise.all(clicks.map(({ slot, click }) => send(slot, click, eventOf)))
      await then(round)
    }
    clock.set(new Date(afterwards))
  }
  function send(slot: number, click: Click, eventOf: (slot: number, event: number) => string) {
    const { kind, product, who, network, agent, event } = click
    const name = event === null ? null : eventOf(slot, event)
    return record(
      productOf(slot, product),
      {
        address: `${10 + ((slot * 8 + network) >> 8)}.${played % 250}.${(slot * 8 + network) & 255}.7`,
        agent: who === 'bot' ? 'curl/8.5.0' : (agents[agent] as string),
        ...(who === 'owner' && { token: people[product.creator]?.token as string }),
      },
      kind === 'view' ? { kind, event_id: name } : { kind, ...(name && { view_event_id: name }) },
    )
  }

  const textOf = (spec: Part, rows: { slot: number; row: Row }[]) =>
    reportOf(spec, rows, (slot, creator) => productOf(slot, { creator, asin: 'mug' }).shortLinkId)

  const standing = new Map<number, string>()
  /** Imports that wait until a ship date is set. */
  const undated = new Map<number, string>()
  const imports = () => importsOf(app, admin)

  /** Sends a file, with the choice for rows of one id; returns the result, without answering further questions. */
  async function sendFile(part: Part, rows: { slot: number; row: Row }[]): Promise<Sent> {
    if (undated.has(part.key)) return 'undated'
    const own = rows.filter(({ row }) => part.days.includes(row.day))
    const reportAsOf = new Date(Date.parse(firstReport) + part.asOf * 1_000).toISOString()
    const query = { report_as_of: reportAsOf, marketplace: part.market }
    const { status, body } = await imports().send(textOf(part, own), query)
    if (status !== 201) throw new Error(`File ${part.key} was answered ${status}: ${JSON.stringify(body)}`)
    const read = await imports().settled(body.id)
    const sent = read.question?.kind === 'statuses' ? await answer(read.id, meaningsOf(read.question)) : read
    const added = sent.state === 'question' ? await imports().choose(sent, part.counts) : sent
    if (added.state === 'repeated' && standing.has(part.key)) return 'repeated'
    if (added.state !== 'staged')
      throw new Error(`File ${part.key} is ${added.state}: ${JSON.stringify(added.error)}`)
    if (!reasonsOf(added).some(({ kind }) => kind === 'no_paying_date')) return added
    undated.set(part.key, added.id)
    return 'undated'
  }

  /** Those files that waited until now. */
  async function takeUndated(
    isOne: (key: number) => boolean,
  ): Promise<{ key: number; sent: ImportDetail }[]> {
    const waited: { key: number; sent: ImportDetail }[] = []
    for (const [key, id] of undated)
      if (isOne(key)) {
        waited.push({ key, sent: await imports().settled(id) })
        undated.delete(key)
      }
    return waited
  }

  /**
   * Imports a file, answering all questions, or discards it after the question about duplicates; returns whether it was
   * imported.
   */
  async function settleFile(
    { key, reportedAgain }: Part,
    { sent, isGivenUp }: { sent: ImportDetail; isGivenUp: boolean },
    duplicatesOf: AnswerDuplicates,
  ): Promise<boolean> {
    for (let now = await imports().settled(sent.id); ; ) {
      if (now.state === 'merged') break
      if (now.state !== 'staged') throw new Error(`File ${key} is ${now.state}: ${JSON.stringify(now.error)}`)
      const reasons = reasonsOf(now)
      const asked = reasons.find(({ kind }) => kind === 'duplicates')
      const said = asked && duplicatesOf(asked, now.preview?.duplicates ?? [])
      if (Array.isArray(said)) now = await answer(now.id, { duplicates: said })
      else if (reasons.length === 0) now = await imports().merge(now.id)
      else now = await answer(now.id, choosing(reasons, said ?? 'once', reportedAgain))
      if (isGivenUp && Array.isArray(said)) {
        await imports().discard(now.id)
        return false
      }
    }
    standing.set(key, sent.id)
    return true
  }
  async function answer(id: string, said: object): Promise<ImportDetail> {
    const { status, body } = await imports().call('POST', `/${id}/answer`, said)
    if (status !== 200) throw new Error(`An answer was answered ${status}: ${JSON.stringify(body)}`)
    return imports().settled(id)
  }

  async function undoFile(key: number) {
    const id = standing.get(key)
    if (id) await imports().undo(id)
    standing.delete(key)
  }

  /** Sets the ship date from which Fee-Earnings pays in a marketplace, confirming all questions. */
  async function setDate(marketplace: Market, day: number, duplicatesOf: (asked: Doubt) => DuplicateChoice) {
    const starts_on = days[day] as string
    const put = (said: object) => askPayingDate(app, admin, { marketplace, starts_on, ...said })
    for (let said = {}, times = 0; times < 20; times++) {
      const { status, body, reasons } = await put(said)
      if (status !== 200) throw new Error(`A ship date was answered ${status}: ${JSON.stringify(body)}`)
      if (reasons.length === 0) return
      const asked = reasons.find(({ kind }) => kind === 'duplicates')
      said = choosing(reasons, asked ? duplicatesOf(asked) : 'once')
    }
    throw new Error(`A ship date is asked about again and again`)
  }

  async function run(name: 'commission-matcher' | 'earnings-calculator', at: 'app' | 'second' = 'app') {
    const node = at === 'app' ? app : second
    const { status, body } = await call('POST', `/functions/v1/${name}`, undefined, node)
    if (status !== 200) throw new Error(`${name} was answered ${status}: ${JSON.stringify(body)}`)
  }

  return {
    app,
    people,
    call,
    productOf,
    reset: async () => {
      standing.clear()
      undated.clear()
      await reset()
    },
    visit,
    sendFile,
    settleFile,
    takeUndated,
    undoFile,
    setDate,
    endTracking,
    standing,
    run,
    tick: () => clock.advance(10_000),
    signIn: async () => {
      admin = await signedIn(admin)
    },
    pass: async (count: number) => {
      clock.advance(count * 24 * 3_600_000)
      admin = await signedIn(admin)
    },
    today: () => clock.now().toISOString().slice(0, 10),
    /** The last creator deletes their account. */
    leave: async () => {
      const person = people[2]
      if (!person?.token) return
      const { token } = await signedIn(person)
      const { username, password } = person
      const { status } = await app.request('DELETE', '/api/v1/me', { token, body: { username, password } })
      if (status !== 204) throw new Error(`Leaving was answered ${status}.`)
      person.token = ''
    },
    /** A creator's earnings as the app shows them, in cents; null once they have no account. */
    figuresOf: async (creator: number) => {
      const person = people[creator]
      if (!person?.token) return null
      const { token } = await signedIn(person)
      const { status, body } = await app.request('GET', '/api/v1/me/earnings?period=Y', { token })
      if (status !== 200) throw new Error(`Earnings were answered ${status}.`)
      const { posted_earnings, pending_earnings } = body.all_time
      const inCents = (dollars: number) => Math.round(dollars * 100)
      return {
        posted: inCents(posted_earnings),
        pending: inCents(pending_earnings),
        commissions: body.commissions as number,
        isRateRight: body.conversion_rate === (body.clicks > 0 ? body.commissions / body.clicks : null),
      }
    },
    close: async () => {
      await second.close()
      await app.close()
    },
  }
}
