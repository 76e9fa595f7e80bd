import { minuteMs } from '../../shared/time.ts'

/** Hands the person a file to keep, as the browser does with downloads. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has to have begun reading it.
  setTimeout(() => URL.revokeObjectURL(address), minuteMs)
}
