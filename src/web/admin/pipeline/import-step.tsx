import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { isOpen } from '../admin-queries.ts'
import type { Import } from '../answers.ts'
import { importName, isWaitingForAdmin } from '../imports/import-texts.ts'
import { ImportWork } from '../imports/import-work.tsx'
import { ReportForm } from '../imports/report-form.tsx'
import type { useReport } from '../imports/use-report.ts'
import { importView } from './pipeline-state.ts'
import { Step } from './step.tsx'

type ImportStepProps = {
  report: ReturnType<typeof useReport>
  /** The import that is under way, else the newest one. */
  batch: Import | undefined
  isNext: boolean
}

/** The first step: a report is uploaded, previewed and merged (docs/product/admin.md#import-step). */
export function ImportStep({ report, batch, isNext }: ImportStepProps) {
  const { state, status } = importView(batch)
  /** The import that the admin put off to import another report first; it waits in the list of imports. */
  const [putOffId, setPutOffId] = useState<string | null>(null)
  const isPutOff = batch !== undefined && batch.id === putOffId && isWaitingForAdmin(batch)
  // The form for the next report is hidden while an import needs a decision.
  const isOpenRun = isOpen(batch?.run)
  const isBusy = batch !== undefined && !isPutOff && (isOpenRun || isWaitingForAdmin(batch))
  const hasForm = !isBusy || report.upload !== null
  return (
    <Step
      number={1}
      title="CSV import"
      state={report.isFresh ? 'ready' : state}
      status={report.isFresh && hasForm ? 'Ready to preview or import' : status}
    >
      {hasForm && <ReportForm report={report} isNext={isNext || isPutOff} />}
      {batch && batch.state !== 'discarded' && (
        <>
          <p className="text-caption text-ink-3">
            <Link to="/admin/imports/$id" params={{ id: batch.id }} className="link">
              {importName(batch)}
            </Link>
            {isPutOff && ' waits to be looked over'}
          </p>
          {!isPutOff && <ImportWork batch={batch} />}
          {isBusy && !isOpenRun && isWaitingForAdmin(batch) && (
            <Button variant="ghost" className="justify-self-start" onClick={() => setPutOffId(batch.id)}>
              Import another report first
            </Button>
          )}
        </>
      )}
    </Step>
  )
}
