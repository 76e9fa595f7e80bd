import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderScreen } from '../../testing/screen.tsx'
import { Sortable, useSortableItem } from './sortable.tsx'

function Tile({ id }: { id: string }) {
  const { item, handle } = useSortableItem(id)
  return (
    <li {...item}>
      <button {...handle}>{id}</button>
    </li>
  )
}

function Fruits() {
  const [ids, setIds] = useState(['Apple', 'Pear', 'Plum'])
  return (
    <Sortable
      ids={ids}
      nameOf={(id) => id}
      onMove={(id, to) => setIds((before) => before.filter((other) => other !== id).toSpliced(to, 0, id))}
    >
      <ul className="flex gap-4">
        {ids.map((id) => (
          <Tile key={id} id={id} />
        ))}
      </ul>
    </Sortable>
  )
}

const order = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((one) => one.textContent)

const handleOf = (name: string) => page.getByRole('button', { name: new RegExp(`^Move ${name}`) })

it('is ordered with the arrow keys, which stay on what they move, and says so', async () => {
  await renderScreen(<Fruits />)
  ;(handleOf('Apple').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  await expect.poll(order).toEqual(['Pear', 'Plum', 'Apple'])
  await expect.element(page.getByText('Apple is now 3 of 3.')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(order).toEqual(['Pear', 'Apple', 'Plum'])
  await expect.element(handleOf('Apple')).toHaveFocus()
})

/** The middle of a handle, for a pointer. */
function middleOf(name: string) {
  const { left, top, width, height } = handleOf(name).element().getBoundingClientRect()
  return { clientX: left + width / 2, clientY: top + height / 2 }
}

it('is ordered by dragging', async () => {
  await renderScreen(<Fruits />)
  const [from, to] = [middleOf('Plum'), middleOf('Apple')]
  const pointer = { bubbles: true, cancelable: true, isPrimary: true, button: 0 }
  const send = (type: string, target: EventTarget, at: typeof from) =>
    target.dispatchEvent(new PointerEvent(type, { ...pointer, ...at }))
  const frame = () => new Promise(requestAnimationFrame)
  send('pointerdown', handleOf('Plum').element(), from)
  for (const part of [0.1, 0.5, 1]) {
    const at = { clientX: from.clientX + (to.clientX - from.clientX) * part, clientY: to.clientY }
    send('pointermove', document, at)
    await frame()
    await frame()
  }
  send('pointerup', document, to)
  await expect.poll(order).toEqual(['Plum', 'Apple', 'Pear'])
})
