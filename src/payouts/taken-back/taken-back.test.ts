import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/smtp.ts'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { proveAddress } from '../../../tests/harness/people.ts'
import { signUpPayee } from '../../earnings/testing/ledger.ts'
import { calculate, giveOrder, newOrderId, putOrder } from '../../orders/posting/testing/orders.ts'

let app: TestApp
let smtp: FakeSmtp
beforeAll(async () => {
  smtp = await startFakeSmtp()
  app = await startTestApp({ jobs: true, env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
})

const post = () => calculate({ db: app.database.db, clock: app.clock.now })

it('tells each creator in one mail what a posting took back, and why (docs/product/payouts.md#what-was-taken-back)', async () => {
  const { db } = app.database
  const [maya, theo, unproven] = [await signUpPayee(app), await signUpPayee(app), await signUpPayee(app)]
  for (const creator of [maya, theo]) await proveAddress(app, creator)
  const orders = [maya, maya, theo, unproven].map((creator) => ({ creator, id: newOrderId() }))
  for (const { creator, id } of orders) {
    await putOrder(db, id, { cents: 1_000 })
    await giveOrder(db, id, { person: { ...creator, userId: creator.id } })
  }
  await post()
  const [returned, lessened, kept, unseen] = orders.map(({ id }) => id) as [string, string, string, string]
  await putOrder(db, returned, { cents: 0, status: 'returned' })
  await putOrder(db, lessened, { cents: 500 })
  await putOrder(db, kept, { cents: 2_000 })
  await putOrder(db, unseen, { cents: 0, status: 'returned' })
  await post()

  const mail = await smtp.mailTo(maya.email)
  expect(mail.subject).toBe('Some of your earnings were taken back · Folio')
  expect(mail.text).toContain('$12.00 of your earnings were taken back, from 2 orders.')
  expect(mail.text).toMatch(/\$8\.00 of .*: returned or cancelled\.\s+\$4\.00 of .*: corrected in a report/)
  const told = () => smtp.mails.filter(({ subject }) => subject?.includes('taken back'))
  expect(told().map(({ to }) => to)).toEqual([mail.to])
  // The same amount in another month takes nothing back.
  await putOrder(db, kept, { cents: 2_000, date: '2026-10-02' })
  await post()
  await putOrder(db, kept, { cents: 1_000, date: '2026-10-02' })
  await post()
  expect((await smtp.mailTo(theo.email)).text).toContain('$8.00 of your earnings were taken back')
  expect(told()).toHaveLength(2)
})
