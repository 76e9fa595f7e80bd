import type { Browser } from './mark.ts'

/** What is known of the device that signs in, and of where it is. */
export type Device = {
  userAgent: string | null
  /** Where the call came from; absent for one from within the program. */
  address?: string
  /** Its cookies; absent for a call from within the program. */
  browser?: Browser
}
