import { type ComponentType, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../testing/screen.tsx'
import { lazyDialog, lazyPart } from './lazy-part.tsx'

const Part = () => <p>Here it is</p>

/** A part that fails to load the first `times`. */
function failing(times: number, options?: Parameters<typeof lazyPart>[1]) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch')
    return { default: Part }
  })
  return { load, LazyPart: lazyPart(load, options) }
}

const here = page.getByText('Here it is')
const retry = page.getByRole('button', { name: 'Retry' })

it('loads when the reader retries', async () => {
  const { LazyPart } = failing(1)
  await renderScreen(<LazyPart />)
  await expect.element(page.getByText('This part could not be loaded.')).toBeVisible()
  await retry.click()
  await expect.element(here).toBeVisible()
})

it('loads by itself when the connection returns', async () => {
  const { LazyPart } = failing(1)
  await renderScreen(<LazyPart />)
  await expect.element(retry).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.element(here).toBeVisible()
})

it('loads when it is rendered again', async () => {
  const { LazyPart } = failing(1)
  const { unmount } = await renderScreen(<LazyPart />)
  await expect.element(retry).toBeVisible()
  await unmount()
  await renderScreen(<LazyPart />)
  await expect.element(here).toBeVisible()
})

it('offers to reload the page when it fails again though there is a connection', async () => {
  const { LazyPart } = failing(2)
  await renderScreen(<LazyPart />)
  await retry.click()
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible()
})

it('says that there is no connection', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { LazyPart } = failing(1)
  await renderScreen(<LazyPart />)
  await expect
    .element(page.getByText('You appear to be offline. Please check your connection.'))
    .toBeVisible()
})

it('leaves its placeholder where the page works without it', async () => {
  const { load, LazyPart } = failing(1, { waiting: () => <p>Soon</p>, isQuiet: true })
  await renderScreen(<LazyPart />)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  await expect.element(page.getByText('Soon')).toBeVisible()
  expect(page.getByRole('alert').query()).toBeNull()
  window.dispatchEvent(new Event('online'))
  await expect.element(here).toBeVisible()
})

it('is there at once where it was loaded ahead', async () => {
  const { load, LazyPart } = failing(0, { waiting: () => <p>Soon</p> })
  await LazyPart.load()
  await renderScreen(<LazyPart />)
  await expect.element(here).toBeVisible()
  expect(load.mock.calls.length).toBe(1)
})

it('says in its own way that it failed, where it has one', async () => {
  const { LazyPart } = failing(1, {
    failed: (_, onRetry) => (
      <button type="button" onClick={onRetry}>
        Once more
      </button>
    ),
  })
  await renderScreen(<LazyPart />)
  await page.getByRole('button', { name: 'Once more' }).click()
  await expect.element(here).toBeVisible()
})

it('leaves what is around it as it is when it breaks while it is shown', async () => {
  const Broken = lazyPart(async () => ({
    default: () => {
      throw new Error('broken')
    },
  }))
  await renderScreen(
    <>
      <p>Around</p>
      <Broken />
    </>,
  )
  await expect.element(retry).toBeVisible()
  await expect.element(page.getByText('Around')).toBeVisible()
})

/** A button that opens a dialog, which fails to load the first time. */
function Asking({ Dialog }: { Dialog: ComponentType<{ onClose: () => void }> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <input aria-label="Note" />
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}

describe('a dialog', () => {
  it('that fails to load counts as closed, says so, and opens at the next press; what was typed stays', async () => {
    const load = vi.fn(async () => {
      if (load.mock.calls.length <= 1) throw new TypeError('Failed to fetch')
      return { default: Part as ComponentType<{ onClose: () => void }> }
    })
    const Dialog = lazyDialog(load)
    await renderScreen(<Asking Dialog={Dialog} />)
    await page.getByLabelText('Note').fill('Typed')
    const open = page.getByRole('button', { name: 'Open' })
    await open.click()
    await expect
      .element(page.getByText('You appear to be offline. Please check your connection.'))
      .toBeVisible()
    await open.click()
    await expect.element(here).toBeVisible()
    await expect.element(page.getByLabelText('Note')).toHaveValue('Typed')
  })

  it('does something else where it failed, if it knows better than a message', async () => {
    const instead = vi.fn()
    const Dialog = lazyDialog<{ onClose: () => void }>(
      () => Promise.reject(new TypeError('Failed to fetch')),
      { instead },
    )
    await renderScreen(<Asking Dialog={Dialog} />)
    const open = page.getByRole('button', { name: 'Open' })
    await open.click()
    await expect.poll(() => instead.mock.calls.length).toBe(1)
    await open.click()
    await expect.poll(() => instead.mock.calls.length).toBe(2)
    expect(page.getByRole('alert').query()).toBeNull()
  })
})
