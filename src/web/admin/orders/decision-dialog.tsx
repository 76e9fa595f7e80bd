import type { ReactNode } from 'react'
import type { Api } from '../../api/client.ts'
import type { OrderDetail } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
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
  return (
    <ReasonDialog
      title={title}
      confirm={confirm}
      tone={tone}
      subject={`${subject} ${order.order_item_id}`}
      send={(reason) => decide((version) => send(api, reason, version), messages)}
      isBusy={isBusy}
      onClose={onClose}
    >
      <p className="text-small text-ink-2">{children}</p>
      {isChanged && <ChangedNotice order={order} />}
    </ReasonDialog>
  )
}
