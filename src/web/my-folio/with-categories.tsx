import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ownCategoriesQuery } from '../api/queries.ts'
import { useApi } from '../api/use-api.ts'
import type { OwnCategories } from '../item/own-categories.ts'
import { ErrorState } from '../ui/feedback/empty-or-failed.tsx'

type WithCategoriesProps = {
  /** Placeholder boxes while the categories load. */
  waiting: ReactNode
  /** Shows `waiting` also once they are loaded. */
  isHeld?: boolean
  children: (categories: OwnCategories) => ReactNode
}

/**
 * Renders `children` with the person's categories once they are loaded; where that failed, says so with a button to
 * retry.
 */
export function WithCategories({ waiting, isHeld, children }: WithCategoriesProps) {
  const categories = useQuery(ownCategoriesQuery(useApi()))
  if (isHeld) return waiting
  if (categories.data) return children(categories.data)
  if (categories.isPending) return waiting
  return (
    <ErrorState
      message="Failed to load categories"
      retrying={categories.isFetching}
      onRetry={() => void categories.refetch()}
    />
  )
}
