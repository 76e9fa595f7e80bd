import type { ReactNode } from 'react'
import { Button } from '../ui/button/button.tsx'
import { type Failure, NotUpdated } from './not-updated.tsx'

type ChartFootProps = {
  /** What time the chart is of. */
  span: string
  failure: Failure | null
  /** To show it otherwise, where there is anything to show. */
  children: ReactNode
}

/** Below a chart: its time, or that its numbers stand still; and the way to the same as a table. */
export function ChartFoot({ span, failure, children }: ChartFootProps) {
  return (
    <div className="mt-2 flex min-h-9 items-center justify-between gap-2">
      {/* Told when it changes: another time is there, or its numbers stand still. */}
      <div role="status" className="flex min-h-9 items-center text-caption text-ink-3">
        {failure ? <NotUpdated {...failure} /> : span}
      </div>
      {children}
    </div>
  )
}

type TableSwitchProps = { asTable: boolean; onChange: (asTable: boolean) => void }

/** Shows a chart as a table, or as a chart again. */
export function TableSwitch({ asTable, onChange }: TableSwitchProps) {
  return (
    <Button variant="ghost" size="sm" className="-me-3 text-caption!" onClick={() => onChange(!asTable)}>
      {asTable ? 'Show as chart' : 'Show as table'}
    </Button>
  )
}
