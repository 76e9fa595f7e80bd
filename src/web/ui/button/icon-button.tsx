import { createLink } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { Icon, type IconName, type IconSize } from './icon.tsx'

type IconLook = {
  icon: IconName
  /** The accessible name: an icon has no other. */
  label: string
  iconSize?: IconSize
  /** Glass stands on a picture: 36 px with a 44 px target, or `glass-lg` with 44. */
  look?: 'plain' | 'glass' | 'glass-lg'
  className?: string
}

const looks = {
  plain:
    'size-11 rounded-md transition-colors enabled-hover:bg-sunken aria-expanded:bg-sunken disabled:cursor-not-allowed disabled:text-ink-3',
  // With an edge: many pictures are white.
  glass: 'size-9 rounded-full bg-glass text-glass-ink ring-1 ring-line',
  'glass-lg': 'size-11 rounded-full bg-glass text-glass-ink ring-1 ring-line',
}

function iconButtonClass(look: keyof typeof looks, className?: string): string {
  return clsx('inline-grid shrink-0 place-items-center', looks[look], className)
}

type FaceProps = { icon: IconName; size: IconSize; look: keyof typeof looks; on?: boolean }

/** The target is widened from inside, so that the caller may position the button as it likes. */
function Face({ icon, size, look, on }: FaceProps) {
  return (
    <span
      className={clsx(
        'relative grid size-full place-items-center',
        look === 'glass' && 'after:absolute after:-inset-1',
        on && 'text-accent-text',
      )}
    >
      <Icon name={icon} size={size} className={on ? 'fill-current' : undefined} />
    </span>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & IconLook

/** A button that is only an icon. Toggles (`aria-pressed`) fill their icon when on. */
export function IconButton({
  icon,
  label,
  iconSize = 20,
  look = 'plain',
  className,
  ...rest
}: IconButtonProps) {
  const on = rest['aria-pressed'] === true || rest['aria-pressed'] === 'true'
  return (
    <button type="button" {...rest} aria-label={label} className={iconButtonClass(look, className)}>
      <Face icon={icon} size={iconSize} look={look} on={on} />
    </button>
  )
}

type IconAnchorProps = Omit<ComponentProps<'a'>, 'className' | 'children' | 'aria-label'> & IconLook

function IconAnchor({
  icon,
  label,
  iconSize = 20,
  look = 'plain',
  className,
  href,
  ...rest
}: IconAnchorProps) {
  return (
    <a {...rest} href={href} aria-label={label} className={iconButtonClass(look, className)}>
      <Face icon={icon} size={iconSize} look={look} />
    </a>
  )
}

/** A link inside the app that is only an icon, such as Back. */
export const IconLink = createLink(IconAnchor)
