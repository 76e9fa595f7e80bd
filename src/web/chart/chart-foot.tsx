import type { ReactNode } from 'react'
import { Button } from '../ui/button/button.tsx'
import { type Failure, NotUpdated } from './not-updated.tsx'

type ChartFootProps = {
  /** The time that the chart covers. */
  span: string
  failure: Failure | null
  /** The button that switches between chart and table, where there is data. */
  children: ReactNode
}

/** Below a chart: the time it covers, or that its numbers are out of date; and a button to show it as a table. */
export function ChartFoot({ span, failure, children }: ChartFootProps) {
  return (
    <div className="mt-2 flex min-h-9 items-center justify-between gap-2">
      {/* Announced when it changes: another period is shown, or the numbers are out of date. */}
      <div role="status" className="flex min-h-9 items-center text-caption text-ink-3">
        {failure ? <NotUpdated {...failure} /> : span}
      </div>
      {children}
    </div>
  )
}

type TableSwitchProps = { asTable: boolean; onChange: (asTable: boolean) => void }

/** Switches between chart and table. */
export function TableSwitch({ asTable, onChange }: TableSwitchProps) {
  return (
    <Button variant="ghost" size="sm" className="-me-3 text-caption!" onClick={() => onChange(!asTable)}>
      {asTable ? 'Show as chart' : 'Show as table'}
    </Button>
  )
}
