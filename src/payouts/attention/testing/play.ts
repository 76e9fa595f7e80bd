import { expect } from 'vitest'
import type { Payee, PayoutStage } from '../../testing/stage.ts'
import { createProvider, fileOf, type Said, type Telling } from './provider.ts'

/** What somebody does; the numbers choose at whom or what. */
export type Act =
  | {
      act: 'earn' | 'pay' | 'fetch' | 'hand' | 'settle' | 'import' | 'sent' | 'by_hand' | 'cancel' | 'answer'
      at: number
      how: number
    }
  | { act: 'tell'; at: number; how: number; telling: Telling }

type Line = {
  id: string
  reference: string
  username: string
  amount: number
  state: string
  is_handed: boolean
  paid: number | null
  answers: number
  attention: { id: string }[]
}
/** A payout: what the ledger has of it, and what is known of what was really paid. */
type Payout = {
  id: string
  runId: string
  payee: number
  reference: string
  cents: number
  booked: number
  isOut: boolean
  /** By each payment, what files and admins have said left by it. */
  heard: Map<string, number>
  line: Line
}
type File = { id: string; runId: string; kind: 'paypal' | 'wise' | 'csv' }
type Sheet = { runId: string; rows: Said[]; text: string; isTrue: boolean }

const methods = ['paypal', 'paypal', 'wise'] as const
const minimum = 1_000
const isDead = (state: string) => ['failed', 'returned', 'cancelled'].includes(state)
const centsOf = (usd: number) => Math.round(usd * 100)

/** What left by a row; of one without an amount it is all. Null where nobody can read it. */
function readRow({ word, amount, currency }: Said, { cents }: Payout): number | null {
  if (word === 'Teleported' || amount === '6.4.0' || (currency && currency !== 'USD')) return null
  if (word !== 'Completed') return 0
  return amount === null ? cents : Math.abs(centsOf(Number(amount)))
}

/** What files have said in all that left for a payout; null where its rows cannot be read, or contradict each other. */
function saidOf(payout: Payout, rows: Said[]): number | null {
  const now = new Map<string | null, number>()
  for (const row of rows) {
    const cents = readRow(row, payout)
    if (cents === null || (now.get(row.payment) ?? cents) !== cents) return null
    now.set(row.payment, cents)
  }
  const unnamed = now.get(null)
  if (unnamed !== undefined) return unnamed
  for (const [payment, cents] of now) if (payment) payout.heard.set(payment, cents)
  return [...payout.heard.values()].reduce((sum, cents) => sum + cents, 0)
}

/** The stage with its clock, which goes on, and with `npm run verify`. */
export type Stage = PayoutStage & { later: () => void; wrong: () => Promise<string> }

/**
 * Plays acts by the app's calls, beside a provider whose real payments are known. After each act the ledger has what
 * the docs say of each payout, and an admin is asked about whatever a file says beyond that. In the end the provider
 * tells everything and admins answer by what it did: then exactly that has left for each creator, whatever else comes
 * late.
 */
export async function playHistory(stage: Stage, acts: Act[]): Promise<void> {
  await stage.beginAnew()
  const people: Payee[] = []
  for (const [index, method] of methods.entries())
    people.push(await stage.payee(0, { account: `${index}@pay.example`, method }))
  const provider = createProvider()
  const earned = people.map(() => 0)
  const payouts: Payout[] = []
  const runs: string[] = []
  const files: File[] = []
  const editions: { kind: 'paypal' | 'wise'; text: string }[] = []
  const sheets: Sheet[] = []
  const read = new Set<string>()
  const pick = <T>(some: T[], at: number) => (some.length === 0 ? undefined : some[at % some.length])
  const post = (path: string, body: unknown = {}) => stage.as(stage.ada, 'POST', path, body)
  const isOpen = ({ line }: Payout) => line.attention.length > 0
  const bookedBy = ({ paid, state, amount }: Line) =>
    paid !== null ? centsOf(paid) : isDead(state) ? 0 : centsOf(amount)

  /** What the app says of the payouts of a run now. */
  async function look(runId: string) {
    const lines: Line[] = await stage.linesOf(runId)
    for (const payout of payouts.filter((one) => one.runId === runId))
      payout.line = lines.find(({ id }) => id === payout.id) ?? payout.line
    for (const payout of payouts)
      payout.isOut ||= payout.line.state === 'cancelling' || isDead(payout.line.state)
  }
  /** An admin has looked at the provider's pages. */
  const hear = ({ reference, heard }: Payout) => {
    heard.clear()
    for (const one of provider.of(reference))
      heard.set(one.id, provider.stateOf(one) === 'paid' ? one.cents : 0)
  }

  const doing: Record<Act['act'], (act: Act) => Promise<void>> = {
    earn: async ({ at, how }) => {
      const [payee, cents] = [at % people.length, 800 + (how % 50) * 101]
      const { username } = people[payee] as Payee
      const body = { username, amount: cents / 100, reason: 'A prize' }
      expect(await post('adjustments', body)).toMatchObject({ status: 201 })
      earned[payee] = (earned[payee] ?? 0) + cents
    },
    pay: async () => {
      if ((await stage.due()).due.length === 0) return
      const { run, lines } = await stage.approveAll()
      runs.push(run.id)
      files.push(...run.files.map(({ id, kind }: File) => ({ id, kind, runId: run.id })))
      for (const line of lines as Line[]) {
        const payee = people.findIndex(({ username }) => username === line.username)
        const cents = centsOf(line.amount)
        const { id, reference } = line
        payouts.push({
          id,
          runId: run.id,
          payee,
          reference,
          cents,
          booked: cents,
          isOut: false,
          heard: new Map(),
          line,
        })
      }
    },
    fetch: async ({ at }) => {
      const file = pick(files, at)
      if (!file) return
      const { status, body } = await post(`payout-files/${file.id}/fetch`, { again: true })
      const own = payouts.filter(
        ({ runId, payee }) => runId === file.runId && (file.kind === 'csv' || methods[payee] === file.kind),
      )
      const left = own.filter(({ isOut }) => !isOut)
      expect(status).toBe(left.length === 0 ? 409 : 200)
      if (status === 409) return
      // What leaves a file never comes back into it.
      expect(own.filter(({ reference }) => body.text.includes(reference))).toEqual(left)
      if (file.kind !== 'csv') editions.push({ kind: file.kind, text: body.text })
      await look(file.runId)
    },
    // Mostly the newest edition, also one that was handed over before.
    hand: async ({ at, how }) => {
      const edition = how % 3 === 0 ? pick(editions, at) : editions.at(-1)
      if (edition) provider.take(edition.kind, edition.text)
    },
    settle: async ({ at, how }) => {
      const payment = pick(
        provider.payments.filter((one) => ['pending', 'paid'].includes(provider.stateOf(one))),
        at,
      )
      if (!payment) return
      const isPaid = provider.stateOf(payment) === 'paid'
      if (!isPaid && how % 5 === 0) payment.cents = payment.asked - 100
      payment.states.push(isPaid ? 'returned' : how % 3 === 1 ? 'denied' : 'paid')
    },
    tell: async (act) => {
      const runId = pick(runs, act.at)
      if (!runId || act.act !== 'tell') return
      const sheet = tellOf(runId, act.telling, act.how)
      if (sheet && act.how % 4 > 0) await importSheet(sheet)
    },
    import: async ({ at, how }) => {
      const sheet = how % 2 === 0 ? sheets.at(-1) : pick(sheets, at)
      if (sheet) await importSheet(sheet)
    },
    sent: async ({ at, how }) => {
      const [runId, file] = [pick(runs, at), pick(files, at)]
      if (how % 2 === 0 && runId) await post(`payout-runs/${runId}/sent`)
      else if (file) await post(`payout-files/${file.id}/sent`)
    },
    by_hand: async ({ at }) => {
      const payout = pick(payouts, at)
      if (!payout || !provider.isSettled(payout.reference)) return
      const paid = provider.paidOf(payout.reference)
      const from = payout.line.state
      const state = paid === 0 ? (from === 'paid' ? 'returned' : 'failed') : 'paid'
      if ((paid !== 0 && paid !== payout.cents) || !['sent', 'paid'].includes(from) || from === state) return
      const { status } = await post(`payout-lines/${payout.id}/result`, { from, state, reason: 'Seen there' })
      expect(status).toBe(isOpen(payout) || payout.line.answers > 0 ? 409 : 200)
      if (status === 409) return
      payout.booked = paid
      hear(payout)
    },
    cancel: async ({ at }) => {
      const payout = pick(payouts, at)
      if (!payout) return
      const { state: from, is_handed: isHanded } = payout.line
      const isPaid = !provider.isSettled(payout.reference) || provider.paidOf(payout.reference) > 0
      if (!['approved', 'cancelling'].includes(from) || (from === 'cancelling' && isPaid)) return
      const state = from === 'approved' && isHanded ? 'cancelling' : 'cancelled'
      const body = { from, state, ...(isHanded && state === 'cancelled' && { seen_unpaid: 'Its activity' }) }
      const { status } = await post(`payout-lines/${payout.id}/result`, body)
      expect(status).toBe(isOpen(payout) || payout.line.answers > 0 ? 409 : 200)
      if (status === 409 || state === 'cancelling') return
      payout.booked = 0
      hear(payout)
    },
    answer: async ({ at, how }) => {
      const some = payouts.filter(
        (one) => (isOpen(one) || one.line.answers > 0) && provider.isSettled(one.reference),
      )
      const payout = pick(some, at)
      if (payout) await answer(payout, 1 + (how % 2))
    },
  }

  function tellOf(runId: string, telling: Telling, how: number) {
    const references = payouts.filter((one) => one.runId === runId).map(({ reference }) => reference)
    const rows = provider.tell(references, telling, how)
    if (rows.length === 0) return undefined
    const sheet = { runId, rows, text: fileOf(rows, how), isTrue: telling !== 'too_early' }
    sheets.push(sheet)
    return sheet
  }

  /** Says how much was really paid, so many times at once: it counts once. */
  async function answer(payout: Payout, times: number) {
    const paid = provider.paidOf(payout.reference)
    const { id, line } = payout
    const seen = line.attention.map((one) => one.id)
    const body = { paid: paid / 100, note: 'Seen there', seen, answers: line.answers }
    const answers = await Promise.all(
      Array.from({ length: times }, () => post(`payout-lines/${id}/answer`, body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409].slice(0, times))
    payout.booked = paid
    hear(payout)
  }

  async function importSheet({ runId, rows, text }: Sheet) {
    const unsaid = await post(`payout-runs/${runId}/results`, { text })
    const isSaid = rows.every(({ amount }) => amount !== null)
    const { status } = isSaid ? unsaid : await post(`payout-runs/${runId}/results`, { text, confirm: true })
    expect(status).toBe(200)
    await look(runId)
    for (const payout of payouts.filter((one) => one.runId === runId))
      hearRows(
        payout,
        rows.filter(({ reference }) => reference === payout.reference),
      )
  }

  /**
   * What a file says is booked, asked, or was said before; what cannot be read or contradicts itself changes nothing.
   */
  function hearRows(payout: Payout, rows: Said[]) {
    const ends = rows.filter(({ word }) => word !== 'Pending')
    if (ends.length === 0) return
    const isNews = rows.some((row) => !read.has(JSON.stringify(row)))
    for (const row of rows) read.add(JSON.stringify(row))
    const now = bookedBy(payout.line)
    // An admin has looked at these payments: an older file may say what they were before.
    const isAnswered =
      payout.line.answers > 0 && ends.every(({ payment }) => payment && payout.heard.has(payment))
    const said = saidOf(payout, ends)
    // While something is asked, no more is paid to anybody by what changes.
    if (now !== payout.booked && !isOpen(payout))
      expect(now, `${payout.reference} is what its file says`).toBe(said)
    payout.booked = now
    const why = `${payout.reference}: ${said} said, ${now} booked, and nobody is asked`
    if (isNews && !isAnswered && said !== now) expect(isOpen(payout), why).toBe(true)
  }

  /** The ledger has of each payout what it should, and who waits for an answer is not paid. */
  async function compare() {
    for (const runId of runs) await look(runId)
    for (const payout of payouts)
      expect([payout.reference, bookedBy(payout.line)]).toEqual([payout.reference, payout.booked])
    const { due } = await stage.due()
    for (const [index, { username }] of people.entries()) {
      const own = payouts.filter(({ payee }) => payee === index)
      const paid = own.reduce((sum, { booked }) => sum + booked, 0)
      const available = (earned[index] ?? 0) - paid
      const { body } = await stage.as(stage.ada, 'GET', `balances/${username}`)
      expect([username, centsOf(body.paid), centsOf(body.available)]).toEqual([username, paid, available])
      const found = due.find((one: { username: string }) => one.username === username)
      const isDue = available >= minimum && !own.some(isOpen)
      expect(found ? centsOf(found.amount) : null).toBe(isDue ? available : null)
    }
  }

  const begin = [0, 1, 2].map((at) => ({ act: 'earn' as const, at, how: 20 + at }))
  for (const act of [...begin, { act: 'pay' as const, at: 0, how: 0 }, ...acts]) {
    await doing[act.act](act)
    stage.later()
    await compare()
  }

  await end()
  /** The provider does and says all; admins say what it did; then all that was ever said comes once more. */
  async function end() {
    for (const payment of provider.payments)
      if (provider.stateOf(payment) === 'pending') payment.states.push('paid')
    const isTrue = sheets.filter((sheet) => sheet.isTrue)
    for (const runId of runs) {
      const last = tellOf(runId, 'all', runs.length)
      if (last) await importSheet(last)
    }
    await answerAll()
    // The provider never had the others, or nobody has said what became of them.
    for (const at of payouts.keys())
      for (const act of ['cancel', 'cancel', 'by_hand'] as const) {
        await doing[act]({ act, at, how: 0 })
        await compare()
      }
    tie()
    for (const sheet of isTrue.toReversed()) await importSheet(sheet)
    await answerAll()
    tie()
    expect(await stage.wrong()).toBe('')
  }

  async function answerAll() {
    for (const payout of payouts) if (isOpen(payout)) await answer(payout, 1)
    await compare()
  }

  /** What has left by each payout is what the provider did. */
  function tie() {
    for (const { reference, booked } of payouts)
      expect([reference, booked]).toEqual([reference, provider.paidOf(reference)])
  }
}
