import type { ToastOptions, ToastRequest } from './toaster.tsx'

const load = () => import('./toaster.tsx')

/** The toaster is loaded with the first toast, never with a page. */
async function show(request: ToastRequest): Promise<() => void> {
  const { showToast } = await load()
  return showToast(request)
}

/** Loads the toaster ahead. Forms call it, so that a failure can be shown when the network is what failed. */
export const prepareToasts = () => void load().catch(() => {})

/**
 * Short messages that disappear by themselves, or when what they resolve with is called. Callable from anywhere in the
 * browser, without a provider.
 */
export const toast = {
  success: (title: string, options: ToastOptions = {}) => show({ tone: 'success', title, ...options }),
  error: (title: string, options: ToastOptions = {}) => show({ tone: 'error', title, ...options }),
}
