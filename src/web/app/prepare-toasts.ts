/** Brings the toaster to the browser ahead of its first use, which may be to say that there is no network. */
export async function prepareToasts(): Promise<void> {
  try {
    await import('../ui/feedback/toaster.tsx')
  } catch {
    // The next toast tries again.
  }
}
