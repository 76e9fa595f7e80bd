import { useState } from 'react'
import type { OwnCategory } from '../../item/own-categories.ts'
import { Icon } from '../../ui/button/icon.tsx'
import { BarButton } from '../selecting/selected-bar.tsx'

type MoveToProps = { categories: OwnCategory[]; isMoving: boolean; onMove: (category: OwnCategory) => void }

/** The choice of a category for the chosen items, and Move, which needs one (docs/product/my-folio.md#inbox). */
export function MoveTo({ categories, isMoving, onMove }: MoveToProps) {
  const [categoryId, setCategoryId] = useState('')
  const category = categories.find(({ id }) => id === categoryId)
  return (
    <>
      <CategoryPicker categories={categories} value={categoryId} onChange={setCategoryId} />
      <BarButton
        missing={category ? null : 'Choose a category first'}
        isBusy={isMoving}
        onPress={() => category && onMove(category)}
      >
        Move
      </BarButton>
    </>
  )
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
