import clsx from 'clsx'
import { type DragEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { Button } from '../ui/button/button.tsx'

type FileDropProps = {
  /** Whether work is under way that must not be interrupted. */
  isBlocked: boolean
  /** The button's label. */
  label: string
  /** The file types that the system's chooser offers. */
  accept?: string
  /** Text and button side by side if there is room. */
  isLow?: boolean
  /** For moving the focus to its button. */
  buttonRef?: Ref<HTMLButtonElement>
  onChoose: (files: File[]) => void
  children: ReactNode
}

const importable = '.csv,.tsv,.txt,.json,.html,.htm,text/csv,application/json,text/html'

/** Takes a file from the system's chooser, or a dropped one. */
export function FileDrop({
  isBlocked,
  label,
  accept = importable,
  isLow,
  buttonRef,
  onChoose,
  children,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!isBlocked) onChoose([...event.dataTransfer.files])
  }

  return (
    // Dropping is a shortcut for mouse users; the button does the same for everyone.
    // biome-ignore lint/a11y/noStaticElementInteractions: as said above
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'grid items-center justify-items-center gap-3 rounded-lg border border-dashed px-4 text-center transition-colors',
        isLow ? 'py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:justify-items-start sm:text-start' : 'py-7',
        isOver ? 'border-accent bg-sunken' : 'border-field',
      )}
    >
      {children}
      <Button ref={buttonRef} blocked={isBlocked} onClick={() => !isBlocked && input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label="File to import"
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Cleared, so that the same file can be chosen again after a change.
          target.value = ''
          onChoose(files)
        }}
      />
    </div>
  )
}
