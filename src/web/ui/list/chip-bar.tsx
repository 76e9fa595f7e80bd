import clsx from 'clsx'
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from '../../browser/use-media.ts'
import { Icon } from '../button/icon.tsx'
import { foldRow } from './fold-row.ts'

type ChipItem<Value> = { value: Value; label: string; count?: string }

type ChipBarProps<Value extends string | null> = {
  /** What is chosen here, for screen readers: 'Category'. */
  label: string
  items: readonly ChipItem<Value>[]
  value: Value
  onChange: (value: Value) => void
}

const chipClass =
  'relative inline-flex h-9 shrink-0 items-center rounded-full px-3.5 text-small font-medium whitespace-nowrap text-ink-2 after:absolute after:-inset-y-1 after:inset-x-0'

/** More chips than that hardly ever fit into a row: until it is measured, there is more. */
const fewChips = 8

/**
 * Chips of which one is pressed. They scroll sideways on a phone; from 1024 px they stand in one row, which shows the
 * pressed one, and the others after 'More'.
 */
export function ChipBar<Value extends string | null>({ label, items, value, onChange }: ChipBarProps<Value>) {
  const bar = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isRow = useMedia('(min-width: 64rem)')
  const size = useSize(bar, items.map((item) => item.label).join('\n'))
  const chosen = items.findIndex((item) => item.value === value)
  const folded =
    isRow && size?.widths.length === items.length ? foldRow(size.widths, size.roomPx, chosen) : undefined
  const fits = folded && !isOpen ? folded.fits : items.length
  const shown = folded && !isOpen ? folded.order.flatMap((index) => items[index] ?? []) : items
  const hasMore = folded ? folded.fits < items.length : items.length > fewChips
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pressed chip is another one with another value
  useLayoutEffect(() => showPressed(bar.current), [value])

  function choose(value: Value) {
    setOpen(false)
    onChange(value)
  }

  function toggle() {
    flushSync(() => setOpen(!isOpen))
    // The first of those that have appeared, which stand before the button.
    if (!isOpen) (bar.current?.children[fits] as HTMLElement | undefined)?.focus({ preventScroll: true })
  }

  return (
    <div className="flex items-start gap-2">
      <fieldset
        ref={bar}
        id={id}
        aria-label={label}
        className={clsx(
          'fading-row -mx-gutter flex min-w-0 flex-1 scroll-px-gutter gap-2 py-1 ps-gutter lg:-mx-1 lg:flex-wrap lg:px-1',
          !isOpen && 'lg:max-h-11 lg:overflow-clip',
        )}
      >
        {shown.map((item, index) => (
          <button
            key={item.value ?? ''}
            type="button"
            data-place={items.indexOf(item)}
            aria-pressed={item.value === value}
            onClick={() => choose(item.value)}
            className={clsx(
              chipClass,
              'bg-card inset-ring inset-ring-line-strong aria-pressed:bg-ink aria-pressed:text-on-ink aria-pressed:inset-ring-0',
              index >= fits && 'invisible',
            )}
          >
            {item.label}
            {item.count !== undefined && (
              <span className="num ms-1.5 font-medium text-ink-3 in-[[aria-pressed=true]]:text-on-ink">
                {item.count}
              </span>
            )}
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
        className={clsx(chipClass, 'my-1 gap-1 pe-1 hover:text-ink max-lg:hidden', !hasMore && 'invisible')}
      >
        {isOpen ? 'Less' : 'More'}
        <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
      </button>
    </div>
  )
}

type Size = {
  /** The widths of the chips, in the order of the items, and the room for them, in CSS pixels. */
  widths: number[]
  roomPx: number
}

/** The size of a bar and its chips with these labels, which may come and change later; undefined until it is drawn. */
function useSize(bar: RefObject<HTMLElement | null>, labels: string): Size | undefined {
  const [size, setSize] = useState<Size>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other labels have other widths
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const widths: number[] = []
    for (const chip of element.querySelectorAll<HTMLElement>('[data-place]'))
      widths[Number(chip.dataset.place)] = chip.getBoundingClientRect().width
    const measure = () => {
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(element)
      const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd)
      setSize({ widths, roomPx: element.clientWidth - padding })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [bar, labels])
  return size
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
