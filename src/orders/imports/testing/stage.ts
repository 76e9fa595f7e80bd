import { setTimeout as delay } from 'node:timers/promises'
import type { TestApp } from '../../../../tests/harness/app.ts'
import type { Person } from '../../../../tests/harness/people.ts'
import type { Confirmation, Doubt, ImportDetail, PayingDateChange } from '../contract.ts'

/** What an import asks to have confirmed or chosen. */
export const reasonsOf = ({ question }: ImportDetail): Doubt[] =>
  question?.kind === 'confirmation' ? question.reasons : []

type Query = Record<string, string | boolean>
type Choice = NonNullable<Confirmation[number]['choice']>

/** The answer to what an import asks to have confirmed. */
export const confirming = (reasons: Doubt[]) => ({
  confirm: reasons.map(({ kind, rows, commission }) => ({ kind, rows, commission })),
})

/** The answer with, for each question, the first of the wanted choices that it has. */
export const choosing = (reasons: Doubt[], ...wanted: Choice[]) => ({
  confirm: reasons.map(({ kind, rows, commission, choices }) => ({
    kind,
    rows,
    commission,
    ...(choices && { choice: wanted.find((choice) => choices.includes(choice)) }),
  })),
})

/** An admin's imports, over HTTP. */
export const importsOf = (app: TestApp, { token }: { token?: string | undefined }) => {
  const path = '/api/v1/admin/imports'
  const call = (method: string, rest: string, body?: unknown) =>
    app.request(method, `${path}${rest}`, { token, ...(body !== undefined && { body }) })
  const send = async (file: BodyInit | null, query: Query = {}, type = 'text/csv') => {
    const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]))
    const response = await fetch(new URL(`${path}?${parameters}`, app.url), {
      method: 'POST',
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': type },
      body: file,
      ...(file instanceof ReadableStream && { duplex: 'half' }),
    } as RequestInit)
    return { status: response.status, body: await response.json() }
  }
  /** The import, as soon as nothing works on it or waits to. */
  const settled = async (id: string): Promise<ImportDetail> => {
    for (;;) {
      const { rows } = await app.database.pool.query(
        `select from import_batches where id = $1 and state <> 'receiving' and not exists (
           select from order_runs where import_id = $1 and state in ('waiting', 'running'))`,
        [id],
      )
      if (rows.length > 0) return (await call('GET', `/${id}`)).body
      await delay(25)
    }
  }
  const after = async (id: string, action: string, body?: unknown) => {
    const answer = await call('POST', `/${id}/${action}`, body)
    if (answer.status !== 200) throw new Error(`${action} answered ${answer.status}: ${answer.body.message}`)
    return settled(id)
  }
  return {
    call,
    send,
    settled,
    /** The file as it came in. */
    file: async (id: string) => {
      const headers = { ...(token && { authorization: `Bearer ${token}` }) }
      const answer = await fetch(new URL(`${path}/${id}/file`, app.url), { headers })
      return {
        status: answer.status,
        headers: answer.headers,
        bytes: Buffer.from(await answer.arrayBuffer()),
      }
    },
    /** Sends a file and waits until it has been staged, with `apply` merged: what it asks to have confirmed is. */
    add: async (file: BodyInit, query: Query = {}) => {
      const { status, body } = await send(file, query)
      if (status !== 201) throw new Error(`the import answered ${status}: ${body.message}`)
      const known = await settled(body.id)
      const reasons = known.question?.kind === 'confirmation' ? known.question.reasons : []
      const isToConfirm =
        query.apply &&
        known.state === 'staged' &&
        reasons.length > 0 &&
        reasons.every(({ choices }) => !choices)
      const isUndated = reasons.some(({ kind }) => kind === 'no_paying_date')
      return isToConfirm && !isUndated ? after(body.id, 'answer', confirming(reasons)) : known
    },
    merge: (id: string) => after(id, 'merge'),
    undo: (id: string, reason = 'It was the wrong file.') => after(id, 'undo', { reason }),
    discard: (id: string) => after(id, 'discard'),
    /** An import, once all that can be confirmed or chosen has been, each by one of these choices. */
    settledAll: async (batch: ImportDetail, ...wanted: Choice[]): Promise<ImportDetail> => {
      let now = batch
      while (now.state === 'staged' && now.question?.kind === 'confirmation') {
        const { reasons } = now.question
        if (reasons.some(({ kind }) => kind === 'no_paying_date')) break
        now = await after(now.id, 'answer', choosing(reasons, ...wanted))
      }
      return now
    },
    /** Answers all that an import asks by one of its choices. */
    choose: ({ id, question }: ImportDetail, choice: Choice) =>
      after(id, 'answer', choosing(question?.kind === 'confirmation' ? question.reasons : [], choice)),
    answer: (id: string, date_order: string) => after(id, 'answer', { date_order }),
  }
}

export type Imports = ReturnType<typeof importsOf>

/**
 * Asks for a ship date from which Fee-Earnings pays, and waits until that is over: what has to be confirmed first,
 * nothing where it is set.
 */
export async function askPayingDate(
  app: TestApp,
  { token }: { token?: string | undefined },
  { marketplace = 'us', ...body }: { marketplace?: string; starts_on: string; confirm?: object[] },
): Promise<{ status: number; body: PayingDateChange & { code?: string }; reasons: Doubt[] }> {
  const path = `/api/v1/admin/paying-dates/${marketplace}`
  const answer = await app.request('PUT', path, { ...(token && { token }), body })
  if (answer.status !== 200) return { ...answer, reasons: [] }
  for (;;) {
    const { rows } = await app.database.pool.query(
      `select state, doubts from order_runs r join paying_date_changes c on c.id = r.change_id
       where c.id = $1 and finished_at is not null`,
      [answer.body.id],
    )
    if (rows[0]?.state === 'failed') throw new Error('the ship date could not be set')
    if (rows[0]) return { ...answer, reasons: rows[0].doubts ?? [] }
    await delay(25)
  }
}

/** What is known of an order that counts. */
type KnownOrder = {
  status: string
  cents: number
  day: string
  quantity: number
  asin: string
  title: string
  sub_tag: string | null
  tracking_id: string | null
  marketplace: string
  /** Whether its file had sub tags of ours. */
  own: boolean
  /** Whether an admin has to look at it. */
  review: boolean
  /** What of a return has found no purchase, in cents. */
  waiting: number
}

/** What is known of orders, by their ids; null for one that is withdrawn. */
export async function ordersIn({
  database,
}: Pick<TestApp, 'database'>): Promise<Record<string, KnownOrder | null>> {
  const { rows } = await database.pool.query(
    `select order_item_id, observation_id is not null as counts, order_status as status, commission_cents as cents,
       order_date as day, quantity, asin, product_title as title, sub_tag, tracking_id, marketplace,
       file_has_own_sub_tags as own, review_reason is not null as review,
       waiting_return_cents as waiting
     from amazon_orders order by order_item_id`,
  )
  return Object.fromEntries(
    rows.map(({ order_item_id, counts, ...order }) => [order_item_id, counts ? order : null]),
  )
}

/** What an admin did, the oldest first. */
export async function auditOf({ database }: TestApp, { id }: Person) {
  const { rows } = await database.pool.query(
    'select action, subject, details from admin_audit where actor_id = $1 order by created_at, id',
    [id],
  )
  return rows
}
