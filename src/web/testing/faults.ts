const faults: unknown[] = []

/**
 * Records a fault that must fail the test although the screen under test may catch it, such as a call without an
 * answer.
 */
export function noteFault(fault: unknown): void {
  faults.push(fault)
}

/** Returns the faults recorded since the last call. */
export const takeFaults = (): unknown[] => faults.splice(0)
