import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../testing/screen.tsx'
import { deferredPart } from './deferred-part.tsx'

const Part = () => <p>Here it is</p>

/** A part that fails to load the first `times`. */
function failing(times: number, options?: Parameters<typeof deferredPart>[1]) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch')
    return Part
  })
  return { load, DeferredPart: deferredPart(load, options) }
}

const here = page.getByText('Here it is')
const retry = page.getByRole('button', { name: 'Retry' })

it('loads when the reader retries', async () => {
  const { DeferredPart } = failing(1)
  await renderScreen(<DeferredPart />)
  await expect.element(page.getByText('This part could not be loaded.')).toBeVisible()
  await retry.click()
  await expect.element(here).toBeVisible()
})

it('loads by itself when the connection returns', async () => {
  const { DeferredPart } = failing(1)
  await renderScreen(<DeferredPart />)
  await expect.element(retry).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.element(here).toBeVisible()
})

it('loads when it is rendered again', async () => {
  const { DeferredPart } = failing(1)
  const { unmount } = await renderScreen(<DeferredPart />)
  await expect.element(retry).toBeVisible()
  await unmount()
  await renderScreen(<DeferredPart />)
  await expect.element(here).toBeVisible()
})

it('offers to reload the page when it fails again though there is a connection', async () => {
  const { DeferredPart } = failing(2)
  await renderScreen(<DeferredPart />)
  await retry.click()
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

it('says that there is no connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { DeferredPart } = failing(1)
  await renderScreen(<DeferredPart />)
  await expect
    .element(page.getByText('You appear to be offline. Please check your connection.'))
    .toBeVisible()
})

it('leaves its placeholder where the page works without it', async () => {
  const { load, DeferredPart } = failing(1, { waiting: () => <p>Soon</p>, isQuiet: true })
  await renderScreen(<DeferredPart />)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  await expect.element(page.getByText('Soon')).toBeVisible()
  expect(page.getByRole('alert').query()).toBeNull()
  window.dispatchEvent(new Event('online'))
  await expect.element(here).toBeVisible()
})
