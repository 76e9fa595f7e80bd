import { utcParts } from '../../shared/dates/date-format.ts'
import type { AnswerOf } from '../api/client.ts'
import { counted, numberText } from '../format/count-text.ts'
import { Icon } from '../ui/button/icon.tsx'

export type Checkpoints = AnswerOf<'GET /api/v1/ledger/checkpoints'>['items']

/** The newest checkpoints, and the key that signed the last. */
export function CheckpointList({ items }: { items: Checkpoints }) {
  const [newest] = items
  if (!newest) return <p className="text-ink-2">Nothing has been posted yet, so nothing was signed.</p>
  return (
    <>
      <dl className="stack gap-1 text-small">
        <dt className="text-ink-2">Key of the newest</dt>
        <dd className="num wrap-anywhere">{newest.key}</dd>
      </dl>
      <ol className="surface divide-y px-4 text-small">
        {items.map((checkpoint) => (
          <CheckpointRow key={checkpoint.size} checkpoint={checkpoint} />
        ))}
      </ol>
    </>
  )
}

function CheckpointRow({ checkpoint: { size, root, signed_at, note } }: { checkpoint: Checkpoints[number] }) {
  return (
    <li className="stack gap-1 py-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="num font-medium">{counted(size, 'row')}</span>
        <time dateTime={signed_at} className="num text-ink-2">
          {instantText(new Date(signed_at))}
        </time>
      </p>
      <p className="num text-caption wrap-anywhere text-ink-2">{root}</p>
      <details className="group">
        <summary className="flex min-h-11 w-fit list-none items-center gap-1 text-small font-semibold [&::-webkit-details-marker]:hidden">
          <Icon name="chevronRight" size={16} className="transition-[rotate] group-open:rotate-90" />
          Signed note of {numberText(size)}
        </summary>
        <pre className="text-caption whitespace-pre-wrap wrap-anywhere">{note}</pre>
      </details>
    </li>
  )
}

/** The page is the same for everyone, wherever they are: '26 Nov 2026, 06:00 UTC'. */
function instantText(at: Date): string {
  const { day, month, year, clock } = utcParts(at)
  return `${day} ${month} ${year}, ${clock} UTC`
}
