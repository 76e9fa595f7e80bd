import { useState } from 'react'
import { lazyDialog } from '../ui/lazy-part.tsx'
import type { Reported } from './report-dialog.tsx'

const ReportDialog = lazyDialog(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

type ReportButtonProps = { thing: Reported }

/** The button to report what a page shows. */
export function ReportButton({ thing }: ReportButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <p className="text-caption text-ink-3">
      <button type="button" className="min-h-11 underline" onClick={() => setOpen(true)}>
        Report
      </button>
      {isOpen && <ReportDialog thing={thing} onClose={() => setOpen(false)} />}
    </p>
  )
}
