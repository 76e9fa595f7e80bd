import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { lazyPart } from '../lazy-part.tsx'

const ConfirmDialog = lazyPart(async () => ({
  default: (await import('./confirm-dialog.tsx')).ConfirmDialog,
}))

type DiscardDialogProps = { onDiscard: () => void; onKeep: () => void }

/** Asks before typed text is thrown away. */
export function DiscardDialog({ onDiscard, onKeep }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onKeep}
      onConfirm={onDiscard}
      title="Discard your changes?"
      description="They have not been saved. What you typed will be lost."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
    />
  )
}

type UnsavedChangesProps = {
  isDirty: boolean
  isUploading: boolean
  /** Called when the person leaves and discards what was typed. */
  onDiscard?: () => void
}

/** Asks before typed text is lost by leaving the page, by a link or with the browser. */
export function UnsavedChanges({ isDirty, isUploading, onDiscard }: UnsavedChangesProps) {
  useEffect(() => {
    // Loaded ahead, so that the question can be asked without a network too.
    if (isDirty) ConfirmDialog.load().catch(() => {})
  }, [isDirty])

  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ current, next }) => isDirty && current.pathname !== next.pathname,
    [isDirty],
  )
  // An upload goes on while pages change, but ends with the tab.
  const blocker = useBlocker({ shouldBlockFn, withResolver: true, disabled: !isDirty && !isUploading })
  if (blocker.status !== 'blocked') return null

  function discard() {
    onDiscard?.()
    blocker.proceed?.()
  }
  return <DiscardDialog onDiscard={discard} onKeep={blocker.reset} />
}
