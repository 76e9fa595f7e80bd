import { useId, useState } from 'react'
import { Icon } from '../../ui/button/icon.tsx'
import { Spinner } from '../../ui/feedback/loading.tsx'
import type { OwnCategory } from '../own-categories.ts'

type MoveBarProps = {
  /** How many items are chosen. */
  count: number
  categories: OwnCategory[]
  isMoving: boolean
  onMove: (category: OwnCategory) => void
}

/** Where the chosen items go: a category and Move, which needs both (docs/product/my-folio.md#inbox). */
export function MoveBar({ count, categories, isMoving, onMove }: MoveBarProps) {
  const [categoryId, setCategoryId] = useState('')
  const category = categories.find(({ id }) => id === categoryId)
  const missing = whatIsMissing(count, category)
  const missingId = useId()
  return (
    <section
      aria-label="Move selected"
      data-bottom-bar="move"
      className="flex items-center gap-2 rounded-lg bg-ink p-2 ps-4 text-on-ink shadow-lift max-lg:fixed max-lg:inset-x-3 max-lg:bottom-[calc(var(--spacing-tabbar)+env(safe-area-inset-bottom)+0.75rem)] max-lg:z-29 lg:sticky lg:top-4 lg:z-10 lg:mb-3"
    >
      <p role="status" className="num shrink-0 text-small font-semibold lg:min-w-28">
        {count.toLocaleString('en-US')} selected
      </p>
      <CategoryPicker categories={categories} value={categoryId} onChange={setCategoryId} />
      <button
        type="button"
        aria-disabled={missing !== null || isMoving || undefined}
        aria-busy={isMoving || undefined}
        aria-describedby={missing ? missingId : undefined}
        title={missing ?? undefined}
        onClick={() => category && !missing && !isMoving && onMove(category)}
        className="relative grid min-h-11 min-w-20 shrink-0 place-items-center rounded-md bg-on-ink px-4 font-semibold text-ink outline-offset-2 transition-[scale] ease-out focus-visible:outline-on-ink enabled:active:scale-[.98] aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-on-ink/75 aria-disabled:inset-ring aria-disabled:inset-ring-on-ink/40"
      >
        <span className={isMoving ? 'opacity-0' : undefined}>Move</span>
        {isMoving && (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner size="sm" tone="current" />
          </span>
        )}
      </button>
      <span id={missingId} className="sr-only">
        {missing}
      </span>
    </section>
  )
}

function whatIsMissing(count: number, category: OwnCategory | undefined): string | null {
  if (count === 0) return 'Select at least one item first'
  return category ? null : 'Choose a category first'
}

type CategoryPickerProps = { categories: OwnCategory[]; value: string; onChange: (id: string) => void }

function CategoryPicker({ categories, value, onChange }: CategoryPickerProps) {
  return (
    <span className="relative min-w-0 flex-1">
      <select
        aria-label="Category"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full appearance-none truncate rounded-md border border-current/45 bg-transparent ps-3 pe-9 text-small focus-visible:outline-on-ink [&>option]:bg-card [&>option]:text-ink"
      >
        <option value="" disabled>
          Category
        </option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Icon
        name="chevronDown"
        size={16}
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2"
      />
    </span>
  )
}
