import clsx from 'clsx'
import { Icon } from '../ui/button/icon.tsx'
import signs from './category-signs.svg?no-inline'

type CategorySignProps = {
  /** The category's slug; without one it is a shopping bag. */
  category: string | null | undefined
  /** Sets size and stroke; otherwise 24 px. */
  className?: string
}

/**
 * The sign of a category, in the text's colour; decorative, since its name stands beside it. All sixteen lie in one
 * file, which a page loads with the first that it shows.
 */
export function CategorySign({ category, className = 'size-6' }: CategorySignProps) {
  if (!category) return <Icon name="bag" size={24} className={className} />
  return (
    <svg
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={clsx('shrink-0', className)}
    >
      <use href={`${signs}#${category}`} />
    </svg>
  )
}
