import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import { Icon } from '../../ui/button/icon.tsx'
import { useRestoredFocus } from '../parts/use-restored-focus.ts'

export type StepState = 'done' | 'ready' | 'waits'

type StepProps = {
  number: number
  title: string
  state: StepState
  /** The state in a line of text. */
  status: string
  statusId?: string
  children: ReactNode
}

const marks: Record<StepState, string> = {
  done: 'bg-money text-card',
  ready: 'inset-ring-[1.5px] inset-ring-ink',
  waits: 'text-ink-3 inset-ring-[1.5px] inset-ring-line-strong',
}

const stateNames: Record<StepState, string> = { done: 'done', ready: 'ready', waits: 'not yet' }

/** One of the three steps: mark, title, status, and its controls. */
export function Step({ number, title, state, status, statusId, children }: StepProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      {...useRestoredFocus<HTMLElement>()}
      className={clsx(
        'stack gap-4 rounded-lg p-4 outline-none',
        state === 'waits' ? 'inset-ring inset-ring-line' : 'surface',
      )}
    >
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={clsx(
            'grid size-8 shrink-0 place-items-center rounded-full font-display font-[540]',
            marks[state],
          )}
        >
          {state === 'done' ? <Icon name="check" size={16} /> : number}
        </span>
        <div className="min-w-0 flex-1">
          <h2 id={id} className={clsx('t-heading', state === 'waits' && 'text-ink-2')}>
            <span className="sr-only">
              Step {number}, {stateNames[state]}:{' '}
            </span>
            {title}
          </h2>
          <p id={statusId} className="num text-caption text-ink-3">
            {status}
          </p>
        </div>
      </div>
      {children}
    </section>
  )
}
