import clsx from 'clsx'
import { Spinner } from '../ui/feedback/loading.tsx'

type UploadingVeilProps = { shape: 'round' | 'square' }

/** Lies over a picture while it is uploaded; what holds the picture is `relative`. */
export function UploadingVeil({ shape }: UploadingVeilProps) {
  return (
    <span
      className={clsx(
        'absolute inset-0 grid place-items-center bg-scrim text-white',
        shape === 'round' ? 'rounded-full' : 'rounded-md',
      )}
    >
      <Spinner size="md" tone="current" label="Uploading picture" />
    </span>
  )
}
