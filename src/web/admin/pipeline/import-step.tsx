import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { type Import, isOpen } from '../admin-queries.ts'
import { importName, isWaitingForAdmin } from '../imports/import-texts.ts'
import { ImportWork } from '../imports/import-work.tsx'
import { ReportForm } from '../imports/report-form.tsx'
import type { useReport } from '../imports/use-report.ts'
import { importView } from './pipeline-state.ts'
import { Step } from './step.tsx'

type ImportStepProps = {
  report: ReturnType<typeof useReport>
  /** The import that is under way, or the last one. */
  batch: Import | undefined
  isNext: boolean
}

/** The first step: a report comes in, is looked over, and takes effect (docs/product/admin.md#import-step). */
export function ImportStep({ report, batch, isNext }: ImportStepProps) {
  const { state, status } = importView(batch)
  /** The import that is put off: it waits in the history, and another report comes first. */
  const [putOffId, setPutOffId] = useState<string | null>(null)
  const isPutOff = batch !== undefined && batch.id === putOffId && isWaitingForAdmin(batch)
  // While one import is decided on, the form for the next would only be in the way.
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
