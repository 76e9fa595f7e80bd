import { expect } from 'vitest'
import type { AnswerOf } from '../../api/client.ts'
import type { Answers } from '../../testing/fake-api.ts'
import { field } from '../../testing/forms.ts'
import { me as maya } from '../../testing/people.ts'
import { renderScreen, type Screen } from '../../testing/screen.tsx'
import { person, sessionOf } from '../../testing/session.ts'
import { answerWire, answerWireOtherwise } from '../../testing/wire.ts'
import { ProfileSettings } from '../profile/profile-settings.tsx'

type Me = AnswerOf<'GET /api/v1/me'>

const nothingLeft: AnswerOf<'GET /api/v1/me/leaving'> = {
  ...{ available: 0, pending: 0, held: 0, is_claimable: false, last_payout: null },
}

/** The answers to the calls of /profile, for a person whose profile changes as it is saved. */
export function settingsAnswers(rest: Partial<Me> = {}): Answers {
  let me = { ...maya, ...rest }
  return {
    'GET /api/v1/me': () => me,
    'PATCH /api/v1/me': ({ body }) => {
      me = { ...me, ...(body as Partial<Me>) }
      return me
    },
    'GET /api/v1/me/sessions': () => ({ items: [] }),
    'GET /api/v1/me/leaving': () => nothingLeft,
    'GET /api/v1/usernames/:username': () => ({ status: 'available' }),
  }
}

/** Renders /profile, where the installation needs passwords of 6 characters. */
export function renderSettings(api: Answers): Promise<Screen> {
  answerWire({ 'GET /auth/v1/passkeys': () => [] })
  answerWireOtherwise({ 'GET /auth/v1/user': () => sessionOf(person).user })
  return renderScreen(<ProfileSettings />, { route: '/profile', api, app: { passwordMinLength: 6 } })
}

/** Renders /profile, and waits until the person's own data is shown. */
export async function openSettings(rest: Partial<Me> = {}, more: Answers = {}): Promise<Screen> {
  const screen = await renderSettings({ ...settingsAnswers(rest), ...more })
  await expect.element(field('Username')).toBeVisible()
  return screen
}
