export type ToastOptions = {
  description?: string
  /** How long it stays, in milliseconds. */
  duration?: number
  /** What may be done about it, such as Undo. Pressing it dismisses the toast. */
  action?: { label: string; onPress: () => void }
}

type ToastTone = 'success' | 'error'

export type ToastRequest = ToastOptions & { tone: ToastTone; title: string }
