import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { peoplesAgents } from '../../src/clicks/testing/agents.ts'
import type { WireSession } from '../../src/identity/contract.ts'

/** A change is heard of within so long; a page that is read later must have it (docs/decisions/0091-standbys.md). */
export const heardMs = 1_000

type Options = {
  url: () => string
  owner: WireSession
  admin: WireSession
  /** The product that is edited and read. */
  productId: string
}

export type Readers = ReturnType<typeof createReaders>

/** Those who edit a product, those who read its page meanwhile, and an admin who adjusts a balance. */
export function createReaders({ url, owner, admin, productId }: Options) {
  const observed = {
    pages: 0,
    /** Given as they were, since they could not be made again; and how far the others were behind at most. */
    stale: 0,
    oldestMs: 0,
    /** How far they may be behind just now. */
    allowedMs: heardMs,
    edited: 0,
    /** Adjustments that were answered: amount by reason. */
    adjusted: new Map<string, number>(),
    failed: 0,
    wrong: [] as string[],
  }
  /** Which edit was answered when, the newest last. */
  const edits: { number: number; at: number }[] = [{ number: 0, at: performance.now() }]
  let running: Promise<unknown> = Promise.resolve()
  let isPaused = true
  let username = ''

  const call = async (
    token: string | undefined,
    method: string,
    target: string,
    body?: object,
    key?: string,
  ) => {
    const response = await fetch(url() + target, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        'x-forwarded-for': '198.51.100.7',
        // What programs fetch is recorded as clicks.
        'user-agent': peoplesAgents['Safari on a Mac'],
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    })
    return { status: response.status, age: response.headers.get('age'), text: await response.text() }
  }

  /** The answer, if there is one: what is refused or cut is counted. */
  const asked = async (...given: Parameters<typeof call>) => {
    const answer = await call(...given).catch(() => null)
    if (answer && answer.status !== 503) return answer
    observed.failed += 1
    await wait(50)
    return null
  }

  async function edit() {
    const number = (edits.at(-1)?.number ?? 0) + 1
    const answer = await asked(owner.access_token, 'PATCH', `/api/v1/products/${productId}`, {
      title: `Edit no. ${number}.`,
    })
    if (!answer) return
    if (answer.status !== 200) observed.wrong.push(`an edit was answered ${answer.status}: ${answer.text}`)
    edits.push({ number, at: performance.now() })
    observed.edited += 1
    await wait(200)
  }

  async function read() {
    const at = performance.now()
    const answer = await asked(undefined, 'GET', `/product/${productId}`)
    if (!answer) return
    observed.pages += 1
    if (answer.status !== 200) return void observed.wrong.push(`a page was answered ${answer.status}`)
    if (answer.age) {
      observed.stale += 1
      return
    }
    const shown = Number(/Edit no\. (\d+)\./.exec(answer.text)?.[1] ?? 0)
    // The first edit that it should have and has not.
    const missed = edits.find(({ number }) => number > shown)
    if (missed && missed.at < at) {
      const behind = Math.round(at - missed.at)
      observed.oldestMs = Math.max(observed.oldestMs, behind)
      if (behind > observed.allowedMs)
        observed.wrong.push(`a page showed edit ${shown} ${behind} ms after the next`)
    }
    await wait(20)
  }

  async function adjust() {
    if (!username) {
      const me = await asked(owner.access_token, 'GET', '/api/v1/me')
      if (me) username = JSON.parse(me.text).username
      return
    }
    const reason = `Adjusted ${randomUUID()}`
    const amount = 1 + observed.adjusted.size
    const key = randomUUID()
    // Repeated until it is answered: it must be made once.
    for (let attempt = 0; attempt < 200 && !isPaused; attempt += 1) {
      const answer = await asked(
        admin.access_token,
        'POST',
        '/api/v1/admin/adjustments',
        { username, amount, reason },
        key,
      )
      if (!answer) continue
      if (answer.status === 201) observed.adjusted.set(reason, amount)
      else observed.wrong.push(`an adjustment was answered ${answer.status}: ${answer.text}`)
      break
    }
    await wait(150)
  }

  const repeat = async (work: () => Promise<unknown>) => {
    while (!isPaused) await work()
  }
  return {
    observed,
    resume: () => {
      isPaused = false
      running = Promise.all([repeat(edit), repeat(read), repeat(read), repeat(adjust)])
    },
    pause: async () => {
      isPaused = true
      await running
    },
    /** Ledger rows that were acknowledged and are not there once. */
    missing: async (pool: pg.Pool): Promise<string[]> => {
      const { rows } = await pool.query<{ reason: string; count: number }>(
        `select asked.reason, count(l.id)::int as count from unnest($1::text[]) as asked (reason)
         left join earnings_ledger l on l.reason = asked.reason group by 1 having count(l.id) <> 1`,
        [[...observed.adjusted.keys()]],
      )
      return rows.map(({ reason, count }) => `the adjustment “${reason}” is there ${count} times`)
    },
  }
}
