import type { ReactNode } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'

type YearSwitchProps = {
  /** Undefined while nobody knows. */
  year: number | undefined
  onChange: (year: number) => void
  /** What else stands in this row. */
  children?: ReactNode
}

/** The year that a page shows, between buttons for the years beside it. */
export function YearSwitch({ year, onChange, children }: YearSwitchProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <div className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <Button size="sm" className="num" disabled={!year} onClick={() => year && onChange(year - 1)}>
          <Icon name="back" size={16} />
          <span className="sr-only">The year before: </span>
          {year ? year - 1 : '…'}
        </Button>
        <h2 className="t-heading num" aria-live="polite">
          {year ?? '…'}
        </h2>
        <Button size="sm" className="num" disabled={!year} onClick={() => year && onChange(year + 1)}>
          <span className="sr-only">The year after: </span>
          {year ? year + 1 : '…'}
          <Icon name="chevronRight" size={16} />
        </Button>
      </div>
      {children}
    </div>
  )
}
