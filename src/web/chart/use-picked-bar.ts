import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'

/**
 * Which of a chart's bars is looked at, null for none: the one under the mouse, the one that was tapped, or the one
 * that the keys have moved to. `area` goes on the element around the bars, `slider` on its range input.
 */
export function usePickedBar(count: number) {
  const [kept, pick] = useState<number | null>(null)
  const slider = useRef<HTMLInputElement>(null)
  const last = count - 1
  // There may be fewer bars than when it was picked.
  const picked = kept === null ? null : Math.min(kept, last)

  function barUnder({ currentTarget, clientX }: MouseEvent<HTMLElement>): number {
    const plot = currentTarget.querySelector('[data-bars]') ?? currentTarget
    const { left, width } = plot.getBoundingClientRect()
    return Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * count)))
  }

  return {
    picked,
    area: {
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse') pick(barUnder(event))
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') pick(null)
      },
      // A press on a picture would take the focus away before the click comes.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      // What was tapped goes away with the focus: with a second tap, one elsewhere, or a press of Tab.
      onClick: (event: MouseEvent<HTMLElement>) => {
        const bar = barUnder(event)
        if (bar === picked && slider.current === document.activeElement) return slider.current?.blur()
        pick(bar)
        slider.current?.focus({ preventScroll: true })
      },
    },
    slider: {
      ref: slider,
      value: picked ?? last,
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => pick(currentTarget.valueAsNumber),
      onFocus: () => pick((current) => current ?? last),
      onBlur: () => pick(null),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') pick(null)
      },
    },
  }
}
