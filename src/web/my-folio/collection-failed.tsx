import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { ErrorState } from '../ui/error-state.tsx'
import { CollectionScreen } from './collection-screen.tsx'

/** A category's page whose category could not be read. */
export function CollectionFailed({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <CollectionScreen title="My Folio">
      <ErrorState message="Failed to load categories" onRetry={retry} />
    </CollectionScreen>
  )
}
