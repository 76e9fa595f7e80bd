import type { ReactNode } from 'react'
import type { Api } from '../../client.ts'
import { Dialog, DialogFoot } from '../../ui/dialog/dialog.tsx'
import type { OrderDetail } from '../admin-queries.ts'
import { ReasonField, useReason } from '../parts/dialog-parts.tsx'
import { ChangedNotice, useDecision } from './decision.tsx'

type DecisionDialogProps = {
  order: OrderDetail
  title: string
  confirm: string
  tone?: 'primary' | 'danger'
  /** Names the decision: a reason being typed is stored for the tab under it. */
  subject: string
  send: (api: Api, reason: string, version: number | null) => Promise<OrderDetail>
  messages: { success: string; failure: string }
  /** The consequences, in words. */
  children: ReactNode
  onClose: () => void
}

/** Asks for the reason of a decision on an order and sends it. Stays open until that succeeds. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { order, title, confirm, tone, subject, send, messages, children, onClose } = props
  const { api, isBusy, isChanged, decide } = useDecision(order)
  const reason = useReason(`${subject} ${order.order_item_id}`, async (text) => {
    const isDone = await decide((version) => send(api, text, version), messages)
    if (isDone) onClose()
    return isDone
  })
  const foot = (
    <DialogFoot form={reason.formId} confirm={confirm} tone={tone} isBusy={isBusy} onCancel={onClose} />
  )
  return (
    <Dialog open onClose={onClose} title={title} dismissable={!isBusy} foot={foot}>
      <p className="text-small text-ink-2">{children}</p>
      {isChanged && <ChangedNotice order={order} />}
      <form id={reason.formId} noValidate onSubmit={reason.submit}>
        <ReasonField reason={reason} />
      </form>
    </Dialog>
  )
}
