export type ToastOptions = {
  description?: string
  /** How long it stays, in milliseconds. */
  duration?: number
}

export type ToastTone = 'success' | 'error'

export type ToastRequest = ToastOptions & { tone: ToastTone; title: string }
