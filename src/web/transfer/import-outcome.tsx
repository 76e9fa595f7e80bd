import { type ReactNode, useEffect, useRef } from 'react'
import { appFile } from '../../shared/export-file.ts'
import { saveFile } from '../browser/save-file.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { useAppName } from '../use-app-name.ts'
import {
  doneText,
  items,
  positionText,
  type Remark,
  type Report,
  remarksCsv,
  summaryText,
  type Undone,
  undoneText,
  workOf,
} from './report-text.ts'
import { SampleRows } from './sample-rows.tsx'

type RemarksProps = { report: Report }

const Remarks = ({ report: { errors, notices } }: RemarksProps) => (
  <>
    <RemarkList title="Rows with problems, left out" remarks={errors} fileName="import-problems.csv" />
    <RemarkList title="Pictures left out" remarks={notices} fileName="import-pictures.csv" />
  </>
)

type ImportPreviewProps = {
  report: Report
  isImporting: boolean
  onImport: () => void
  onCancel: () => void
}

/** What an import would do, with its first items, and the button that does it. */
export function ImportPreview({ report, isImporting, onImport, onCancel }: ImportPreviewProps) {
  const work = workOf(report)
  const summary = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The retry button that had the focus is gone.
    if (document.activeElement === document.body) summary.current?.focus()
  }, [])
  return (
    <>
      <p ref={summary} tabIndex={-1} className="num font-semibold outline-none">
        {summaryText(report)}
      </p>
      <SampleRows report={report} />
      <Remarks report={report} />
      {work > 0 ? (
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" busy={isImporting} onClick={onImport} className="max-sm:flex-1">
            Import {items(work)}
          </Button>
          <Button blocked={isImporting} onClick={() => !isImporting && onCancel()}>
            Cancel
          </Button>
        </div>
      ) : (
        <p className="text-small text-ink-2">There is nothing to import.</p>
      )}
    </>
  )
}

type ImportDoneProps = {
  report: Report
  /** The button that undoes it, as long as there is something to undo. */
  undo: ReactNode
}

/** What an import did, with a button to undo it. */
export function ImportDone({ report, undo }: ImportDoneProps) {
  return (
    <>
      <GoodNews>{doneText(report)}</GoodNews>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/my-folio" className="max-sm:flex-1">
          Go to My Folio
        </ButtonLink>
        {undo}
      </div>
      <Remarks report={report} />
    </>
  )
}

type ImportUndoneProps = { undone: Undone }

/** What undoing an import did. */
export const ImportUndone = ({ undone }: ImportUndoneProps) => <GoodNews>{undoneText(undone)}</GoodNews>

type GoodNewsProps = { children: string }

/** The result of an act. It takes the focus, since the pressed button is gone. */
function GoodNews({ children }: GoodNewsProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <div ref={element} tabIndex={-1} className="outline-none">
      <Banner tone="good">{children}</Banner>
    </div>
  )
}

/** As many as people read at a glance; the rest are in the file. */
const shown = 8

type RemarkListProps = { title: string; remarks: Remark[]; fileName: string }

/** The remarks on a file's rows, by line. A long list can be downloaded as a file. */
function RemarkList({ title, remarks, fileName }: RemarkListProps) {
  const appName = useAppName()
  if (remarks.length === 0) return null
  return (
    <section className="stack gap-2">
      <h3 className="text-small font-semibold">{title}</h3>
      <ul className="surface divide-y overflow-hidden">
        {remarks.slice(0, shown).map((remark) => (
          <li
            key={`${remark.line} ${remark.column} ${remark.message}`}
            className="gap-4 px-4 py-2.5 text-small sm:grid sm:grid-cols-[11rem_1fr]"
          >
            <p className="num font-semibold">{positionText(remark)}</p>
            <p className="text-ink-2">{remark.message}</p>
          </li>
        ))}
      </ul>
      {remarks.length > shown && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="num text-small text-ink-2">
            and {(remarks.length - shown).toLocaleString('en-US')} more
          </p>
          <Button
            size="sm"
            onClick={() => saveFile(appFile(appName, fileName), remarksCsv(remarks), 'text/csv')}
          >
            Download the whole list
          </Button>
        </div>
      )}
    </section>
  )
}
