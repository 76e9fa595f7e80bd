import { useEffect, useRef } from 'react'
import { saveFile } from '../browser/save-file.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import {
  doneText,
  items,
  placeText,
  type Remark,
  type Report,
  remarksCsv,
  summaryText,
  workOf,
} from './report-text.ts'

type RemarksProps = { report: Report }

const Remarks = ({ report: { errors, notices } }: RemarksProps) => (
  <>
    <RemarkList title="Rows with problems, left out" remarks={errors} fileName="folio-import-problems.csv" />
    <RemarkList title="Pictures left out" remarks={notices} fileName="folio-import-pictures.csv" />
  </>
)

type ImportPreviewProps = { report: Report; isImporting: boolean; onImport: () => void }

/** What an import would do, and the button that does it. */
export function ImportPreview({ report, isImporting, onImport }: ImportPreviewProps) {
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
      {work > 0 ? (
        <Button
          variant="primary"
          busy={isImporting}
          onClick={onImport}
          className="justify-self-start max-sm:w-full"
        >
          Import {items(work)}
        </Button>
      ) : (
        <p className="text-small text-ink-2">There is nothing to import.</p>
      )}
      <Remarks report={report} />
    </>
  )
}

type ImportDoneProps = { report: Report }

/** What an import did. It takes the focus: the pressed button is gone. */
export function ImportDone({ report }: ImportDoneProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => element.current?.focus(), [])
  return (
    <>
      <div ref={element} tabIndex={-1} className="outline-none">
        <Banner tone="good">{doneText(report)}</Banner>
      </div>
      <ButtonLink to="/my-folio" className="justify-self-start max-sm:w-full">
        Go to My Folio
      </ButtonLink>
      <Remarks report={report} />
    </>
  )
}

/** As many as are read at a glance; the rest are in the file. */
const shown = 8

type RemarkListProps = { title: string; remarks: Remark[]; fileName: string }

/** The remarks on a file's rows, by line. A long list can be downloaded as a file. */
function RemarkList({ title, remarks, fileName }: RemarkListProps) {
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
            <p className="num font-semibold">{placeText(remark)}</p>
            <p className="text-ink-2">{remark.message}</p>
          </li>
        ))}
      </ul>
      {remarks.length > shown && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="num text-small text-ink-2">
            and {(remarks.length - shown).toLocaleString('en-US')} more
          </p>
          <Button size="sm" onClick={() => saveFile(fileName, remarksCsv(remarks), 'text/csv')}>
            Download the whole list
          </Button>
        </div>
      )}
    </section>
  )
}
