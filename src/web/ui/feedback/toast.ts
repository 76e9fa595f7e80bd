import type { ToastOptions, ToastRequest } from './toaster.tsx'

const load = () => import('./toaster.tsx')

/** Nothing of the toaster is in a page's first load: it arrives with the first toast. */
async function show(request: ToastRequest): Promise<void> {
  const { showToast } = await load()
  await showToast(request)
}

/** Fetches the toaster ahead. Forms call it, so that their failure can be told when the network is what failed. */
export const prepareToasts = () => void load().catch(() => {})

/** Short messages that come and go. They may be called from anywhere in the browser; the page needs no provider. */
export const toast = {
  success: (title: string, options: ToastOptions = {}) => show({ tone: 'success', title, ...options }),
  error: (title: string, options: ToastOptions = {}) => show({ tone: 'error', title, ...options }),
}
