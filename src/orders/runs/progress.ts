import type { Context } from '../../platform/context.ts'

/** Thrown by {@link Progress.step} when the work is to end: an admin stopped it, or it is another process's now. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
}

/** How a long step of the pipeline tells how far it is, and learns that it is to end. */
export type Progress = {
  /**
   * Says, within the transaction that does a part of the work, how many rows are done then, and of how many if that is
   * known: part and progress commit together or not at all. Throws RunStopped when the work is to end; what was
   * committed before stays, and doing the work anew goes on from there.
   */
  step(tx: Context, rows: { done: number; total?: number }): Promise<void>
  /** Aborted when the work is to end, for what takes long between two steps. */
  readonly signal: AbortSignal
}
