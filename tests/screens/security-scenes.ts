import type { Page } from 'playwright-core'
import type { Found, Scene } from './scene.ts'

/** Presses a button of a part of the settings, which is scrolled to. */
async function pressIn(page: Page, part: string, button: string) {
  await region(page, part).scrollIntoViewIfNeeded()
  await region(page, part).getByRole('button', { name: button }).first().click({ timeout: 10_000 })
}

const region = (page: Page, name: string) => page.getByRole('region', { name })

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor()

/** The settings with a part of them on top. */
const settingsAt = (part: string) => async (page: Page) => {
  // What it shows loads once it is scrolled to.
  await region(page, part).scrollIntoViewIfNeeded()
  await region(page, part).getByRole('button').first().waitFor()
  await region(page, part).evaluate((element) => element.scrollIntoView({ block: 'start' }))
}

/** Signs in with the admin's password, up to what is asked next. */
async function signIn(page: Page, { admin }: Found) {
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).waitFor()
}

/** Second steps and passkeys, and what moderation shows to whom. */
export const securityScenes: Scene[] = [
  { name: 'passkeys-none', as: 'creator', at: '/profile/sign-in', act: settingsAt('Passkeys') },
  { name: 'passkeys', as: 'admin', at: '/profile/sign-in', act: settingsAt('Passkeys') },
  {
    name: 'passkeys-rename',
    as: 'admin',
    at: '/profile/sign-in',
    act: async (page) => {
      await pressIn(page, 'Passkeys', 'Rename')
      await dialog(page)
    },
  },
  {
    name: 'two-step-enrol',
    as: 'creator',
    at: '/profile/sign-in',
    act: async (page) => {
      await pressIn(page, 'Two-step verification', 'Turn on')
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    },
  },
  { name: 'two-step', as: 'admin', at: '/profile/sign-in', act: settingsAt('Two-step verification') },
  {
    name: 'two-step-codes-ask',
    as: 'admin',
    at: '/profile/sign-in',
    act: async (page) => {
      await pressIn(page, 'Two-step verification', 'New recovery codes')
      await dialog(page)
    },
  },
  {
    name: 'two-step-codes',
    as: 'admin',
    at: '/profile/sign-in',
    act: async (page) => {
      await pressIn(page, 'Two-step verification', 'New recovery codes')
      await page.getByRole('button', { name: 'Make new codes' }).click()
      await page.getByText('They are shown only now').waitFor()
    },
  },
  {
    name: 'two-step-off',
    as: 'admin',
    at: '/profile/sign-in',
    act: async (page) => {
      await pressIn(page, 'Two-step verification', 'Turn off')
      await dialog(page)
    },
  },
  { name: 'second-step', as: 'visitor', at: '/login', act: signIn },
  { name: 'notices', as: 'warned', at: '/feed', act: (page) => region(page, 'Notices').waitFor() },
  { name: 'own-product-hidden', as: 'warned', at: ({ hidden }) => hidden },
  { name: 'admin-profile', as: 'admin', at: ({ profile }) => profile },
]
