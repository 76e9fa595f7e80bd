import type { WriteStream } from 'node:tty'
import { count } from '../verification.ts'

const onTerminalMs = 500
const elsewhereMs = 10_000

/**
 * Shows the progress of a long command: on a terminal in one line that changes, elsewhere in a line every ten seconds.
 */
export function createProgress(out: WriteStream | NodeJS.WriteStream) {
  const everyMs = out.isTTY ? onTerminalMs : elsewhereMs
  let shownAt = performance.now()
  let isOpen = false
  const show = (line: string) => {
    if (performance.now() - shownAt < everyMs) return
    shownAt = performance.now()
    out.write(out.isTTY ? `\r\u001b[2K${line}` : `${line}\n`)
    isOpen = Boolean(out.isTTY)
  }
  return {
    bytes: (what: string, bytes: number) =>
      show(`${what}: ${count(Math.round(bytes / 1_000_000))} MB so far`),
    rows: (what: string, rows: number) => show(`${what}: ${count(rows)} rows so far`),
    /** Removes the line. Safe to repeat. */
    end: () => {
      if (isOpen) out.write('\r\u001b[2K')
      isOpen = false
    },
  }
}
