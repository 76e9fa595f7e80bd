import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Icon } from '../ui/button/icon.tsx'

type StepProps = {
  number: number
  title: string
  note: ReactNode
  isDone: boolean
  /** The first that is not done. */
  isNext: boolean
  /** At the row's end. */
  action?: ReactNode
  /** Shown below at the panel's width: the step's form. */
  children?: ReactNode
}

/** One step as a row: its number, or a tick once it is done. */
export function Step({ number, title, note, isDone, isNext, action, children }: StepProps) {
  return (
    <li
      data-done={isDone || undefined}
      className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 py-2 last:pb-1"
    >
      <span
        aria-hidden="true"
        className={clsx(
          'grid size-7 shrink-0 place-items-center rounded-full font-display text-small/none font-[560]',
          isDone
            ? 'bg-money text-card'
            : isNext
              ? 'inset-ring-[1.5px] inset-ring-ink'
              : 'text-ink-3 inset-ring-[1.5px] inset-ring-line-strong',
        )}
      >
        {isDone ? <Icon name="check" size={16} /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <p className={clsx('text-small', isDone ? 'font-medium text-ink-2' : 'font-semibold')}>
          {title}
          {isDone && <span className="sr-only">: done</span>}
        </p>
        {note && <p className="text-caption text-ink-3">{note}</p>}
      </div>
      {action}
      {children && <div className="basis-full pb-2">{children}</div>}
    </li>
  )
}
