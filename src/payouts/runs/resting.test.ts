import { afterAll, beforeAll, expect, it } from 'vitest'
import { startUndoStage, type UndoStage } from '../../identity/testing/undo-stage.ts'
import { type Payee, type PayoutStage, setPayoutStage } from '../testing/stage.ts'

let account: UndoStage
let stage: PayoutStage
beforeAll(async () => {
  account = await startUndoStage()
  stage = await setPayoutStage(account.app, new Date())
})
afterAll(() => account.close())

const whyOf = async ({ username }: Payee) =>
  (await stage.due()).not_due.find((one: { username: string }) => one.username === username)?.why

/** What the next mail to somebody that has it says. */
const inMail = async (maya: Payee, wanted: RegExp): Promise<string> =>
  wanted.exec((await account.smtp.mailTo(maya.email)).text ?? '')?.[1] ?? inMail(maya, wanted)

it('pays nobody who has lost the phone, or took changes back, nor by a draft from before (docs/product/payouts.md#who-is-due)', async () => {
  const { app, asked, run } = account
  const maya = await stage.payee(5_000, { account: 'lost@pay.example' })
  await account.addApp(maya)
  const draft = (await stage.draft()).body
  const approve = () => stage.as(stage.bob, 'POST', `payout-runs/${draft.id}/approve`)

  await asked(maya.token, 'GET', '/auth/v1/reauthenticate')
  const nonce = await inMail(maya, /change it: (\d{8})/)
  await asked(maya.token, 'POST', '/auth/v1/factors/lost', { nonce })
  expect(await whyOf(maya)).toBe('resting')
  expect((await approve()).status).toBe(409)
  await asked(maya.token, 'DELETE', '/auth/v1/factors/lost')
  expect(await whyOf(maya)).toBeUndefined()

  await asked(maya.token, 'POST', '/auth/v1/factors/recovery-codes', {})
  const link = await inMail(maya, /\/auth\/undo#(\S+)/)
  expect((await account.use(link)).status).toBe(200)
  expect(await whyOf(maya)).toBe('resting')
  expect((await approve()).status).toBe(409)
  await run(`update users set payouts_rest_until = $2 where id = $1`, [maya.id, app.clock.now()])
  expect(await whyOf(maya)).toBeUndefined()
})
