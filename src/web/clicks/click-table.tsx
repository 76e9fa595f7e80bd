import clsx from 'clsx'
import { bucketNames } from '../chart/bucket-names.ts'
import type { ClickStory } from './click-data.ts'

type ClickTableProps = {
  caption: string
  story: ClickStory
  /** Only for screen readers. */
  hidden: boolean
}

const units = { day: 'Day', week: 'Week', month: 'Month' }

/** The numbers behind the chart, the newest first. */
export function ClickTable({ caption, story, hidden }: ClickTableProps) {
  const { period, items } = story
  return (
    <div className={clsx(hidden && 'sr-only')}>
      <table className="num w-full text-small">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-caption text-ink-3">
          <tr>
            <th scope="col" className="py-1.5 text-start font-medium">
              {units[period]}
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              People
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              Pressed Shop
            </th>
          </tr>
        </thead>
        <tbody className="divide-y border-t">
          {items.toReversed().map(({ start, count, presses }) => (
            <tr key={start}>
              <th scope="row" className="py-1.5 text-start font-normal">
                {bucketNames(period, start).name}
              </th>
              <td className="py-1.5 text-end">{count.toLocaleString('en-US')}</td>
              <td className="py-1.5 text-end">{presses.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
