import { useId } from 'react'
import { numberText } from '../format/count-text.ts'
import { Badge } from '../ui/badge.tsx'
import { items, type Report, workOf } from './report-text.ts'

type SampleRow = Report['sample'][number]

type SampleRowsProps = { report: Report }

/** The first items of a file as an import would make them (docs/product/my-folio.md#import-and-export). */
export function SampleRows({ report }: SampleRowsProps) {
  const { sample } = report
  const heading = useId()
  if (sample.length === 0) return null
  const work = workOf(report)
  const hasDraft = sample.some(({ is_public }) => !is_public)
  return (
    <section aria-labelledby={heading} className="stack gap-2">
      <h3 id={heading} className="num text-small font-semibold">
        {work > sample.length
          ? `The first ${sample.length} of ${numberText(work)}, as they will be`
          : `${items(work)}, as ${work === 1 ? 'it' : 'they'} will be`}
      </h3>
      <ol aria-labelledby={heading} className="surface divide-y overflow-hidden">
        {sample.map((row) => (
          <SampleItem key={row.line} row={row} />
        ))}
      </ol>
      {hasDraft && (
        <p className="text-small text-ink-2">
          Nobody else finds a private draft until you give it a title of your own.
        </p>
      )}
    </section>
  )
}

type SampleItemProps = { row: SampleRow }

function SampleItem({ row: { is_new, title, amazon_url, category, tags, is_public } }: SampleItemProps) {
  return (
    <li className="grid gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="stack min-w-0 gap-0.5">
        <p className="font-semibold wrap-anywhere">
          {title ? <bdi>{title}</bdi> : <span className="font-normal text-ink-2">No title</span>}
        </p>
        <a
          href={amazon_url}
          target="_blank"
          rel="nofollow noopener"
          className="self-start text-small text-ink-2 underline decoration-line-strong underline-offset-3 wrap-anywhere"
        >
          {amazon_url.replace(/^https?:\/\/(www\.)?/, '')}
        </a>
        <p className="text-small wrap-anywhere text-ink-2">
          {[category ?? 'Inbox', ...tags.map((tag) => `#${tag}`)].join(' · ')}
        </p>
      </div>
      <p className="flex items-start gap-1.5">
        <Badge tone={is_new ? 'accent' : 'neutral'}>{is_new ? 'New' : 'Changed'}</Badge>
        <Badge tone={is_public ? 'good' : 'waiting'}>{is_public ? 'Public' : 'Private draft'}</Badge>
      </p>
    </li>
  )
}
