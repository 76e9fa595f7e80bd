import { Spinner } from '../feedback/loading.tsx'

/** Over the page while a dialog is on its way to the browser. */
export function LoadingVeil() {
  return (
    <div className="fixed inset-0 z-40 grid animate-fade-in place-items-center bg-scrim">
      <Spinner label="Loading" />
    </div>
  )
}
