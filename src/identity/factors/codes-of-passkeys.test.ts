import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInAgain } from '../../../tests/harness/people.ts'
import { startUndoStage, type UndoStage } from '../testing/undo-stage.ts'

let stage: UndoStage
beforeAll(async () => {
  stage = await startUndoStage()
})
afterAll(() => stage.close())

const codes = '/auth/v1/factors/recovery-codes'
const call = (token: string, method: string, path: string, body?: object) =>
  stage.app.request(method, path, { token, ...(body && { body }) })
const needsProof = { status: 403, body: { error_code: 'reauthentication_needed' } }

it('an account with passkeys alone has recovery codes, which prove its owner once they are settled (docs/decisions/0100-settled-means.md)', async () => {
  const maya = await stage.proven()
  expect(await call(maya.token, 'POST', codes, {})).toMatchObject({ status: 403 })
  await stage.addPasskey(maya)
  await stage.run('update passkeys set settles_at = now() where user_id = $1', [maya.id])

  // The password is enough no more.
  expect(await call(maya.token, 'POST', codes, {})).toMatchObject(needsProof)
  const { access_token: byPasskey } = (await stage.signInWithPasskey()).body
  const made = await stage.asked(byPasskey, 'POST', codes, {})
  expect(made).toMatchObject({ type: 'recovery_code', total: 10 })
  await stage.smtp.mailTo(maya.email)
  expect(await stage.undoIn(maya, 'recovery codes')).toMatch(/^[\w-]{43}$/)

  const means = async (token: string) => (await call(token, 'GET', '/api/v1/me/proof')).body.means.toSorted()
  const { access_token: byPassword } = await signInAgain(stage.app, maya)
  const show = (code: string) => call(byPassword, 'POST', `${codes}/verify`, { code })
  const removes = (token: string) => call(token, 'DELETE', codes)
  expect(await means(byPassword)).toEqual(['passkey'])
  const early = (await show(made.codes[0])).body.access_token
  expect(await removes(early)).toMatchObject(needsProof)

  await stage.run('update factors set settles_at = now() where user_id = $1', [maya.id])
  expect(await means(early)).toEqual(['passkey', 'recovery_code'])
  expect((await show(made.codes[0])).status).toBe(422)
  const shown = (await show(made.codes[1])).body.access_token
  expect((await call(shown, 'GET', codes)).body).toMatchObject({ total: 10, remaining: 8 })
  expect((await removes(shown)).status).toBe(200)
  expect(await means(shown)).toEqual(['passkey'])
})
