import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button } from '../../testing/forms.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { dialogsSettled, leavePage } from './dialog-history.ts'

type TriedProps = { asks?: boolean; dismissable?: boolean; leaves?: boolean }

/** A page with a dialog, which may ask before it closes. */
function Tried({ asks = false, dismissable = true, leaves = false }: TriedProps) {
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  function close() {
    setOpen(false)
    if (leaves) leavePage()
  }
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog
        open={isOpen}
        dismissable={dismissable}
        onClose={() => (asks ? setAsking(true) : close())}
        title="A sheet"
      >
        Words
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          setOpen(false)
        }}
        title="Sure?"
        description="It is lost."
        confirmLabel="Discard"
      />
    </main>
  )
}

const sheet = page.getByRole('dialog', { name: 'A sheet' })
const question = page.getByRole('alertdialog', { name: 'Sure?' })
const depth = () => (window.history.state as { dialogs?: number } | null)?.dialogs ?? 0

/** Fires an event for every step of the history, also for steps that are kept from the router. */
const { navigation } = window as unknown as { navigation: EventTarget }

/** Resolves once the browser has made a step and all listeners have run. */
async function go(step: () => void) {
  const gone = new Promise((resolve) =>
    navigation.addEventListener('currententrychange', resolve, { once: true }),
  )
  step()
  await gone
  await new Promise((resolve) => setTimeout(resolve, 50))
  await dialogsSettled()
}
const back = () => go(() => window.history.back())

async function opened(props: TriedProps = {}) {
  const screen = await renderScreen(<Tried {...props} />, { route: '/here' })
  screen.router.history.push('/here?on=top')
  await expect.poll(() => window.location.search).toBe('?on=top')
  const loads = vi.fn()
  screen.router.history.subscribe(loads)
  await button('Open').click()
  await expect.element(sheet).toBeVisible()
  await dialogsSettled()
  expect(depth()).toBe(1)
  return { ...screen, loads }
}

describe('Back, while a dialog is open', () => {
  it('closes it and stays on the page, which gets no event; Forward does nothing', async () => {
    const { loads } = await opened()
    await back()
    await expect.element(sheet).not.toBeInTheDocument()
    expect([window.location.search, depth()]).toEqual(['?on=top', 0])
    await go(() => window.history.forward())
    await expect.poll(depth).toBe(0)
    await dialogsSettled()
    expect(sheet.elements()).toEqual([])
    expect([window.location.search, loads.mock.calls.length]).toEqual(['?on=top', 0])
    await back()
    expect(window.location.search).toBe('')
  })

  it('works as usual after it was closed otherwise: no history entry of it is left', async () => {
    await opened()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await dialogsSettled()
    expect([window.location.search, depth()]).toEqual(['?on=top', 0])
    await back()
    expect(window.location.search).toBe('')
  })

  it('closes the question above it first, and asks again as often as it is pressed', async () => {
    await opened({ asks: true })
    await back()
    await expect.element(question).toBeVisible()
    await expect.poll(depth).toBe(2)
    await back()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(sheet).toBeVisible()
    expect(depth()).toBe(1)
    await back()
    await button('Discard').click()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.poll(depth).toBe(0)
    expect(window.location.search).toBe('?on=top')
  })

  it('does not close a dialog that may not be closed now', async () => {
    await opened({ dismissable: false })
    await back()
    await expect.poll(depth).toBe(1)
    await expect.element(sheet).toBeVisible()
  })

  it('does not keep its page from going back to the one before as it closes', async () => {
    const { router } = await opened({ leaves: true })
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.poll(() => router.state.location.href).toBe('/here')
    await dialogsSettled()
    expect([window.location.pathname + window.location.search, depth()]).toEqual(['/here', 0])
  })

  it('skips its history entry where it led to another page', async () => {
    const { router } = await opened()
    router.history.push('/elsewhere')
    await expect.poll(() => window.location.pathname).toBe('/elsewhere')
    await dialogsSettled()
    await back()
    await expect
      .poll(() => [window.location.pathname + window.location.search, depth()])
      .toEqual(['/here?on=top', 0])
    await expect.element(button('Open')).toBeVisible()
  })
})
