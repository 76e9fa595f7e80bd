import { type RefObject, useEffect, useRef, useState } from 'react'
import { isTakenOver, takenOver } from '../../boot/taken-over.ts'

/** How many cards a slow phone lays out without being busy for more than 50 ms. */
const atOnce = 4

/**
 * For a grid that the server rendered: its cards below a phone's first screen are not laid out at first (the class in
 * styles/parts.css), and some at a time once the page is taken over. Returns the grid's ref, and its class, which it
 * loses afterwards: a list whose heights are estimated is not where it was when one comes back to it.
 */
export function useCardsInTime(): {
  grid: RefObject<HTMLUListElement | null>
  className: string | undefined
} {
  const grid = useRef<HTMLUListElement>(null)
  const [isInTime, setInTime] = useState(() => !isTakenOver())
  useEffect(() => {
    if (isInTime && grid.current) void layOut(grid.current).then(() => setInTime(false))
  }, [isInTime])
  return { grid, className: isInTime ? 'cards-in-time' : undefined }
}

/** Resolves after a frame has been drawn. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

async function layOut(grid: HTMLElement): Promise<void> {
  await takenOver()
  const cards = [...grid.children].filter((card) => card instanceof HTMLElement)
  for (let i = 0; i < cards.length; i += atOnce) {
    await nextFrame()
    for (const card of cards.slice(i, i + atOnce)) card.style.contentVisibility = 'visible'
  }
}
