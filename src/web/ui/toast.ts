type ToastOptions = {
  description?: string
  /** How long it stays, in milliseconds. */
  duration?: number
}

export type ToastTone = 'success' | 'error'

export type ToastRequest = ToastOptions & { tone: ToastTone; title: string }

/** Nothing of the toaster is in a page's first load: it arrives with the first toast. */
async function show(request: ToastRequest): Promise<void> {
  const { showToast } = await import('./toaster.tsx')
  await showToast(request)
}

/** Short messages that come and go. They may be called from anywhere in the browser; the page needs no provider. */
export const toast = {
  success: (title: string, options: ToastOptions = {}) => show({ tone: 'success', title, ...options }),
  error: (title: string, options: ToastOptions = {}) => show({ tone: 'error', title, ...options }),
}
