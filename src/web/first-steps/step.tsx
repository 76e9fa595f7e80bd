import type { ReactNode } from 'react'
import { Icon } from '../ui/button/icon.tsx'

type StepProps = {
  title: string
  note: ReactNode
  isDone: boolean
  /** The step's buttons. */
  actions?: ReactNode
  /** Shown below at the panel's width: the step's form. */
  children?: ReactNode
}

/** One step with its mark: a ring, or a tick once it is done. */
export function Step({ title, note, isDone, actions, children }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span
        className={
          isDone
            ? 'grid size-6 shrink-0 place-items-center rounded-full bg-money-soft text-money'
            : 'size-6 shrink-0 rounded-full border-2 border-line-strong'
        }
      >
        {isDone && <Icon name="check" size={16} />}
      </span>
      <div className="min-w-48 flex-1">
        <p className="text-small font-semibold">
          {title}
          {isDone && <span className="sr-only">: done</span>}
        </p>
        {!isDone && <p className="text-small text-ink-2">{note}</p>}
      </div>
      {!isDone && actions && <div className="flex items-center gap-2 max-sm:ps-9">{actions}</div>}
      {!isDone && children && <div className="basis-full ps-9">{children}</div>}
    </li>
  )
}
