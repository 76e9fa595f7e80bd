import { randomUUID } from 'node:crypto'
import { startTestApp, type TestApp } from '../../../../tests/harness/app.ts'
import { insertProduct } from '../../../../tests/harness/factories.ts'
import { type Person, signInAgain, signUp, signUpAdmin } from '../../../../tests/harness/people.ts'
import { ManualClock } from '../../../platform/clock.ts'
import { askPayingDate, importsOf } from '../../imports/testing/stage.ts'
import { feeEarningsText, feeOrdersText, reportText } from '../report-text.ts'
import { agents, visitorsOf } from '../visits.ts'
import {
  type Asin,
  afterwards,
  type Click,
  creators,
  days,
  type FileSpec,
  feeBpsOf,
  feeDays,
  firstReport,
  type History,
  orderHour,
  ownersOf,
  type Product,
  type Row,
  rounds,
  together,
  trackedDays,
} from './world.ts'

type Creator = Person & { payeeId: string; links: Map<string, { id: string; shortLinkId: string }> }
const begin = '2026-06-30T12:00:00Z'
const filler = 'B0FILLER00'

export type Stage = Awaited<ReturnType<typeof openStage>>

/**
 * The app that histories go through, by its calls alone: two nodes of it with different fees, an admin and three creators.
 * Each history of a batch has a place of its own: its ASINs, links, tags, networks and order ids.
 */
export async function openStage() {
  const clock = new ManualClock(new Date(begin))
  const env = (feeBps: number) => ({ TRUST_PROXY: 'on', PLATFORM_FEE_BPS: `${feeBps}` })
  const app = await startTestApp({ env: env(feeBpsOf.usual), clock })
  const second = await startTestApp({ env: env(feeBpsOf.other), clock, database: app.database })
  const { db, pool } = app.database
  const { record } = visitorsOf(app)
  let admin = await signUpAdmin(app)
  let generation = 0
  let played = 0
  const people: Creator[] = []
  for (const creator of creators) people.push(await newCreator(creator))
  const dated = await askPayingDate(app, admin, { starts_on: days[feeDays[0] as number] as string })
  if (dated.status !== 200) throw new Error(`The ship date was answered ${dated.status}`)
  for (let slot = 0; slot < together; slot++) await track(slot)

  async function newCreator(creator: number): Promise<Creator> {
    const person = await signUp(app)
    const { rows } = await pool.query('select id from payees where user_id = $1', [person.id])
    const owner = { userId: person.id, payeeId: rows[0].id, username: person.username }
    const links: Creator['links'] = new Map()
    generation += 1
    for (let slot = 0; slot < together; slot++)
      for (const asin of ['mug', 'pan'] as const)
        if (ownersOf[asin].includes(creator)) {
          // Ids in the order of creators: two clicks of one moment are told apart by them.
          const first = ((creator + 1) * 0x1000_0000 + generation).toString(16).padStart(8, '0')
          const id = `${first}-0000-7000-8000-${`${slot}`.padStart(11, '0')}${asin === 'pan' ? 1 : 0}`
          links.set(`${slot} ${asin}`, await insertProduct(db, owner, { id, asin: asinOf(slot, asin) }))
        }
    return { ...person, payeeId: owner.payeeId, links }
  }
  const productOf = (slot: number, { creator, asin }: Product) =>
    people[creator]?.links.get(`${slot} ${asin}`) as { id: string; shortLinkId: string }

  async function call(method: string, path: string, body?: unknown, from: TestApp = app) {
    return from.request(method, path, { token: admin.token, ...(body !== undefined && { body }) })
  }
  async function track(slot: number) {
    const { status, body } = await call('POST', '/api/v1/admin/tracking-ids', {
      tag: `track${slot}-20`,
      username: people[trackedDays.creator]?.username,
      valid_from: days[trackedDays.from],
      valid_to: days[trackedDays.until],
    })
    if (status !== 201) throw new Error(`A tracking id was answered ${status}: ${JSON.stringify(body)}`)
  }
  const signedIn = async (person: Person): Promise<Person> => ({
    ...person,
    token: (await signInAgain(app, person)).access_token,
  })

  /** Begins anew: nothing was clicked, told, decided or posted, and everybody is there. */
  async function reset() {
    played += 1
    clock.set(new Date(begin))
    await pool.query(`
      set session_replication_role = replica;
      delete from earnings_holds; delete from earnings_ledger; delete from posting_runs; delete from earnings_quarters;
      delete from earnings_product_quarters; update earnings set earnings_cents = 0;
      delete from order_disagreements; delete from order_matches; delete from amazon_orders; delete from order_observations; delete from import_days;
      delete from fee_rows; delete from fee_unpaired; delete from order_parts; delete from earlier_order_ids; delete from fee_order_dates;
      delete from orders_to_match; delete from orders_to_post; delete from order_runs;
      delete from twin_decisions; delete from return_decisions; delete from import_row_errors; delete from import_chunks; delete from import_batches; delete from clicks;
      -- The clock goes back, so that all sign-ins would be of one hour.
      delete from rate_limits;
      set session_replication_role = default`)
    for (const creator of creators) if (!people[creator]?.token) people[creator] = await newCreator(creator)
  }

  /** All clicks, round by round; those of a round come at once, and then what comes after them. */
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
        address: `10.${played % 250}.${slot * 8 + network}.7`,
        agent: who === 'bot' ? 'curl/8.5.0' : (agents[agent] as string),
        ...(who === 'owner' && { token: people[product.creator]?.token as string }),
      },
      kind === 'view' ? { kind, event_id: name } : { kind, ...(name && { view_event_id: name }) },
    )
  }

  const subTagOf = (slot: number, sub: Row['sub']) =>
    sub === null
      ? ''
      : sub === 'foreign'
        ? 'their-own-9'
        : productOf(slot, { creator: sub, asin: 'mug' }).shortLinkId
  const tagOf = (slot: number, tag: Row['tag']) =>
    tag === null ? '' : tag === 'tracked' ? `track${slot}-20` : `other${slot}-20`

  function textOf(spec: FileSpec, rows: { slot: number; row: Row }[]): string {
    const own = productOf(0, { creator: 0, asin: 'mug' }).shortLinkId
    const sorted = shuffled(rows, spec.shuffle)
    if (spec.format === 'folio_csv')
      return reportText([
        {
          order_item_id: `filler-${spec.asOf}`,
          order_date: days[rows[0]?.row.day ?? 0] as string,
          asin: filler,
          commission_amount: '0.00',
          sub_tag: spec.isTagged ? own : '',
          tracking_id: '',
        },
        ...sorted.map(({ slot, row }) => ({
          order_item_id: `s${slot}-${row.id}`,
          order_date: row.hasTime ? `${days[row.day]}${orderHour}` : (days[row.day] as string),
          asin: asinOf(slot, row.asin),
          // The same, so that equal rows are.
          product_title: 'An item',
          commission_amount: ((row.back === 'reversed' ? -row.cents : row.cents) / 100).toFixed(2),
          quantity: row.back === 'reversed' ? -row.pieces : row.pieces,
          order_status: row.back === 'partly' ? 'returned' : row.status,
          sub_tag: subTagOf(slot, row.sub),
          tracking_id: tagOf(slot, row.tag),
        })),
      ])
    if (spec.format === 'fee_orders')
      return feeOrdersText([
        ...spec.days.map((day) => ({ ASIN: filler, Date: days[day] as string })),
        ...sorted.map(({ slot, row }) => ({
          ASIN: asinOf(slot, row.asin),
          Date: days[row.day] as string,
          Tag: tagOf(slot, row.tag),
        })),
      ])
    return feeEarningsText([
      // So that each of its days has a row, whatever histories say of it.
      ...spec.days.map((day) => ({
        ASIN: filler,
        'Date Shipped': days[day] as string,
        'Ad Fees($)': '0.00',
        'Sub Tag': spec.isTagged ? own : '',
      })),
      ...sorted.map(({ slot, row }) => ({
        ASIN: asinOf(slot, row.asin),
        'Date Shipped': days[row.day] as string,
        'Ad Fees($)': (row.cents / 100).toFixed(2),
        'Items Shipped': row.cents < 0 ? '0' : `${row.pieces}`,
        Returns: row.cents < 0 ? `${row.pieces}` : '0',
        'Tracking ID': tagOf(slot, row.tag),
        'Sub Tag': subTagOf(slot, row.sub),
      })),
    ])
  }

  const standing = new Map<number, string[]>()
  /** Sends a file, whole or a day at a time; one that stands already changes nothing. */
  async function importFile(file: number, spec: FileSpec, rows: { slot: number; row: Row }[]) {
    const parts = spec.isSplit
      ? spec.days.map((day) => ({ ...spec, days: [day], asOf: spec.asOf * 10 + day }))
      : [spec]
    const imports = importsOf(app, admin)
    const reportAsOf = new Date(Date.parse(firstReport) + spec.asOf * 1_000).toISOString()
    const ids: string[] = []
    for (const part of parts) {
      const own = rows.filter(({ row }) => part.days.includes(row.day))
      const sent = await imports.add(textOf(part, own), { apply: true, report_as_of: reportAsOf })
      const added = sent.state === 'question' ? await imports.choose(sent, spec.counts) : sent
      // What is alike in both formats is bought twice: in a history they never tell of one sale.
      const { id, state, error } = await imports.settledAll(added, 'two_sales', spec.retold)
      const isRepeated = standing.has(file)
      if (state !== (isRepeated ? 'repeated' : 'merged'))
        throw new Error(`File ${file} is ${state}: ${JSON.stringify(error)}`)
      ids.push(id)
    }
    if (!standing.has(file)) standing.set(file, ids)
  }
  async function undoFile(file: number) {
    for (const id of standing.get(file) ?? []) await importsOf(app, admin).undo(id)
    standing.delete(file)
  }

  async function run(name: 'commission-matcher' | 'earnings-calculator', feeBps: number = feeBpsOf.usual) {
    const node = feeBps === feeBpsOf.usual ? app : second
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
      await reset()
    },
    visit,
    importFile,
    undoFile,
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
    /** What a creator is told of their money, in cents; null to one who has left. */
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

/** A history's ASINs are nobody else's. */
export const asinOf = (slot: number, asin: Asin) => `B0${asin.toUpperCase()}${`${slot}`.padStart(5, '0')}`

/** The same each time for the same number. */
function shuffled<T>(all: T[], seed: number): T[] {
  let state = seed + 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state
  }
  return all
    .map((one) => ({ one, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
