import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { AppScreen } from '../app/app-screen.tsx'
import { useRetry } from '../app/use-retry.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'

const parents = {
  '/my-folio': 'My Folio',
  '/filing-cabinet': 'Filing Cabinet',
  '/my-folio/lists': 'Lists',
}

type CollectionScreenProps = {
  title: string
  subtitle?: ReactNode
  /** The page that Back leads to. */
  parent?: keyof typeof parents
  width?: ComponentProps<typeof AppScreen>['width']
  children: ReactNode
}

/** A page of the collection below My Folio, with its title and the link back. */
export function CollectionScreen({
  title,
  subtitle,
  parent = '/my-folio',
  width,
  children,
}: CollectionScreenProps) {
  return (
    <AppScreen bar={{ title, back: { to: parent } }} current="/my-folio" {...(width && { width })}>
      <Link
        to={parent}
        className="mb-3 inline-flex min-h-11 items-center gap-1 text-small font-semibold text-ink-2 max-lg:hidden"
      >
        <Icon name="back" size={16} />
        {parents[parent]}
      </Link>
      <PageHead title={title} subtitle={subtitle} />
      <div className="max-lg:pt-1">{children}</div>
    </AppScreen>
  )
}

/** A category's page whose category could not be loaded. */
export function CollectionFailed({ reset }: ErrorComponentProps) {
  const { retry } = useRetry(reset)
  return (
    <CollectionScreen title="My Folio">
      <ErrorState message="Failed to load categories" onRetry={retry} />
    </CollectionScreen>
  )
}
