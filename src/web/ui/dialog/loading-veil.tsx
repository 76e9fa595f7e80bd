import { Spinner } from '../feedback/loading.tsx'

/** Covers the page while a dialog loads. */
export function LoadingVeil() {
  return (
    <div className="fixed inset-0 z-40 grid animate-fade-in place-items-center bg-scrim">
      <Spinner label="Loading" />
    </div>
  )
}
