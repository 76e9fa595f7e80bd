import { type ReactNode, useState } from 'react'
import { offlineMessage } from '../browser/connection.ts'
import { toast } from '../ui/feedback/toast.ts'
import type { Reported } from './report-dialog.tsx'

type ReportButtonProps = { thing: Reported }

/** The button to report what a page shows. Its dialog is loaded when it is pressed. */
export function ReportButton({ thing }: ReportButtonProps) {
  const [dialog, setDialog] = useState<ReactNode>()
  const open = () =>
    import('./report-dialog.tsx').then(
      ({ reportDialog }) => setDialog(reportDialog(thing, () => setDialog(null))),
      () => toast.error('Error', { description: offlineMessage }),
    )
  return (
    <p className="text-caption text-ink-3">
      <button type="button" className="min-h-11 underline" onClick={() => void open()}>
        Report
      </button>
      {dialog}
    </p>
  )
}
