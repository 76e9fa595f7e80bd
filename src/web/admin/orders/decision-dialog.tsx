import type { ReactNode } from 'react'
import type { Api } from '../../api/client.ts'
import type { OrderDetail } from '../answers.ts'
import { ReasonFormDialog } from '../parts/reason-dialog.tsx'
import { ChangedNotice, useDecision } from './decision.tsx'

type DecisionDialogProps = {
  order: OrderDetail
  title: string
  confirm: string
  tone?: 'primary' | 'danger'
  /** Names the decision: a reason being typed is stored for the tab under it. */
  subject: string
  send: (api: Api, reason: string, version: number | null) => Promise<OrderDetail>
  done: string
  failed: string
  /** The consequences, in words. */
  children: ReactNode
  onClose: () => void
}

/** Asks for the reason of a decision on an order and sends it. Stays open until that succeeds. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { order, send, done, failed, subject, children, ...dialog } = props
  const { isChanged, ...act } = useDecision({
    ...{ order, done, failed },
    send: (api, { reason }: { reason: string }, version) => send(api, reason, version),
  })
  return (
    <ReasonFormDialog {...dialog} act={act} subject={`${subject} ${order.order_item_id}`}>
      <p className="text-small text-ink-2">{children}</p>
      {isChanged && <ChangedNotice order={order} />}
    </ReasonFormDialog>
  )
}
