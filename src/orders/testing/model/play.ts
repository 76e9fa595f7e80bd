import { earningsChecks } from '../../../earnings/index.ts'
import { verify } from '../../../platform/verification.ts'
import { orderChecks } from '../../proof/verify.ts'
import { Difference } from './difference.ts'
import { isWorthComparing, Model } from './model.ts'
import { type Models, playReports, type Reports } from './play-reports.ts'
import type { Stage } from './stage.ts'
import { asinOf } from './texts.ts'
import {
  type Asin,
  type Batch,
  creators,
  type Decision,
  marketOf,
  markets,
  type OrderState,
  ownersOf,
  type Step,
} from './world.ts'

/** Plays a batch of histories in the app and in the model, and compares them after each step. */
export async function play(stage: Stage, { dated, files, early, steps, histories }: Batch): Promise<void> {
  await stage.reset()
  const models = histories.map((history) => history && new Model(history.clicks))
  const reports = playReports(stage, { files, histories }, models)
  await stage.signIn()
  for (const market of markets) {
    const day = dated[market]
    if (day !== null) await reports.setDate({ market, day, duplicates: 'same_sale' })
  }
  await stage.visit(histories, async (round) => {
    for (const model of models) model?.reach(round)
    const now = early.filter(({ after }) => after === round).flatMap((of) => of.steps)
    if (now.length > 0) await takeAll(now, `after round ${round}, `)
  })
  await takeAll(steps)
  await compareFigures(stage, models)
  await prove(stage)

  async function takeAll(all: Step[], when = '') {
    await stage.signIn()
    for (const [index, step] of all.entries()) {
      stage.tick()
      if (step.do === 'decide')
        await decideAll(stage, models, reports, (slot) => histories[slot]?.decisions[step.nth])
      else await take(step)
      await compare(stage, models, `${when}step ${index} (${JSON.stringify(step)})`)
    }
  }

  async function take(step: Step) {
    if (step.do === 'import') await reports.importFile(step.file)
    if (step.do === 'undo') await reports.undoFile(step.file)
    if (step.do === 'date') await reports.setDate(step)
    if (step.do === 'track') {
      const slots = [...models.keys()].filter((slot) => models[slot])
      await stage.endTracking(slots, step.market, step.until)
      for (const model of models) model?.track(step.market, step.until)
    }
    if (step.do === 'match') {
      await stage.run('commission-matcher')
      for (const model of models) model?.match(stage.app.clock.now())
    }
    if (step.do === 'calculate') {
      await stage.run('earnings-calculator', step.at)
      for (const model of models) model?.calculate(stage.today())
    }
    if (step.do === 'settle') await settleTogether(stage, models, step)
    if (step.do === 'leave') await stage.leave()
    if (step.do === 'pass') await stage.pass(step.days)
  }
}

async function decideAll(
  stage: Stage,
  models: Models,
  reports: Reports,
  decisionOf: (slot: number) => Decision | undefined,
) {
  let known = await read(stage, models.length)
  for (const [slot, model] of models.entries()) {
    const wanted = decisionOf(slot)
    if (!model || !wanted) continue
    if (wanted.what === 'duplicate' && (await reports.sayOtherwise(slot, wanted))) continue
    if (wanted.what === 'answer' && (await answerReturn(stage, slot, { models, wanted }))) {
      known = await read(stage, models.length)
      continue
    }
    // Where nothing can be decided so, something else that can be.
    const kinds = [
      wanted.what === 'duplicate' || wanted.what === 'answer' ? 'assign' : wanted.what,
      'decide',
      'accept',
    ] as const
    const now = stage.app.clock.now()
    const what = kinds.find((kind) => model.decidable(kind).length > 0)
    if (!what) continue
    const decision = { ...wanted, what }
    const of = model.decidable(what)
    const chosen = of[decision.order % of.length] as (typeof of)[number]
    const real = known[slot]?.find(({ state }) => JSON.stringify(state) === chosen.text)
    if (!real) throw new Difference(slot, `The app has no order ${chosen.text}`)
    if (what === 'decide_group') {
      const group = model.groupOf(chosen.id)
      const cents = group.reduce((sum, id) => sum + model.centsOf(id), 0)
      const owners = group.map((id) => model.decide(id, decision, now))
      const month = model.monthOf(chosen.id)
      await decideGroup(stage, slot, real, { owner: owners[0] ?? null, orders: group.length, cents, month })
    } else await decide(stage, slot, real, { what }, model.decide(chosen.id, decision, now))
  }
}

/** Says whose a return is, where one is asked about that can be named; returns whether it did. */
async function answerReturn(
  stage: Stage,
  slot: number,
  { models, wanted }: { models: Models; wanted: Decision },
): Promise<boolean> {
  const model = models[slot]
  if (!model || model.asked().length === 0) return false
  // As orders are now: an answer for another history may have changed them.
  const known = (await read(stage, models.length))[slot] ?? []
  const idOf = (name: string) => {
    const text = model.textOf(name)
    return text === null ? undefined : known.find(({ state }) => JSON.stringify(state) === text)?.id
  }
  const asked = model.asked().find(({ id }) => idOf(id) !== undefined)
  if (!asked) return false
  const candidates = asked.candidates.filter((name) => idOf(name) !== undefined).toSorted()
  const purchase = wanted.creator === null ? null : (candidates[wanted.creator % candidates.length] ?? null)
  const path = `/api/v1/admin/orders/${encodeURIComponent(idOf(asked.id) ?? '')}/purchase`
  const body = { purchase_id: purchase && idOf(purchase), reason: 'Somebody wrote to us.' }
  const answer = await stage.call('PUT', path, body)
  if (answer.status !== 200)
    throw new Difference(slot, `An answer was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  model.answer(asked.id, purchase)
  // What waits to be folded is folded with it, of all histories.
  for (const one of models) one?.follow()
  return true
}

/** Decides all that are under review together with an order, by their group in the list. */
async function decideGroup(
  { call, people }: Stage,
  slot: number,
  { state }: { state: OrderState },
  { owner, orders, cents, month }: { owner: number | null; orders: number; cents: number; month: string },
) {
  const { body } = await call('GET', '/api/v1/admin/reviews')
  const ofProduct = body.items.filter(({ asin }: { asin: string }) => asin === asinOf(slot, state.asin))
  const expected = { orders, commission: cents / 100 }
  type Group = { marketplace: string; orders: number; commission: number; reason: string; month: string }
  const isIt = (group: Group) =>
    group.marketplace === marketOf(state.asin) &&
    group.orders === orders &&
    group.commission === expected.commission &&
    group.reason === state.match?.review &&
    group.month.startsWith(month)
  const group = ofProduct.find(isIt)
  if (!group) throw new Difference(slot, `No group of ${orders} for ${cents}: ${JSON.stringify(ofProduct)}`)
  const { marketplace, asin, reason: review, claimants } = group
  const { status, body: answer } = await call('POST', '/api/v1/admin/reviews/decision', {
    ...{ marketplace, asin, month: group.month, review, expected },
    claimants: claimants.map(({ payee_id }: { payee_id: string }) => payee_id),
    payee_id: owner === null ? null : people[owner]?.payeeId,
    reason: 'Somebody wrote to us.',
  })
  if (status !== 200 || answer.decided !== orders)
    throw new Difference(slot, `A group was answered ${status}: ${JSON.stringify(answer)}`)
}

async function decide(
  { call, people, productOf }: Stage,
  slot: number,
  { id, version }: { id: string; version: number | null },
  { what }: { what: Exclude<Decision['what'], 'decide_group' | 'duplicate' | 'answer'> },
  creator: number | null,
) {
  const path = `/api/v1/admin/orders/${encodeURIComponent(id)}`
  const said = { reason: 'Somebody wrote to us.', version }
  const answers = {
    assign: () => {
      const product = productOf(slot, { creator: creator ?? 0, asin: 'mug' })
      return call('PUT', `${path}/match`, { ...said, product_ref: product.shortLinkId })
    },
    unassign: () => call('DELETE', `${path}/match`, said),
    decide: () => {
      const payee_id = creator === null ? null : people[creator]?.payeeId
      return call('POST', `${path}/decision`, { ...said, payee_id })
    },
    accept: () => call('POST', `${path}/accept`, { reason: said.reason }),
  }
  const { status, body } = await answers[what]()
  if (status !== 200)
    throw new Difference(slot, `${what} of ${id} was answered ${status}: ${JSON.stringify(body)}`)
}

/**
 * Decides all orders of a report alike whose evidence disagrees for one creator, or for nobody, and one reason. Groups
 * are of all histories, since these share their files.
 */
async function settleTogether(
  stage: Stage,
  models: Models,
  { nth, choice }: { nth: number; choice: 'keep' | 'change' },
) {
  const { body } = await stage.call('GET', '/api/v1/admin/disagreements')
  type Item = {
    import_id: string
    creator: { payee_id: string } | null
    claim: string
    orders: number
    commission: number
  }
  const fileOf = (id: string) => [...stage.standing].find(([, standing]) => standing === id)?.[0]
  const listed = (body.items as Item[]).map((item) => {
    const creator = stage.people.findIndex(({ payeeId }) => payeeId === item.creator?.payee_id)
    const name = `${fileOf(item.import_id)}: ${creator}, ${item.orders} orders, ${Math.round(item.commission * 100)}`
    return { name, item }
  })
  const all = models.flatMap((model, slot) => (model?.disagreeing() ?? []).map((one) => ({ ...one, slot })))
  const groups = [...Map.groupBy(all, ({ file, creator, cause }) => `${file} ${creator} ${cause}`).values()]
  const expected = groups.map((orders) => {
    const [{ file, creator }] = orders as [(typeof all)[number]]
    const cents = orders.reduce((sum, one) => sum + one.cents, 0)
    return { name: `${file}: ${creator ?? -1}, ${orders.length} orders, ${cents}`, orders }
  })
  const namesOf = (named: { name: string }[]) =>
    named
      .map(({ name }) => name)
      .sort()
      .join('; ')
  if (namesOf(listed) !== namesOf(expected))
    throw new Difference(null, `Disagreeing together are ${namesOf(listed)}, not ${namesOf(expected)}`)
  // Two groups of one report and creator, with as many orders for as much, cannot be distinguished here.
  const clear = expected.filter(({ name }) => expected.filter((one) => one.name === name).length === 1)
  const chosen = clear[nth % Math.max(1, clear.length)]
  const item = listed.find(({ name }) => name === chosen?.name)?.item
  if (!chosen || !item) return
  const { import_id, creator, claim, orders, commission } = item
  const answer = await stage.call('POST', '/api/v1/admin/disagreements/decision', {
    ...{ import_id, payee_id: creator?.payee_id ?? null, claim, choice },
    expected: { orders, commission },
    reason: 'Somebody wrote to us.',
  })
  if (answer.status !== 200 || answer.body.decided !== orders)
    throw new Difference(null, `${chosen.name} was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  for (const { slot, id } of chosen.orders) models[slot]?.settle(id, choice, stage.app.clock.now())
}

async function compare(stage: Stage, models: Models, when: string) {
  const known = await read(stage, models.length)
  for (const [slot, model] of models.entries()) {
    if (!model) continue
    const lines = (all: OrderState[]) => all.map((one) => JSON.stringify(one)).sort()
    const expected = lines(model.states())
    const found = lines((known[slot] ?? []).map(({ state }) => state).filter(isWorthComparing))
    if (expected.join() === found.join()) continue
    const only = (these: string[], those: string[]) =>
      these.filter((line) => !those.includes(line)).join('\n  ')
    throw new Difference(
      slot,
      `After ${when}, history ${slot}:\n the model alone has\n  ${only(expected, found)}\n the app alone has\n  ${only(found, expected)}`,
    )
  }
}

/** A day on which everything is posted that no admin has to decide. */
async function compareFigures(stage: Stage, models: Models) {
  await stage.pass(400)
  for (const creator of creators) {
    const found = await stage.figuresOf(creator)
    if (!found) continue
    const expected = { posted: 0, pending: 0, commissions: 0, isRateRight: true }
    for (const model of models) {
      const own = model?.figuresOf(creator, stage.today())
      for (const name of ['posted', 'pending', 'commissions'] as const) expected[name] += own?.[name] ?? 0
    }
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Difference(
        null,
        `Creator ${creator} sees ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
      )
  }
}

/** `npm run verify` finds nothing wrong. */
async function prove({ app }: Stage) {
  const lines: string[] = []
  const context = { db: app.database.db, clock: app.clock.now, actor: null }
  const wrong = await verify(context, [earningsChecks, orderChecks], (line) => lines.push(line))
  if (wrong > 0) throw new Difference(null, lines.filter((line) => !line.startsWith('ok ')).join('\n'))
}

/** The app's orders by history, in the form of the model. */
async function read({ app, people, productOf }: Stage, slots: number) {
  const { rows } = await app.database.pool.query(`
    select o.order_item_id as id, o.asin, o.marketplace, o.order_date as day, o.commission_cents::int as cents, o.order_status as status,
      o.observation_id is not null as counts, o.sub_tag, o.tracking_id, o.waiting_return_cents::int as waiting,
      o.review_reason, m.order_item_id is not null as is_matched, m.payee_id, m.confidence, m.evidence ->> 'rule' as rule,
      m.review, m.is_decided, m.is_provisional, m.version, d.order_item_id is not null as is_disagreed, d.payee_id as claimed_by,
      (select json_agg(json_build_object('payee', payee_id, 'type', transaction_type, 'gross', gross_commission_cents,
          'fee', platform_fee_cents, 'availableOn', available_on, 'paidFor', l.marketplace || to_char(earning_month, ' YYYY-MM'),
          'counts', to_char(counts_month, 'YYYY-MM')) order by pair_sequence)
        from earnings_ledger l where l.order_item_id = o.order_item_id) as ledger
    from amazon_orders o left join order_matches m using (order_item_id)
    left join order_disagreements d using (order_item_id)`)
  const creatorOf = (payeeId: string | null) => {
    const index = people.findIndex((person) => person.payeeId === payeeId)
    return index < 0 ? null : index
  }
  const slotOf = new Map<string, { slot: number; asin: Asin }>()
  for (let slot = 0; slot < slots; slot++)
    for (const asin of Object.keys(ownersOf) as Asin[])
      slotOf.set(`${marketOf(asin)} ${asinOf(slot, asin)}`, { slot, asin })
  const known: { id: string; version: number | null; state: OrderState }[][] = Array.from(
    { length: slots },
    () => [],
  )
  for (const row of rows) {
    const found = slotOf.get(`${row.marketplace} ${row.asin}`)
    if (!found) continue
    const { slot, asin } = found
    const subOf = creators.find(
      (creator) => productOf(slot, { creator, asin: 'mug' }).shortLinkId === row.sub_tag?.toLowerCase(),
    )
    type Entry = { payee: string } & OrderState['ledger'][number][number]
    const ledger: Entry[] = row.ledger ?? []
    const payees = [...new Set(ledger.map(({ payee }) => creatorOf(payee) as number))].sort()
    const state: OrderState = {
      asin,
      day: row.day,
      cents: row.counts ? row.cents : 0,
      status: row.counts ? row.status : 'withdrawn',
      sub: row.sub_tag === null ? null : (subOf ?? 'foreign'),
      tag:
        row.tracking_id === null
          ? null
          : row.tracking_id.toLowerCase().startsWith('track')
            ? 'tracked'
            : 'other',
      waiting: row.waiting,
      isUnclear: row.review_reason !== null,
      match: row.is_matched
        ? {
            creator: creatorOf(row.payee_id),
            confidence: row.confidence,
            rule: row.is_decided ? null : row.rule,
            review: row.review,
            isDecided: row.is_decided,
            isProvisional: row.is_provisional,
          }
        : null,
      disagrees: row.is_disagreed ? (creatorOf(row.claimed_by) ?? 'nobody') : null,
      ledger: Object.fromEntries(
        payees.map((creator) => [
          creator,
          ledger.filter(({ payee }) => creatorOf(payee) === creator).map(({ payee: _, ...entry }) => entry),
        ]),
      ),
    }
    known[slot]?.push({ id: row.id, version: row.version, state })
  }
  return known
}
