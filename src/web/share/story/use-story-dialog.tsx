import { type ReactNode, useState } from 'react'
import { lazyDialog } from '../../ui/lazy-part.tsx'

const StoryDialog = lazyDialog(async () => ({ default: (await import('./story-dialog.tsx')).StoryDialog }))

/** A product's story card: a function that opens its dialog, and the open dialog to render. */
export function useStoryDialog(shortLinkId: string): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  return {
    open: () => setOpen(true),
    dialog: isOpen && <StoryDialog shortLinkId={shortLinkId} onClose={() => setOpen(false)} />,
  }
}
