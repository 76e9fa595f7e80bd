import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { categories } from '../../testing/samples.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { ChipBar } from './chip-bar.tsx'

const items = [
  { value: null, label: 'All' },
  ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
]

function Bar({ first = null }: { first?: string | null }) {
  const [value, setValue] = useState(first)
  return (
    <main className="px-gutter">
      <h1>Products</h1>
      <div className="max-w-158">
        <ChipBar<string | null> label="Category" items={items} value={value} onChange={setValue} />
      </div>
    </main>
  )
}

const few = ['Total', 'Matched', 'High', 'Low']
const steps = [few.slice(0, 2), few, few.map((label) => label.repeat(30)), few]
/** A bar that goes on to other chips. */
function Changing() {
  const [step, setStep] = useState(0)
  const items = (steps[step] ?? []).map((label, index) => ({ value: `${index}`, label }))
  return (
    <>
      <ChipBar label="Category" items={items} value="0" onChange={() => {}} />
      <button type="button" onClick={() => setStep(step + 1)}>
        Next
      </button>
    </>
  )
}

const chips = page.getByRole('group', { name: 'Category' })
const chip = (name: string) => chips.getByRole('button', { name, exact: true })
const more = page.getByRole('button', { name: 'More' })
const less = page.getByRole('button', { name: 'Less' })
const names = () =>
  chips
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)
const all = items.map(({ label }) => label)
const heightOf = () => chips.element().getBoundingClientRect().height

describe('a bar of chips on a computer (docs/product/feed.md#categories)', () => {
  it('is one row, with the others after More', async () => {
    await page.viewport(1280, 800)
    await renderScreen(<Bar />)
    await expect.element(more).toHaveAttribute('aria-expanded', 'false')
    const shown = names()
    expect(shown).toEqual(all.slice(0, shown.length))
    expect(shown.length).toBeGreaterThan(4)
    expect(heightOf()).toBe(44)
    expect(await flawsInEveryLook()).toEqual({})
    await more.click()
    expect(names()).toEqual(all)
    expect(heightOf()).toBeGreaterThan(80)
    await less.click()
    expect(names()).toEqual(shown)
  })

  it('shows the chosen one after the first where it has no room in its place, and the row as it was for others', async () => {
    await page.viewport(1280, 800)
    await renderScreen(<Bar first="garden" />)
    await expect.poll(() => names().slice(0, 3)).toEqual(['All', 'Garden', 'Fashion'])
    await expect.element(chip('Garden')).toHaveAttribute('aria-pressed', 'true')
    await chip('Fashion').click()
    await expect.poll(() => names().slice(0, 3)).toEqual(['All', 'Fashion', 'Beauty'])
    expect(names()).not.toContain('Garden')
  })

  it('is used by keyboard alone: the focus goes to the first that appears, and stays on the chosen one', async () => {
    await page.viewport(1280, 800)
    await renderScreen(<Bar />)
    const before = names().length
    more.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.activeElement?.textContent).toBe(all[before])
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(more).toBeVisible()
    expect(names()[1]).toBe(all[before + 1])
    expect(document.activeElement?.textContent).toBe(all[before + 1])
    expect(heightOf()).toBe(44)
  })

  it('measures again when there are other chips, or other words on them', async () => {
    await page.viewport(1280, 800)
    await renderScreen(<Changing />)
    const next = page.getByRole('button', { name: 'Next' })
    await next.click()
    await expect.poll(names).toEqual(few)
    await expect.element(more).not.toBeInTheDocument()
    await next.click()
    await expect.element(more).toBeVisible()
    await next.click()
    await expect.element(more).not.toBeInTheDocument()
    expect(names()).toEqual(few)
  })

  it('has no More where all have room, nor on a phone, where all scroll', async () => {
    await page.viewport(390, 844)
    await renderScreen(<Bar first="garden" />)
    expect(names()).toEqual(all)
    expect(more.elements()).toEqual([])
  })
})
