import { useLayoutEffect, useRef } from 'react'

type ChipItem<Value> = { value: Value; label: string }

type ChipBarProps<Value extends string | null> = {
  /** What is chosen here, for screen readers: 'Category'. */
  label: string
  items: readonly ChipItem<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Chips of which one is pressed; they scroll sideways on a phone and wrap where there is room. */
export function ChipBar<Value extends string | null>({ label, items, value, onChange }: ChipBarProps<Value>) {
  const bar = useRef<HTMLFieldSetElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed chip is another one with another value
  useLayoutEffect(() => showPressed(bar.current), [value])
  return (
    <fieldset
      ref={bar}
      aria-label={label}
      className="fading-row -mx-gutter flex min-w-0 scroll-px-gutter gap-2 py-1 ps-gutter lg:mx-0 lg:flex-wrap lg:px-px"
    >
      {items.map((item) => (
        <button
          key={item.value ?? ''}
          type="button"
          aria-pressed={item.value === value}
          onClick={() => onChange(item.value)}
          className="relative inline-flex h-9 shrink-0 items-center rounded-full bg-card px-3.5 text-small font-medium whitespace-nowrap text-ink-2 inset-ring inset-ring-line-strong after:absolute after:-inset-y-1 after:inset-x-0 aria-pressed:bg-ink aria-pressed:text-on-ink aria-pressed:inset-ring-0"
        >
          {item.label}
        </button>
      ))}
    </fieldset>
  )
}

/** Room for a part of the next chip, which shows that there are more. */
const peek = 48

/** Scrolls the bar, and not the page as `scrollIntoView` would, so that the pressed chip is seen whole. */
function showPressed(bar: HTMLFieldSetElement | null): void {
  const chip = bar?.querySelector('[aria-pressed=true]')
  if (!bar || !chip) return
  const [room, place] = [bar.getBoundingClientRect(), chip.getBoundingClientRect()]
  const beyond = Math.max(0, place.right + peek - room.right)
  const before = Math.max(0, room.left + peek - place.left)
  bar.scrollLeft += beyond - before
}
