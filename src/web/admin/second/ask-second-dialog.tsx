import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { withStepUp } from '../../account/two-step/proof.ts'
import type { RequestOf } from '../../api/client.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { useApi } from '../../api/use-api.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { refreshAdmin } from '../admin-queries.ts'
import { messageOf } from '../parts/texts.ts'

/** A call that was refused because a second admin has to agree, and why. */
export type Refusal = { why: string; request: RequestOf }

type AskSecondDialogProps = Refusal & { onEnd: (isProposed: boolean) => void }

/** The dialog that proposes to a second admin what one may not do alone. Load it lazily, as every dialog. */
export default function AskSecondDialog({ why, request, onEnd }: AskSecondDialogProps) {
  const form = useId()
  const api = useApi()
  const client = useQueryClient()
  const withKey = useIdempotencyKey()
  const [isBusy, setBusy] = useState(false)

  async function propose(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const { name: call, input } = request
    const params = Object.fromEntries(
      Object.entries(input.params ?? {}).map(([key, value]) => [key, String(value)]),
    )
    const body = { call, params, body: input.body }
    try {
      await withStepUp(() =>
        withKey(JSON.stringify(body), (idempotencyKey) =>
          api('POST /api/v1/admin/proposals', { body }, { idempotencyKey }),
        ),
      )
      await refreshAdmin(client)
      void toast.success('Waits for a second admin')
      onEnd(true)
    } catch (error) {
      void toast.error('Could not propose it', { description: messageOf(error) })
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title="Ask a second admin?"
      dismissable={!isBusy}
      foot={<DialogFoot form={form} confirm="Propose it" isBusy={isBusy} onCancel={() => onEnd(false)} />}
    >
      <form id={form} onSubmit={(event) => void propose(event)} className="stack gap-3 text-small text-ink-2">
        <p>{why}</p>
        <p>
          Nothing is done until then. It waits under Proposals. Where there is no other admin, the operator
          agrees on the server:{' '}
          <code className="inline-block whitespace-nowrap">npm run admin -- proposals</code>
        </p>
      </form>
    </Dialog>
  )
}
