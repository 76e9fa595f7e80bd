import clsx from 'clsx'
import { Icon } from './button/icon.tsx'
import { IconButton } from './button/icon-button.tsx'
import { Button } from './button.tsx'
import type { ToastRequest } from './toast-request.ts'

type ToastCardProps = Omit<ToastRequest, 'duration'> & { onDismiss: () => void }

/** The look of a toast, pressable over a modal dialog too. Errors interrupt a screen reader, successes wait for it to finish. */
export function ToastCard({ tone, title, description, action, onDismiss }: ToastCardProps) {
  const bad = tone === 'error'
  function act() {
    onDismiss()
    action?.onPress()
  }
  return (
    <div className="surface-lift pointer-events-auto flex w-full items-start gap-3 rounded-[14px] py-3.5 ps-4 pe-2 font-text text-ink">
      <span
        className={clsx(
          'grid size-6 shrink-0 place-items-center rounded-full',
          bad ? 'bg-danger-soft text-danger' : 'bg-money-soft text-money',
        )}
      >
        <Icon name={bad ? 'alert' : 'check'} size={16} />
      </span>
      <div
        role={bad ? 'alert' : 'status'}
        className={clsx('min-w-0 flex-1 text-small', !description && 'self-center')}
      >
        <p className="font-semibold">{title}</p>
        {description && <p className="text-ink-2">{description}</p>}
      </div>
      {action && (
        <Button size="sm" className="-my-1.5 shrink-0" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label="Dismiss" className="-my-2" onClick={onDismiss} />
    </div>
  )
}
