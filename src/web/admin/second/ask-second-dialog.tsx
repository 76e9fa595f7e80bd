import type { Refusal } from '../../api/second-admin.ts'
import { useActForm } from '../../api/use-act-form.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useAdminAct } from '../parts/use-admin-act.ts'

type AskSecondDialogProps = Refusal & { onEnd: (isProposed: boolean) => void }

/** The dialog that proposes to a second admin what one may not do alone. */
export default function AskSecondDialog({ why, request, onEnd }: AskSecondDialogProps) {
  const { name: call, input } = request
  const params = Object.entries(input.params ?? {}).map(([key, value]) => [key, String(value)])
  const act = useAdminAct({
    send: (api, _: object, extras) =>
      api(
        'POST /api/v1/admin/proposals',
        { body: { call, params: Object.fromEntries(params), body: input.body } },
        extras,
      ),
    done: 'Waits for a second admin',
    failed: 'Could not propose it',
  })
  const form = useActForm(act, { start: {}, onDone: () => onEnd(true) })
  return (
    <FormDialog title="Ask a second admin?" confirm="Propose it" form={form} onClose={() => onEnd(false)}>
      <div className="stack gap-3 text-small text-ink-2">
        <p>{why}</p>
        <p>
          Nothing is done until then. It waits under Proposals. If there is no other admin, the operator
          agrees on the server:{' '}
          <code className="inline-block whitespace-nowrap">npm run admin -- proposals</code>
        </p>
      </div>
    </FormDialog>
  )
}
