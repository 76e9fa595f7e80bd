import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { PublicScreen } from '../app/public-screen.tsx'
import { ErrorState } from '../ui/error-state.tsx'

/** A page that could not be shown: 'Something went wrong' with a way to try again (spec section 8). */
export function PageError({ reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <PublicScreen>
      <div className="grid min-h-[60dvh] place-content-center">
        <ErrorState level={1} message="This page could not be loaded." onRetry={retry} />
      </div>
    </PublicScreen>
  )
}
