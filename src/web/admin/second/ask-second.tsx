import { hasCode } from '../../../shared/errors.ts'
import type { ApiError } from '../../api/client.ts'
import { createStore, useStore } from '../../browser/store.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Refusal } from './ask-second-dialog.tsx'

const AskSecondDialog = lazyPart(() => import('./ask-second-dialog.tsx'))

type Question = Refusal & { settle: (isProposed: boolean) => void }

const asked = createStore<Question | null>(null)

/**
 * Where a call was refused because a second admin has to agree (docs/product/admin.md#a-second-admin), asks whether to
 * propose it to them, as it was sent; resolves to whether it was proposed.
 */
export async function proposeInstead(error: unknown): Promise<boolean> {
  if (!hasCode(error, 'second_admin_needed')) return false
  const { message: why, request } = error as ApiError
  if (!request) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  asked.set({ why, request, settle: resolve })
  return promise
}

/** Renders the dialog of {@link proposeInstead}. */
export function AskSecond() {
  const question = useStore(asked, null)
  return (
    question && (
      <AskSecondDialog
        why={question.why}
        request={question.request}
        onEnd={(isProposed) => {
          asked.set(null)
          question.settle(isProposed)
        }}
      />
    )
  )
}
