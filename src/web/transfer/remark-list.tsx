import { saveFile } from '../browser/save-file.ts'
import { Button } from '../ui/button.tsx'
import { placeText, type Remark, remarksCsv } from './report-text.ts'

/** As many as one reads at a glance; the rest are in the file. */
const shown = 8

type RemarkListProps = { title: string; remarks: Remark[]; fileName: string }

/** What is to be said of a file's rows, by line. A long list can be had as a file. */
export function RemarkList({ title, remarks, fileName }: RemarkListProps) {
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
