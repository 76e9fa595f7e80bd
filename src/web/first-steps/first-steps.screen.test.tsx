import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { firstSteps } from '../session/first-steps.ts'
import { renderApp } from '../testing/app.tsx'
import { flawsInEveryLook } from '../testing/flaws.ts'
import { me } from '../testing/people.ts'
import { ownCategories } from '../testing/samples.ts'

const list = page.getByRole('region', { name: 'First steps' })
const heading = page.getByRole('heading', { level: 1, name: 'My Folio' })

beforeEach(firstSteps.end)

it('stand above the feed and in My Folio after a sign-up, with the address one has', async () => {
  firstSteps.begin()
  const { router } = await renderApp('/feed')
  await expect.element(list).toBeVisible()
  await expect.element(list.getByText(`${window.location.host}/maya`)).toBeVisible()
  await router.navigate({ to: '/my-folio' })
  await expect.element(heading).toBeInTheDocument()
  await expect.element(list.getByRole('link', { name: 'Add a photo' })).toBeVisible()
  expect(await flawsInEveryLook({ width: 390, height: 844 }, { width: 1280, height: 800 })).toEqual({})
})

it('are not there for whoever did not sign up here', async () => {
  await renderApp('/my-folio')
  await expect.element(page.getByRole('heading', { name: 'No items yet' })).toBeVisible()
  expect(list.query()).toBeNull()
})

it('tick off what is done, and go once all is', async () => {
  firstSteps.begin()
  const photo = { ...me, avatar_url: '/art/mug.svg' }
  await renderApp('/my-folio', {
    api: { 'GET /api/v1/me': () => photo, 'GET /api/v1/me/categories': () => ownCategories({ inbox: 1 }) },
  })
  await expect.element(list.getByText('Your photo: done')).toBeVisible()
  await expect.element(list.getByText('Your first link: done')).toBeVisible()
  await list.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(list).not.toBeInTheDocument()
})

it('can be put away', async () => {
  firstSteps.begin()
  await renderApp('/my-folio')
  await list.getByRole('button', { name: 'Not now' }).click()
  await expect.element(list).not.toBeInTheDocument()
})
