import { hasCode } from '../../shared/errors.ts'
import { createStore } from '../browser/store.ts'
import type { ApiError, RequestOf } from './client.ts'

/** A call that was refused because a second admin has to agree, and why. */
export type Refusal = { why: string; request: RequestOf }

type Question = Refusal & { settle: (isProposed: boolean) => void }

/** The open question whether to propose a call, which `AskSecond` of the admin's pages shows. */
export const proposed = createStore<Question | null>(null)

/**
 * Where a call was refused because a second admin has to agree (docs/product/admin.md#a-second-admin), asks whether to
 * propose it to them, as it was sent; resolves to whether it was proposed.
 */
export async function proposeInstead(error: unknown): Promise<boolean> {
  if (!hasCode(error, 'second_admin_needed')) return false
  const { message: why, request } = error as ApiError
  if (!request) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  proposed.set({ why, request, settle: resolve })
  return promise
}
