import type { ComponentType } from 'react'
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { AnswerOf } from '../../api/client.ts'
import type { Answers } from '../../testing/fake-api.ts'
import { field } from '../../testing/forms.ts'
import { me as maya } from '../../testing/people.ts'
import { renderScreen, type Screen } from '../../testing/screen.tsx'
import { person, sessionOf } from '../../testing/session.ts'
import { answerWire, answerWireOtherwise } from '../../testing/wire.ts'
import { NotificationsSettings } from '../notifications/notifications-settings.tsx'
import { ProfileSettings } from '../profile/profile-settings.tsx'
import { DataSettings } from '../security/data-settings.tsx'
import { DevicesSettings } from '../security/devices-settings.tsx'
import { SignInSettings } from '../security/sign-in-settings.tsx'
import type { SettingsAddress } from '../settings/settings-pages.ts'

type Me = AnswerOf<'GET /api/v1/me'>

const nothingLeft: AnswerOf<'GET /api/v1/me/leaving'> = {
  ...{ available: 0, pending: 0, held: 0, is_claimable: false, last_payout: null },
}

/** The answers to the calls of the settings, for a person whose profile changes as it is saved. */
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

const screens: Record<SettingsAddress, ComponentType> = {
  '/profile': ProfileSettings,
  '/profile/sign-in': SignInSettings,
  '/profile/devices': DevicesSettings,
  '/profile/notifications': NotificationsSettings,
  '/profile/data': DataSettings,
}

/** Renders a page of the settings, where the installation needs passwords of 6 characters. */
export function renderSettings(api: Answers, at: SettingsAddress = '/profile'): Promise<Screen> {
  answerWire({ 'GET /auth/v1/passkeys': () => [] })
  answerWireOtherwise({ 'GET /auth/v1/user': () => sessionOf(person).user })
  const Page = screens[at]
  return renderScreen(<Page />, { route: at, api, app: { passwordMinLength: 6 } })
}

/** Renders a page of the settings, and waits until the person's own data is shown. */
const opener =
  (at: SettingsAddress, shown: () => Locator) =>
  async (rest: Partial<Me> = {}, more: Answers = {}): Promise<Screen> => {
    const screen = await renderSettings({ ...settingsAnswers(rest), ...more }, at)
    await expect.element(shown()).toBeVisible()
    return screen
  }

const section = (name: string) => () => page.getByRole('region', { name })
export const openSettings = opener('/profile', () => field('Username'))
export const openSignIn = opener('/profile/sign-in', section('Passkeys'))
export const openDevices = opener('/profile/devices', section('Where you are signed in'))
export const openNotifications = opener('/profile/notifications', section('What you hear of'))
export const openData = opener('/profile/data', section('Download a copy'))
