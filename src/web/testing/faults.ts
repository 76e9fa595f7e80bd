const faults: unknown[] = []

/** Notes what must fail the test although the screen under test may catch it, such as a call without an answer. */
export function noteFault(fault: unknown): void {
  faults.push(fault)
}

/** What has been noted since the last time. */
export const takeFaults = (): unknown[] => faults.splice(0)
