import { createLink } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import { Spinner } from '../feedback/loading.tsx'

export type ButtonVariant = 'primary' | 'ink' | 'quiet' | 'ghost' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg'

export type ButtonLook = {
  /** Primary: once a screen, the next step. Ink: social or a secondary yes. Quiet: everything else. */
  variant?: ButtonVariant
  size?: ButtonSize
  /** As wide as its container. */
  block?: boolean
  className?: string
}

const base =
  'relative inline-flex items-center justify-center gap-2 border font-semibold whitespace-nowrap ' +
  'transition-[background-color,border-color,scale] ease-out active:scale-[.98]'

const disabled =
  'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-sunken disabled:text-ink-3 disabled:active:scale-100'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-on-accent enabled-hover:bg-accent-press',
  ink: 'border-transparent bg-ink text-on-ink',
  quiet: 'border-line-strong bg-card enabled-hover:border-field',
  ghost: 'border-transparent enabled-hover:bg-sunken',
  danger: 'border-transparent bg-danger-soft text-danger',
}

/** The small one is 36 px high and extends its target to 44. */
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 rounded-[10px] text-small after:absolute after:-inset-x-1 after:-inset-y-[5px]',
  md: 'min-h-12 rounded-md text-body',
  lg: 'min-h-13 rounded-[14px] text-body',
}

function padding(variant: ButtonVariant, size: ButtonSize): string {
  if (variant === 'ghost') return 'px-3'
  return size === 'sm' ? 'px-3.5' : 'px-5'
}

/** Classes of a button, for elements that are not one (a file label, a link elsewhere). */
export function buttonClass({ variant = 'quiet', size = 'md', block, className }: ButtonLook = {}): string {
  return clsx(
    base,
    variants[variant],
    sizes[size],
    padding(variant, size),
    disabled,
    block && 'w-full',
    className,
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    /** Work is under way: the button keeps its width, its name and the focus, and does nothing when pressed. */
    busy?: boolean
    /** Looks and reads as disabled, but keeps the focus and can be pressed: the press can explain why. */
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
  /** Focusable on purpose: `disabled` would drop the focus of the person who just pressed it. */
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

type ButtonAnchorProps = Omit<ComponentProps<'a'>, 'className'> & ButtonLook

/** A link outside the app that looks like a button. */
export function ButtonAnchor({ variant, size, block, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={buttonClass({ variant, size, block, className })}>
      {children}
    </a>
  )
}

/** A link inside the app (`to`, `params`, `search`) that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor)
