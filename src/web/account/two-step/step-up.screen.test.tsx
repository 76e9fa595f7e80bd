import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { authError } from '../../../identity/errors.ts'
import type { AnswerOf } from '../../api/client.ts'
import { sessionStorageKey } from '../../boot/head-keys.ts'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { button, field, toastOf } from '../../testing/forms.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, onePage } from '../../testing/samples.ts'
import { sessionWith, setId } from '../../testing/session.ts'
import { answerWire } from '../../testing/wire.ts'

const start = 'POST /api/v1/admin/runs'
const confirm = 'POST /api/v1/me/confirm'
const verify = 'POST /auth/v1/factors/:id/verify'
const dialog = () => page.getByRole('dialog', { name: 'Confirm that it is you' })

type Proof = AnswerOf<'GET /api/v1/me/proof'>

async function startMatching(
  owes: { owes_two_steps?: true } = {},
  means: Proof['means'] = ['app', 'recovery_code'],
) {
  const screen = await renderApp('/admin', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true, ...owes }),
      'GET /api/v1/admin/pipeline': () => ({ ...idlePipeline, waiting_for_match: 1 }),
      'GET /api/v1/admin/rates': () => ({ items: [], waiting: 0 }),
      'GET /api/v1/admin/imports': () => onePage([]),
      'GET /api/v1/me/proof': () => ({ means, asks_enrolment_code: false }),
      [start]: () => Promise.reject(refused('step_up_required')),
    },
  })
  localStorage.setItem(sessionStorageKey, JSON.stringify(sessionWith('aal2')))
  return screen
}

const keys = (sent: Awaited<ReturnType<typeof startMatching>>['sent']) =>
  sent(start).map(({ extras }) => extras.idempotencyKey)

it('asks for the second step, then sends the same call again (decision 100)', async () => {
  const { answer, sent } = await startMatching()
  await button('Match orders').click()
  await expect.element(dialog()).toBeVisible()
  await expect.element(field('Code')).toHaveFocus()
  expect(await flawsInEveryLook()).toEqual({})

  answerWire({
    'POST /auth/v1/factors/:id/challenge': () => ({ id: setId, type: 'totp', expires_at: 2_000_000_000 }),
    [verify]: () => {
      throw authError('mfa_verification_failed')
    },
  })
  await field('Code').fill('123456')
  await button('Continue').click()
  await expect.element(toastOf('That code is not right')).toBeVisible()
  expect(sent(start)).toHaveLength(1)

  answer({ [start]: () => Promise.reject(refused('unavailable')) })
  answerWire({ [verify]: () => sessionWith('aal2') })
  await button('Continue').click()
  await expect.poll(() => sent(start)).toHaveLength(2)
  await expect.element(dialog()).not.toBeInTheDocument()
  const [first, again] = keys(sent)
  expect(again).toBe(first)
})

it('shows one way at a time, and nothing is mailed before it is asked for (docs/product/profile.md#confirming-who-one-is)', async () => {
  const { answer, sent } = await startMatching({}, ['password', 'mailed_code', 'provider'])
  await button('Match orders').click()
  await expect.element(field('Your password')).toHaveFocus()
  expect(await flawsInEveryLook()).toEqual({})
  answerWire({ 'GET /auth/v1/reauthenticate': () => ({}) })
  await button('Mail me a code').click()
  await expect.element(field('Code')).toHaveFocus()
  expect(field('Your password').elements()).toEqual([])
  expect(await flawsInEveryLook()).toEqual({})
  answer({ [confirm]: () => undefined, [start]: () => Promise.reject(refused('unavailable')) })
  await field('Code').fill('12345678')
  await button('Confirm').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sent(confirm).map(({ input }) => input.body)).toEqual([{ nonce: '12345678' }])
})

it('offers passkey, recovery code, and what to do without either', async () => {
  await startMatching({}, ['passkey', 'recovery_code'])
  await button('Match orders').click()
  await expect.element(button('Use your passkey')).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await button('Use a recovery code').click()
  await expect.element(field('Recovery code')).toHaveFocus()
  answerWire({
    'POST /auth/v1/factors/recovery-codes/verify': () => {
      throw authError('mfa_verification_failed')
    },
  })
  await field('Recovery code').fill('K4M9-X7QP-2AB8-HT3Z')
  await button('Continue').click()
  await expect.element(field('Recovery code')).toHaveAttribute('aria-invalid', 'true')
  expect(page.getByText('Please wait for the next one').elements()).toEqual([])
  await button('I have lost all of these').click()
  await expect.element(button('Mail me a code')).toBeVisible()
  expect(button('Use your passkey').elements()).toEqual([])
  expect(await flawsInEveryLook()).toEqual({})
  await dialog().getByRole('button', { name: 'Close' }).click()
})

it('does not repeat the call when it is closed, and says so', async () => {
  const { sent } = await startMatching()
  await button('Match orders').click()
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.element(toastOf('Matching failed')).toBeVisible()
  expect(sent(start)).toHaveLength(1)
})

it('leads an admin without a second step to the page that sets it up', async () => {
  const { router } = await startMatching({ owes_two_steps: true })
  await expect.element(page.getByText(/^Admins here sign in with two steps/)).toBeVisible()
  expect(router.state.location.pathname).toBe('/profile/sign-in')
})
