import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { RemarkList } from './remark-list.tsx'
import { doneText, items, type Report, summaryText, workOf } from './report-text.ts'

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
    // The button that was pressed to try again is gone.
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

/** What an import did. The focus comes here: the button that was pressed is gone. */
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
