import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'

const now = new Date('2026-11-26T12:00:00Z')
let app: TestApp
let stage: PayoutStage
beforeAll(async () => {
  app = await startTestApp()
  stage = await setPayoutStage(app, now)
})
afterAll(() => app.close())
beforeEach(async () => {
  await stage.beginAnew()
})

type Line = {
  id: string
  reference: string
  state: string
  paid: number | null
  answers: number
  attention: { id: string; why: string; word: string; amount: number | null }[]
}
/** A run of one payout of 64.00, whose files were fetched. */
async function paidOut(name = 'Maya Okafor') {
  const { run, payees } = await stage.approved([8_000, { account: 'maya@pay.example', name }])
  for (const { id } of run.files) await stage.as(stage.ada, 'POST', `payout-files/${id}/fetch`, {})
  return { id: run.id as string, maya: payees[0] as Payee }
}
const lineOf = async (id: string): Promise<Line> => (await stage.linesOf(id))[0]
const read = (id: string, text: string, more: object = {}) =>
  stage.as(stage.ada, 'POST', `payout-runs/${id}/results`, { text, ...more })
/** PayPal's results of these rows: word, amount and payment. */
async function said(id: string, ...rows: [string, string?, string?][]) {
  const { reference } = await lineOf(id)
  const text = rows.map(([word, amount = '', payment = '']) => `${reference},${word},${amount},${payment}`)
  return read(id, ['Unique ID,Status,Amount,Transaction ID', ...text].join('\n'))
}
async function answer(id: string, paid: number, by = stage.ada) {
  const [first] = await answerAtOnce(id, paid, 1, by)
  return first
}
/** The same answer so many times, each of who saw what there is now. */
async function answerAtOnce(id: string, paid: number, times: number, by = stage.ada) {
  const line = await lineOf(id)
  const seen = line.attention.map((one) => one.id)
  const body = { paid, note: 'Seen at PayPal', seen, answers: line.answers }
  return Promise.all(
    Array.from({ length: times }, () => stage.as(by, 'POST', `payout-lines/${line.id}/answer`, body)),
  )
}
const result = async (id: string, from: string, state: string, more: object = {}) =>
  stage.as(stage.ada, 'POST', `payout-lines/${(await lineOf(id)).id}/result`, { from, state, ...more })
const centsOf = async (maya: Payee) =>
  (await stage.ledgerOf(maya)).map(({ cents }: { cents: number }) => cents)
const whyNotDue = async ({ payeeId }: Payee) =>
  (await stage.due()).not_due.find((one: { payee_id: string }) => one.payee_id === payeeId)?.why

describe('results that do not agree (docs/product/payouts.md#attention)', () => {
  it.each<[string, [string, string?, string?][], string]>([
    ['another amount', [['Completed', '8.00']], 'amount'],
    ['an amount that nobody can read', [['Completed', '6.4.0']], 'amount'],
    ['a word that nobody knows', [['Teleported', '64.00']], 'word'],
    [
      'rows that contradict each other',
      [
        ['Completed', '64.00'],
        ['Returned', '64.00'],
      ],
      'rows',
    ],
    [
      'two payments of one reference',
      [
        ['Completed', '64.00', 'T-1'],
        ['Completed', '64.00', 'T-2'],
      ],
      'rows',
    ],
    [
      'of two rows the last alone agrees',
      [
        ['Completed', '8.00'],
        ['Completed', '64.00'],
      ],
      'amount',
    ],
  ])('change nothing and hold the creator: %s', async (_, rows, why) => {
    const { id, maya } = await paidOut()
    expect((await said(id, ...rows)).body).toMatchObject({
      changed: 0,
      attention: [{ why }, ...rows.slice(1).map(() => ({}))].slice(0, why === 'rows' ? 2 : 1),
    })
    const line = await lineOf(id)
    const admin = await app.request('GET', '/api/v1/me', { token: stage.ada.token })
    expect(admin.body.waiting.payouts).toBeGreaterThan(0)
    expect(line).toMatchObject({
      state: 'approved',
      attention: [{ why }, ...(why === 'rows' ? [{ why }] : [])],
    })
    expect(await centsOf(maya)).toEqual([-6_400])
    await stage.as(stage.ada, 'POST', 'adjustments', {
      username: maya.username,
      amount: 20,
      reason: 'A prize',
    })
    expect(await whyNotDue(maya)).toBe('attention')
    const own = await app.request('GET', '/api/v1/me/balance', maya)
    expect(own.body.why_not_due).toBe('attention')
    expect(await stage.payoutsOf(maya)).toMatchObject([{ state: 'approved', is_looked_into: true }])
    expect(await result(id, 'approved', 'sent')).toMatchObject({ status: 409 })
    const { body } = await stage.as(stage.ada, 'GET', `payout-runs/${id}/attention`)
    expect(body.items).toMatchObject([{ id: line.id }])
    expect((await stage.as(stage.ada, 'GET', `payout-runs/${id}`)).body).toMatchObject({ attention: 1 })
    expect(await answer(id, 64)).toMatchObject({
      status: 200,
      body: { state: 'paid', paid: 64, attention: [] },
    })
    expect(await whyNotDue(maya)).toBeUndefined()
  })

  it('take an amount without its sign, and what was counted already', async () => {
    const { id, maya } = await paidOut()
    for (const amount of ['-64.00', '64,00', '64.00', '-64.00'])
      expect(
        (await read(id, `Unique ID;Status;Amount\n${(await lineOf(id)).reference};Completed;${amount}`))
          .status,
      ).toBe(200)
    expect(await lineOf(id)).toMatchObject({ state: 'paid', attention: [] })
    expect(await centsOf(maya)).toEqual([-6_400])
  })

  it('ask once where a file says no amounts, with their sum', async () => {
    const { id } = await paidOut()
    const text = `reference\tstatus\n${(await lineOf(id)).reference}\tCompleted`
    expect(await read(id, text)).toMatchObject({
      ...{ status: 409, body: { code: 'confirmation_required', details: { rows: 1, sum: 64 } } },
    })
    expect((await lineOf(id)).state).toBe('approved')
    expect(await read(id, text, { confirm: true })).toMatchObject({ body: { changed: 1 } })
    expect(await read(id, text)).toMatchObject({ status: 200, body: { changed: 0, unchanged: 1 } })
  })

  it.each([
    ['that the payout was counted by', ['T-1']],
    ['that was said after it was counted', ['', 'T-1']],
    ['that an admin has answered for', ['8.00', 'T-1']],
  ])('ask about another payment than the one %s, in a later file', async (_, before) => {
    const { id, maya } = await paidOut()
    for (const payment of before)
      if (payment === '8.00') {
        await said(id, ['Completed', payment, 'T-1'])
        await answer(id, 64)
      } else expect((await said(id, ['Completed', '64.00', payment])).body).toMatchObject({ attention: [] })
    expect((await said(id, ['Completed', '64.00', 'T-2'])).body).toMatchObject({
      attention: [{ why: 'rows' }],
    })
    await answer(id, 128)
    expect((await centsOf(maya)).reduce((sum: number, cents: number) => sum + cents)).toBe(-12_800)
    expect((await said(id, ['Completed', '64.00', 'T-2'])).body).toMatchObject({ attention: [] })
  })

  it('go by the column that was sent alone, whatever a creator calls themselves', async () => {
    const { id } = await paidOut()
    const { reference } = await lineOf(id)
    await read(id, `Unique ID,Status,Amount\n${reference},Completed,64.00`)
    const text = `Name,Payment reference,Status,Amount\n${reference},F999-9,Returned,64.00`
    expect(await read(id, text)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    expect((await lineOf(id)).state).toBe('paid')
  })

  it('say what was looked for in a file of another kind, and that an empty one is empty', async () => {
    const { id } = await paidOut()
    const problemOf = async (text: string) => (await read(id, text)).body.details.problems[0].message
    expect(await problemOf('Name,Status\nMaya,Completed')).toBe(
      'This header is not known. Looked for: Folio’s form: “reference” and “status”; PayPal: “Unique ID” and “Transaction Status”; Wise: “Payment reference” and “Status”.',
    )
    expect(await problemOf('')).toBe('This file is empty.')
  })

  it('are always read of Folio’s own form', async () => {
    const { id } = await paidOut()
    const { body } = await stage.as(stage.ada, 'GET', `payout-runs/${id}/form`)
    const { reference } = await lineOf(id)
    expect(body.text).toBe(
      `"reference","status","amount","currency","provider_reference"\r\n"${reference}","","","",""\r\n`,
    )
    const filled = body.text.replace('"","","",""', '"Completed","64.00","USD","T-1"')
    expect(await read(id, filled)).toMatchObject({ status: 200, body: { changed: 1 } })
  })
})

describe('answers (docs/product/payouts.md#attention)', () => {
  it('post what was paid of a cancelled payout, once', async () => {
    const { run, payees } = await stage.approved([8_000, { account: 'maya@pay.example' }])
    const maya = payees[0] as Payee
    expect(await result(run.id, 'approved', 'cancelled', { reason: 'Asked us to' })).toMatchObject({
      status: 200,
    })
    const completed = () => said(run.id, ['Completed', '64.00'])
    expect((await completed()).body).toMatchObject({ changed: 0, attention: [{ why: 'state' }] })
    expect(await whyNotDue(maya)).toBe('attention')
    const answers = await answerAtOnce(run.id, 64, 3)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await centsOf(maya)).toEqual([-6_400, 6_400, -6_400])
    expect(await completed()).toMatchObject({ body: { changed: 0, unchanged: 1, attention: [] } })
    expect(await lineOf(run.id)).toMatchObject({ state: 'cancelled', paid: 64, attention: [] })
    expect((await stage.as(stage.ada, 'GET', `balances/${maya.username}`)).body).toMatchObject({
      available: 0,
    })
    expect(
      (await app.request('GET', '/api/v1/me/payout-years', { token: maya.token })).body.items,
    ).toMatchObject([{ paid: 64 }])
  })

  it('post what is left of a payout that was paid in part, nothing, or twice, and may be corrected', async () => {
    const { id, maya } = await paidOut()
    await said(id, ['Completed', '8.00'])
    await answer(id, 8)
    expect(await centsOf(maya)).toEqual([-6_400, 5_600])
    expect(await stage.payoutsOf(maya)).toMatchObject([{ state: 'paid', paid: 8, is_looked_into: false }])
    expect(await result(id, 'paid', 'returned')).toMatchObject({ status: 409 })
    // The rest came after all, and once more.
    await said(id, ['Completed', '64.00'])
    await answer(id, 128)
    expect(await centsOf(maya)).toEqual([-6_400, 5_600, -12_000])
    await answer(id, 0)
    expect(await centsOf(maya)).toEqual([-6_400, 5_600, -12_000, 12_800])
  })

  it('give back what was not paid, by the line itself', async () => {
    const { id, maya } = await paidOut()
    await said(id, ['Completed', '64.00', 'T-1'], ['Completed', '64.00', 'T-2'])
    expect(await answer(id, 0)).toMatchObject({ body: { state: 'failed', paid: 0 } })
    expect(await centsOf(maya)).toEqual([-6_400, 6_400])
    expect(await stage.payoutsOf(maya)).toMatchObject([
      { state: 'failed', reason: 'The provider has not paid it.' },
    ])
  })

  it('are of what the admin has seen', async () => {
    const { id } = await paidOut()
    const { id: line } = await lineOf(id)
    const body = { paid: 64, note: 'Seen', seen: [], answers: 0 }
    expect(await stage.as(stage.ada, 'POST', `payout-lines/${line}/answer`, body)).toMatchObject({
      status: 409,
    })
    await said(id, ['Completed', '8.00'])
    expect(await stage.as(stage.ada, 'POST', `payout-lines/${line}/answer`, body)).toMatchObject({
      status: 409,
    })
    expect(
      await stage.as(stage.ada, 'POST', `payout-lines/${line}/answer`, { ...body, paid: 1.001 }),
    ).toMatchObject({
      status: 400,
    })
  })

  it('are not needed for a word that nobody knew, once the provider says another one', async () => {
    const { id } = await paidOut()
    await said(id, ['Teleported', '64.00'])
    await said(id, ['Completed', '64.00'])
    expect(await lineOf(id)).toMatchObject({ state: 'paid', attention: [] })
  })
})

describe('cancelling (docs/product/payouts.md#cancelling)', () => {
  it('takes what was fetched out of its file, and gives back once somebody has seen it unpaid', async () => {
    const { run, lines, payees } = await stage.approved(
      [8_000, { account: 'maya@pay.example' }],
      [2_500, { account: 'ben@pay.example' }],
    )
    const file = run.files.find(({ kind }: { kind: string }) => kind === 'paypal')
    const fetchIt = (again = false) => stage.as(stage.ada, 'POST', `payout-files/${file.id}/fetch`, { again })
    const before = (await fetchIt()).body.text
    expect(await result(run.id, 'approved', 'cancelled')).toMatchObject({ status: 409 })
    expect(await result(run.id, 'approved', 'cancelling')).toMatchObject({ body: { state: 'cancelling' } })
    const maya = payees[0] as Payee
    expect(await centsOf(maya)).toEqual([-6_400])
    expect(await stage.payoutsOf(maya)).toMatchObject([{ state: 'cancelling' }])
    const { body } = await stage.as(stage.ada, 'GET', `payout-runs/${run.id}`)
    expect(body.files.find(({ kind }: { kind: string }) => kind === 'paypal')).toMatchObject({
      rows: 1,
      without: 1,
    })
    expect(await fetchIt()).toMatchObject({ status: 409, body: { code: 'confirmation_required' } })
    const after = (await fetchIt(true)).body.text
    expect([before, after].map((text) => text.includes(lines[0].reference))).toEqual([true, false])
    expect(after).toContain(lines[1].reference)
    const kept = await stage.run(
      'select edition, encode(sha256, $2) as sum from payout_files where run_id = $1 and kind = $3 order by edition',
      [run.id, 'hex', 'paypal'],
    )
    expect(kept.map(({ edition }: { edition: number }) => edition)).toEqual([1, 2])
    expect(await result(run.id, 'cancelling', 'cancelled')).toMatchObject({
      ...{ status: 400, body: { details: { problems: [{ path: 'seen_unpaid' }] } } },
    })
    expect(
      await result(run.id, 'cancelling', 'cancelled', { seen_unpaid: 'PayPal’s activity' }),
    ).toMatchObject({
      status: 200,
    })
    expect(await centsOf(maya)).toEqual([-6_400, 6_400])
  })

  it('leaves the file for good, as what failed or came back does', async () => {
    const { run, lines } = await stage.approved(
      [8_000, { account: 'maya@pay.example' }],
      [2_500, { account: 'ben@pay.example' }],
      [3_500, { account: 'cleo@pay.example' }],
      [4_500, { account: 'dan@pay.example' }],
    )
    const file = run.files.find(({ kind }: { kind: string }) => kind === 'paypal')
    const fetched = async () => {
      const { body } = await stage.as(stage.ada, 'POST', `payout-files/${file.id}/fetch`, { again: true })
      return lines.map(({ reference }: Line) => (body.text.includes(reference) ? 1 : 0)).join('')
    }
    const cancel = ({ id }: Line) =>
      stage.as(stage.ada, 'POST', `payout-lines/${id}/result`, { from: 'approved', state: 'cancelling' })
    const [maya, ben, cleo] = lines
    expect(await fetched()).toBe('1111')
    await cancel(maya)
    expect(await fetched()).toBe('0111')
    // The provider had it already, and has ben's refused.
    await read(
      run.id,
      `Unique ID,Status,Amount\n${maya.reference},Pending,64.00\n${ben.reference},Denied,20.00`,
    )
    expect(await fetched()).toBe('0011')
    await cancel(cleo)
    expect(await fetched()).toBe('0001')
    const { body } = await stage.as(stage.ada, 'GET', `payout-runs/${run.id}`)
    expect(body.files.find(({ kind }: { kind: string }) => kind === 'paypal')).toMatchObject({
      ...{ edition: 4, rows: 1, without: 3 },
    })
  })

  it('is free before its file was fetched, and excludes fetching at the same time', async () => {
    for (let turn = 0; turn < 3; turn++) {
      await stage.beginAnew()
      const { run, lines } = await stage.approved(
        [8_000, { account: 'maya@pay.example' }],
        [2_500, { account: 'b@pay.example' }],
      )
      const file = run.files.find(({ kind }: { kind: string }) => kind === 'paypal')
      const [fetched, cancelled] = await Promise.all([
        stage.as(stage.bob, 'POST', `payout-files/${file.id}/fetch`, {}),
        result(run.id, 'approved', 'cancelled'),
      ])
      expect(fetched.status).toBe(200)
      expect(fetched.body.text.includes(lines[0].reference)).toBe(cancelled.status === 409)
    }
  })

  it('is settled by what the provider says', async () => {
    const { id, maya } = await paidOut()
    await result(id, 'approved', 'cancelling')
    await said(id, ['Completed', '64.00'])
    expect(await lineOf(id)).toMatchObject({ state: 'paid', attention: [] })
    expect(await centsOf(maya)).toEqual([-6_400])
  })
})

describe('the database (decision 81)', () => {
  it('refuses what would change what was said, answered or paid', async () => {
    const { id } = await paidOut()
    await said(id, ['Completed', '8.00'])
    await answer(id, 8)
    const open = await paidOut()
    await said(open.id, ['Completed', '8.00'])
    for (const statement of [
      `update payout_lines set reference = 'F1-1-ABCD'`,
      'update payout_lines set handed_at = now()',
      'update payout_lines set left_file_at = now()',
      `update payout_lines set state = 'cancelled' where state = 'approved'`,
      'update payout_attentions set word = $$x$$',
      'update payout_attentions set answer_id = null, passed_at = null where answer_id is not null',
      'delete from payout_attentions',
      'delete from payout_answers',
      'update payout_answers set paid_cents = 1',
      `insert into payout_answers (line_id, paid_cents, booked_cents, note, answered_at)
       select id, 1, 0, 'x', now() from payout_lines`,
      // Answers alone say what was paid from then on.
      `update payout_lines set state = 'returned' where state = 'paid'`,
    ])
      await expect.soft(stage.run(statement), statement).rejects.toThrow()
  })
})
