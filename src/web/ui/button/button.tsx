import clsx from 'clsx'

export type ButtonVariant = 'primary' | 'ink' | 'quiet' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

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
