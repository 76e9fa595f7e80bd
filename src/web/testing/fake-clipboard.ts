import { vi } from 'vitest'

/** Stands in for the device's clipboard, which all pages of a run share. Gets what is copied, in order. */
export function fakeClipboard(): string[] {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    copied.push(text)
  })
  return copied
}
