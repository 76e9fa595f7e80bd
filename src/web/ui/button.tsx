import clsx from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonClass } from './button/button.tsx'
import { Spinner } from './feedback/loading.tsx'

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    /** Work is under way: the button keeps its width, its name and the focus, and does nothing when pressed. */
    busy?: boolean
    /** Looks and reads as disabled, but keeps the focus and can be pressed: the press may say why. */
    blocked?: boolean
  }

const blockedLook = 'cursor-not-allowed! border-transparent! bg-sunken! text-ink-3! active:scale-100!'

/** A push button; `type` is "button" unless said otherwise, so that it never submits by accident. */
export function Button({
  variant,
  size,
  block,
  className,
  busy = false,
  blocked = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  /** Kept focusable on purpose: `disabled` would drop the focus of whoever just pressed it. */
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || blocked || undefined}
      onClick={press}
      className={buttonClass({
        variant,
        size,
        block,
        className: clsx(busy && 'cursor-progress!', blocked && !busy && blockedLook, className),
      })}
    >
      <span className={clsx('inline-flex items-center justify-center gap-2', busy && 'opacity-0')}>
        {children}
      </span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner size="sm" tone="current" />
        </span>
      )}
    </button>
  )
}
