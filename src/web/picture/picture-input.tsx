import clsx from 'clsx'
import type { RefObject } from 'react'
import { Spinner } from '../ui/feedback/loading.tsx'

type PictureInputProps = {
  input: RefObject<HTMLInputElement | null>
  /** Opens a phone's camera at once. */
  fromCamera?: boolean
  onChoose: (file: File) => void
}

/** The system's file chooser, hidden; people see a button that opens it. */
export function PictureInput({ input, fromCamera = false, onChoose }: PictureInputProps) {
  return (
    <input
      ref={input}
      type="file"
      accept="image/*"
      capture={fromCamera ? 'environment' : undefined}
      hidden
      onChange={({ target }) => {
        const file = target.files?.[0]
        // Cleared, so that the same file can be chosen again.
        target.value = ''
        if (file) onChoose(file)
      }}
    />
  )
}

type UploadingVeilProps = { shape: 'round' | 'square' }

/** Covers a picture while it is uploaded; the element around the picture is `relative`. */
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
