import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import { meQuery } from '../../queries.ts'
import { queryClient } from '../../query-client.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { useApi } from '../../use-api.ts'

type AdminFailedProps = {
  error: Error
  /** What failed: 'Failed to load orders'. */
  message: string
  onRetry: () => void
  retrying: boolean
}

/** A load that failed, with a way to try it again. What is not there is said to be so, and trying again is no use. */
export function AdminFailed({ error, message, onRetry, retrying }: AdminFailedProps) {
  const isMissing = hasCode(error, 'not_found')
  useRecheck(isMissing)
  if (isMissing || hasCode(error, 'validation_failed'))
    return <EmptyState title="Nothing here">There is nothing at this address, or not any more.</EmptyState>
  return <ErrorState message={message} retrying={retrying} onRetry={onRetry} />
}

/** What is not found may be not there any more, or not for this person any more: the pages' guard finds out. */
function useRecheck(isMissing: boolean) {
  const router = useRouter()
  const api = useApi()
  useEffect(() => {
    if (!isMissing) return
    const { queryKey } = meQuery(api)
    void queryClient()
      .invalidateQueries({ queryKey, refetchType: 'none' })
      .then(() => router.invalidate())
  }, [isMissing, router, api])
}
