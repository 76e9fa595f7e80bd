import type { Browser } from './mark.ts'

/** What is known about the device that signs in, and about its place. */
export type Device = {
  userAgent: string | null
  /** The address of the call; absent for a call within the program. */
  address?: string
  /** Its cookies; absent for a call within the program. */
  browser?: Browser
}
