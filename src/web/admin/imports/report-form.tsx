import { type FormEvent, useRef } from 'react'
import { FileDrop } from '../../transfer/file-drop.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import { useAppName } from '../../use-app-name.ts'
import { MarketplaceField } from '../parts/marketplace-field.tsx'
import { percentOf, sizeText } from '../parts/texts.ts'
import { ProgressBar } from '../runs/run-progress.tsx'
import { MarketplaceOffer } from './marketplace-offer.tsx'
import type { useReport } from './use-report.ts'

type Report = ReturnType<typeof useReport>

type ReportFormProps = {
  report: Report
  /** Whether the import is the page's next step, which has the primary button. */
  isNext: boolean
}

const example =
  'order_item_id,order_date,asin,product_title,quantity,commission_amount,commission_rate,order_status'

/** The form for a report, pasted or as a file, with a preview first or imported at once. */
export function ReportForm({ report, isNext }: ReportFormProps) {
  const { draft, file, problem, upload } = report
  const text = useRef<HTMLTextAreaElement>(null)

  function preview(event: FormEvent) {
    event.preventDefault()
    send(false)
  }
  function send(apply: boolean) {
    void report.send({ apply })
    if (!file && !draft.text.trim()) text.current?.focus()
  }

  if (upload) return <Uploading report={report} upload={upload} />
  return (
    <form noValidate onSubmit={preview} className="stack gap-4">
      {!file && (
        <Field label="Commission report" error={problem ?? undefined}>
          <TextArea
            ref={text}
            dir="ltr"
            value={draft.text}
            placeholder={example}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            rows={4}
            className="num max-h-80 field-sizing-fixed text-caption! [font-family:ui-monospace,Menlo,monospace]"
            onChange={({ target }) => report.type({ text: target.value })}
          />
        </Field>
      )}
      <FileDrop
        isLow
        isBlocked={false}
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        label={file ? 'Choose another file' : 'Choose a file'}
        onChoose={report.choose}
      >
        <ChosenFile report={report} />
      </FileDrop>
      <MarketplaceField
        value={draft.marketplace}
        onChange={({ target }) => report.type({ marketplace: target.value })}
      />
      <MarketplaceOffer
        report={file ?? draft.text}
        chosen={draft.marketplace}
        onChoose={(marketplace) => report.type({ marketplace })}
      />
      <ReportOptions report={report} />
      <div className="grid grid-cols-2 gap-2">
        <Button type="submit" variant={isNext ? 'primary' : 'quiet'}>
          Preview
        </Button>
        <Button onClick={() => send(true)}>Import</Button>
      </div>
    </form>
  )
}

type PartProps = { report: Report }

function ChosenFile({ report: { file, problem, removeFile } }: PartProps) {
  const appName = useAppName()
  if (!file)
    return (
      <p className="text-small text-ink-2">
        Or a file of any size: {appName}’s CSV, Amazon’s Fee-Earnings or Fee-Orders.
      </p>
    )
  return (
    <div className="stack max-w-full justify-items-center gap-1 text-small sm:justify-items-start">
      <b className="font-semibold">{file.name}</b>
      <span className="num text-caption text-ink-2">{sizeText(file.size)}</span>
      {problem && (
        <p role="alert" className="text-caption font-medium text-danger">
          {problem}
        </p>
      )}
      <Button size="sm" className="mt-1" onClick={removeFile}>
        Remove
      </Button>
    </div>
  )
}

function ReportOptions({ report: { draft, type } }: PartProps) {
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit list-none items-center gap-1 text-small font-semibold [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" size={16} className="transition-[rotate] group-open:rotate-90" />
        Options
      </summary>
      <div className="grid gap-4 pt-1 sm:grid-cols-2">
        <Field
          label="Report as of"
          hint="When Amazon made it, if not just now. If two reports have the same order, the later one counts."
        >
          <TextInput
            type="datetime-local"
            value={draft.asOf}
            onChange={({ target }) => type({ asOf: target.value })}
          />
        </Field>
      </div>
    </details>
  )
}

type UploadingProps = PartProps & { upload: NonNullable<Report['upload']> }

function Uploading({ report, upload: { sent, total } }: UploadingProps) {
  const percent = percentOf(sent, total)
  const text = `${sizeText(sent)} of ${sizeText(total)} · ${percent ?? 0}%`
  return (
    <div className="stack gap-2">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p role="status" className="text-small font-semibold">
            Sending the report…
          </p>
          <p className="num text-caption text-ink-2">{text}</p>
        </div>
        <Button size="sm" onClick={report.cancel}>
          Cancel
        </Button>
      </div>
      <ProgressBar label="Sending the report" percent={percent} text={text} />
    </div>
  )
}
