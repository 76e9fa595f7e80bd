import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button } from '../../testing/forms.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

type TriedProps = { onPage: () => void; asks?: boolean }

/** A page with a button over its whole window, under which a dialog opens, which may ask before it closes. */
function Tried({ onPage, asks = false }: TriedProps) {
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  return (
    <main>
      <button type="button" onClick={onPage} style={{ position: 'fixed', inset: '0 0 50%' }}>
        The page
      </button>
      <button type="button" onClick={() => setOpen(true)} style={{ position: 'fixed', inset: '50% 0 0' }}>
        Open
      </button>
      <Dialog open={isOpen} onClose={() => (asks ? setAsking(true) : setOpen(false))} title="A sheet">
        Words
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => setOpen(false)}
        title="Sure?"
        description="It is lost."
        confirmLabel="Discard"
      />
    </main>
  )
}

const sheet = page.getByRole('dialog', { name: 'A sheet' })
const question = page.getByRole('alertdialog', { name: 'Sure?' })

async function opened(props: Partial<TriedProps> = {}) {
  const onPage = vi.fn()
  await renderScreen(<Tried onPage={onPage} {...props} />)
  await button('Open').click()
  await expect.element(sheet).toBeVisible()
  return onPage
}

/** Presses the window's top left corner, where the page's button is below all dialogs. */
async function pressBeside() {
  const there = document.elementFromPoint(5, 5)
  if (!there) throw new Error('There is nothing in the corner.')
  await userEvent.click(there, { position: { x: 5, y: 5 } })
}

describe('an open dialog', () => {
  it('is closed by a press beside it, which does nothing on the page', async () => {
    const onPage = await opened()
    await pressBeside()
    await expect.element(sheet).not.toBeInTheDocument()
    expect(onPage).not.toHaveBeenCalled()
    await pressBeside()
    expect(onPage).toHaveBeenCalledOnce()
  })

  it('stays where the press was beside a question above it', async () => {
    const onPage = await opened({ asks: true })
    await pressBeside()
    await expect.element(question).toBeVisible()
    await pressBeside()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(sheet).toBeVisible()
    expect(onPage).not.toHaveBeenCalled()
  })

  // A change of what elements inherit has a slow phone style the whole page for some tenths of a second.
  it('changes nothing that the elements of the page inherit', async () => {
    await renderScreen(<Tried onPage={() => undefined} />)
    const before = inheritedByAll()
    await button('Open').click()
    await expect.element(sheet).toBeVisible()
    await expect.element(sheet).toHaveFocus()
    expect(inheritedByAll()).toEqual(before)
  })
})

/** What a plain element of the body inherits. */
function inheritedByAll() {
  const child = document.createElement('span')
  document.body.append(child)
  const styles = getComputedStyle(child)
  const inherited = [...styles, ...variables()].map((name) => [name, styles.getPropertyValue(name)])
  child.remove()
  return Object.fromEntries(inherited)
}

/** The names of all variables: computed styles do not list them. */
function variables(): string[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  return rules.flatMap(({ cssText }) => cssText.match(/--[\w-]+(?=:)/g) ?? [])
}
