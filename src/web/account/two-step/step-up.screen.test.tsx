import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { verificationFailed } from '../../../identity/failures.ts'
import { sessionStorageKey } from '../../session/head-keys.ts'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { fitsItsWidth, flawsInEveryLook } from '../../testing/flaws.ts'
import { button, field, toastOf } from '../../testing/forms.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, onePage } from '../../testing/samples.ts'
import { sessionWith, setId } from '../../testing/session.ts'
import { answerWire } from '../../testing/wire.ts'

const start = 'POST /api/v1/admin/runs'
const verify = 'POST /auth/v1/factors/:id/verify'
const dialog = () => page.getByRole('dialog', { name: 'Confirm that it is you' })

async function startMatching(owes: { owes_two_steps?: true } = {}) {
  const screen = await renderApp('/admin', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true, ...owes }),
      'GET /api/v1/admin/pipeline': () => ({ ...idlePipeline, waiting_for_match: 1 }),
      'GET /api/v1/admin/imports': () => onePage([]),
      'GET /api/v1/me/proof': () => ({ means: ['app', 'recovery_code'], asks_enrolment_code: false }),
      [start]: () => Promise.reject(refused('step_up_required')),
    },
  })
  localStorage.setItem(sessionStorageKey, JSON.stringify(sessionWith('aal2')))
  return screen
}

const keys = (sent: Awaited<ReturnType<typeof startMatching>>['sent']) =>
  sent(start).map(({ extras }) => extras.idempotencyKey)

it('asks for the second step, then sends the same call again (decision 52)', async () => {
  const { answer, sent } = await startMatching()
  await button('Match orders').click()
  await expect.element(dialog()).toBeVisible()
  await expect.element(field('Code')).toHaveFocus()
  expect(await flawsInEveryLook()).toEqual({})
  expect(fitsItsWidth()).toBe(true)

  answerWire({
    'POST /auth/v1/factors/:id/challenge': () => ({ id: setId, type: 'totp', expires_at: 2_000_000_000 }),
    [verify]: () => {
      throw verificationFailed()
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
  expect(router.state.location.pathname).toBe('/profile')
})
