import clsx from 'clsx'
import { Icon } from '../button/icon.tsx'

type SortedHeadProps = {
  name: string
  /** How the table is sorted by this column; undefined where it is by another one. */
  sorted: 'rising' | 'falling' | undefined
  onSort: () => void
  className?: string | undefined
  /** A column of numbers. */
  isEnd?: boolean
}

/** The head of a column that a table can be sorted by. */
export function SortedHead({ name, sorted, onSort, className, isEnd }: SortedHeadProps) {
  const isRising = sorted === 'rising'
  return (
    <th
      scope="col"
      aria-sort={sorted && (isRising ? 'ascending' : 'descending')}
      className={clsx('font-medium', className, isEnd ? 'text-end' : 'text-start')}
    >
      <button
        type="button"
        onClick={onSort}
        className={clsx(
          'inline-flex min-h-9 items-center gap-1 font-medium hover:text-ink',
          sorted && 'text-ink',
          isEnd && 'flex-row-reverse',
        )}
      >
        {name}
        <Icon
          name={isRising ? 'chevronUp' : 'chevronDown'}
          size={16}
          className={sorted ? undefined : 'opacity-40'}
        />
      </button>
    </th>
  )
}
