import type { RefObject } from 'react'

type PictureInputProps = { input: RefObject<HTMLInputElement | null>; onChoose: (file: File) => void }

/** The system's file chooser; a button that presses it is what people see. */
export function PictureInput({ input, onChoose }: PictureInputProps) {
  return (
    <input
      ref={input}
      type="file"
      accept="image/*"
      hidden
      onChange={({ target }) => {
        const file = target.files?.[0]
        // The same file may be chosen again.
        target.value = ''
        if (file) onChoose(file)
      }}
    />
  )
}
