import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signUpAdmin } from '../../../tests/harness/people.ts'
import { post, signUpPayee } from '../../earnings/testing/ledger.ts'

let app: TestApp
let smtp: FakeSmtp
let admin: Person
beforeAll(async () => {
  smtp = await startFakeSmtp()
  app = await startTestApp({ jobs: true, env: { SMTP_URL: smtp.url } })
  admin = await signUpAdmin(app)
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

type Payee = Awaited<ReturnType<typeof signUpPayee>>
const run = async (statement: string, values: unknown[] = []) =>
  (await app.database.owner.pool.query(statement, values)).rows

/** A creator with one posted row, and its id. */
async function withRow(title = 'A lamp'): Promise<Payee & { row: string }> {
  const payee = await signUpPayee(app)
  await proveAddress(app, payee)
  await post(app, payee, [{ gross: 1_000, at: app.clock.now(), title }])
  const [{ id: row }] = await run('select id from earnings_ledger where payee_id = $1', [payee.payeeId])
  return { ...payee, row }
}
const own = ({ token }: Person, method: string, path: string, body?: unknown) =>
  app.request(method, `/api/v1/me/${path}`, { token, ...(body !== undefined && { body }) })
const ask = (by: Person & { row: string }, text: string) =>
  own(by, 'POST', `ledger/${by.row}/question`, { text })
const read = async (by: Person & { row: string }) =>
  (await own(by, 'GET', `ledger/${by.row}/question`)).body.question
const admins = (method: string, path: string, body?: unknown) =>
  app.request(method, `/api/v1/admin/questions${path}`, {
    token: admin.token,
    ...(body !== undefined && { body }),
  })
const me = async ({ token }: Person) => (await app.request('GET', '/api/v1/me', { token })).body

describe('questions about rows of the ledger (docs/product/payouts.md#questions)', () => {
  it('are one thread a row, with messages of both sides, and the row attached', async () => {
    const ana = await withRow('A brass lamp')
    expect(await read(ana)).toBeNull()
    const { status, body } = await ask(ana, ' Why only this much? ')
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...{ state: 'open', is_unread: false, written: 1 },
      messages: [{ by: 'creator', text: 'Why only this much?' }],
      entry: {
        ...{ id: ana.row, user_amount: 8, gross_commission: 10, rule: 'sub_tag' },
        amazon_orders: { product_title: 'A brass lamp' },
      },
    })
    expect((await ask(ana, 'I waited.')).body).toMatchObject({ id: body.id, written: 2 })
    expect(await me(admin)).toMatchObject({ waiting: { questions: 1 } })

    const answer = (sent: unknown) => admins('POST', `/${body.id}/answer`, sent)
    expect(await answer({ text: 'The fee is 20 %.', seen: 1 })).toMatchObject({ status: 409 })
    expect(await answer({ text: ' ', seen: 2 })).toMatchObject({ status: 400 })
    expect(await answer({ text: 'The fee is 20 %.', seen: 2 })).toMatchObject({
      ...{ status: 200, body: { state: 'answered', creator: { username: ana.username }, written: 3 } },
    })
    expect((await admins('GET', `/${body.id}`)).body.messages.at(-1)).toMatchObject({
      ...{ by: 'admin', admin: admin.username, text: 'The fee is 20 %.' },
    })
    const mail = await smtp.mailTo(ana.email)
    expect(mail).toMatchObject({ subject: expect.stringContaining('Your question was answered') })
    expect(await me(admin)).toMatchObject({ waiting: { questions: 0 } })
    expect(await me(ana)).toMatchObject({ has_answers: true })
    const thread = await read(ana)
    expect(thread).toMatchObject({ is_unread: true, state: 'answered' })
    expect(thread.messages.at(-1)).toEqual({
      by: 'admin',
      text: 'The fee is 20 %.',
      written_at: expect.any(String),
    })
    expect((await own(ana, 'POST', `ledger/${ana.row}/question/seen`)).status).toBe(204)
    expect((await me(ana)).has_answers).toBeUndefined()

    expect(await answer({ close: true, seen: 3 })).toMatchObject({ body: { state: 'closed', written: 3 } })
    expect(await answer({ close: true, seen: 3 })).toMatchObject({ status: 409 })
    expect((await ask(ana, 'But still')).body).toMatchObject({ state: 'open', written: 4 })
    expect((await own(ana, 'GET', 'questions')).body.items).toMatchObject([{ id: body.id, written: 4 }])
    const audit = await run('select action from admin_audit where subject = $1 order by id', [body.id])
    expect(audit.map(({ action }) => action)).toEqual(['question.answer', 'question.close'])
  })

  it('are read by nobody else, and answered by admins alone', async () => {
    const [ana, ben] = [await withRow(), await withRow()]
    const { body } = await ask(ana, 'Why?')
    const asBen = { ...ben, row: ana.row }
    for (const { status } of [
      await own(ben, 'GET', `ledger/${ana.row}/question`),
      await ask(asBen, 'Let me in'),
      await app.request('GET', `/api/v1/admin/questions/${body.id}`, ben),
      await app.request('GET', '/api/v1/admin/questions', ben),
    ])
      expect([403, 404]).toContain(status)
    await admins('POST', `/${body.id}/answer`, { text: 'Because.', seen: 1 })
    await own(ben, 'POST', `ledger/${ana.row}/question/seen`)
    expect(await read(ana)).toMatchObject({ is_unread: true, written: 2 })
    expect((await own(ben, 'GET', 'questions')).body.items).toEqual([])
  })

  it('are listed to admins with the longest waiting first, then the last that changed', async () => {
    await run(`update ledger_questions set state = 'answered' where state = 'open'`)
    const asked: string[] = []
    for (const title of ['First', 'Second', 'Third']) {
      app.clock.advance(60_000)
      asked.push((await ask(await withRow(title), 'Why?')).body.id)
    }
    app.clock.advance(60_000)
    await admins('POST', `/${asked[0]}/answer`, { text: 'So', seen: 1 })
    const { items } = (await admins('GET', '')).body
    expect(items.slice(0, 3).map(({ id }: { id: string }) => id)).toEqual([asked[1], asked[2], asked[0]])
    const { username } = items[1].creator
    expect((await admins('GET', `?username=${username}`)).body.items).toMatchObject([{ id: asked[2] }])
    expect((await admins('GET', '?cursor=nonsense')).status).toBe(400)
  })

  it('are in the export of one’s own data, and lose their words with the account', async () => {
    const ana = await withRow()
    const { body } = await ask(ana, 'My bank says otherwise')
    await admins('POST', `/${body.id}/answer`, { text: 'We look', seen: 1 })
    const { body: data } = await app.request('GET', '/api/v1/me/export', ana)
    expect(data.questions).toMatchObject([
      { id: body.id, entry_id: ana.row, messages: [{ text: 'My bank says otherwise' }, { text: 'We look' }] },
    ])
    const { username, password } = ana
    const gone = await app.request('DELETE', '/api/v1/me', { token: ana.token, body: { username, password } })
    expect(gone.status).toBe(204)
    expect((await admins('GET', `/${body.id}`)).body).toMatchObject({
      ...{ state: 'closed', creator: { username: null } },
      messages: [
        { by: 'creator', text: null },
        { by: 'admin', text: 'We look' },
      ],
    })
    expect(
      (await admins('POST', `/${body.id}/answer`, { text: 'For the record', seen: 2 })).body,
    ).toMatchObject({
      ...{ is_unread: false, written: 3 },
    })
  })

  it('hold in the database: of one’s own row, in order, and for good', async () => {
    const [ana, ben] = [await withRow(), await withRow()]
    const { body } = await ask(ana, 'Why?')
    for (const statement of [
      `insert into ledger_questions (payee_id, entry_id, opened_at, changed_at) values ('${ana.payeeId}', '${ben.row}', now(), now())`,
      `insert into ledger_questions (payee_id, entry_id, opened_at, changed_at) values ('${ana.payeeId}', '${ana.row}', now(), now())`,
      `insert into ledger_question_messages (question_id, place, by_admin, text, written_at) values ('${body.id}', 1, false, 'Twice', now())`,
      `insert into ledger_question_messages (question_id, place, by_admin, text, written_at) values ('${body.id}', 101, false, 'Late', now())`,
      `update ledger_question_messages set text = 'Other words' where question_id = '${body.id}'`,
      `update ledger_questions set is_unread = true where id = '${body.id}'`,
      `delete from ledger_question_messages where question_id = '${body.id}'`,
      `delete from ledger_questions where id = '${body.id}'`,
      'truncate ledger_questions cascade',
    ])
      await expect(app.database.owner.pool.query(statement), statement).rejects.toThrow()
    const two = await Promise.all([ask(ana, 'One'), ask(ana, 'Two')])
    expect(two.map(({ status }) => status)).toEqual([201, 201])
    expect((await read(ana)).messages).toHaveLength(3)
  })
})
