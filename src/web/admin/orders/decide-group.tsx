import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { hasCode } from '../../../shared/errors.ts'
import { useApi } from '../../api/use-api.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { monthText } from '../../format/when-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { groupOf, refreshAdmin } from '../admin-queries.ts'
import type { ReviewGroup } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { messageOf, nameOf } from '../parts/texts.ts'
import { useOneCall } from '../parts/use-one-call.ts'

type DecideGroupProps = {
  /** The group when the button was pressed. */
  group: ReviewGroup
  /** The group as it is now; undefined once none of its orders is under review. */
  now: ReviewGroup | undefined
  /** Null makes the orders nobody's. */
  creator: ReviewGroup['claimants'][number] | null
  onClose: () => void
}

/** The dialog that decides whose a group's orders are, with number and sum. Load it lazily, as every dialog. */
export default function DecideGroup({ group, now, creator, onClose }: DecideGroupProps) {
  const whose = creator === null ? 'nobody' : nameOf(creator)
  const { isBusy, isChanged, decide } = useGroupDecision()
  const { orders, commission } = now ?? group
  const payee_id = creator?.payee_id ?? null
  return (
    <ReasonDialog
      title={`Are they ${whose}’s?`}
      confirm={`Decide ${counted(orders, 'order')}`}
      subject={`decide ${JSON.stringify(groupOf(group))} ${payee_id ?? 'nobody'}`}
      send={(reason) => decide(now ?? group, { payee_id, reason })}
      isBusy={isBusy}
      onClose={onClose}
    >
      {isChanged && <Changed now={now} />}
      <p className="num text-small">
        <b className="font-semibold">
          {counted(orders, 'order')}, {moneyText(commission, group.currency)}
        </b>{' '}
        of “<bdi>{group.product_title || group.asin}</bdi>” in {monthText(group.month)}.
      </p>
      <p className="text-small text-ink-2">
        The next matching leaves them alone. What was posted to somebody else is taken back by the next
        calculation.
      </p>
    </ReasonDialog>
  )
}

type ChangedProps = { now: ReviewGroup | undefined }

/** Says that the group has changed since the admin saw it, and what it is now. */
function Changed({ now }: ChangedProps) {
  return (
    <Banner tone="bad">
      <p className="font-semibold">These orders changed meanwhile. Nothing has been saved.</p>
      {now ? (
        <p className="num">
          Now: {counted(now.orders, 'order')}, {moneyText(now.commission, now.currency)}. To decide all of
          them, send it again.
        </p>
      ) : (
        <p>None of them is under review any more: somebody else has decided.</p>
      )}
    </Banner>
  )
}

/**
 * Sends an admin's decision on a group, one call at a time. Where the group has changed since they saw it (409) it is
 * asked for again and `isChanged` is true.
 */
function useGroupDecision() {
  const api = useApi()
  const client = useQueryClient()
  const { isBusy, make } = useOneCall<'decide'>()
  const [isChanged, setChanged] = useState(false)

  const decide = (group: ReviewGroup, said: { payee_id: string | null; reason: string }) =>
    make(
      'decide',
      async () => {
        const expected = { orders: group.orders, commission: group.commission }
        const body = { ...groupOf(group), ...said, expected }
        const { decided, left } = await api('POST /api/v1/admin/reviews/decision', { body })
        void toast.success(`${counted(decided, 'order')} decided`, {
          ...(left > 0 && { description: `${numberText(left)} more are still under review.` }),
        })
        await refreshAdmin(client)
      },
      async (error) => {
        if (hasCode(error, 'conflict')) {
          await refreshAdmin(client)
          setChanged(true)
        } else void toast.error('Could not decide the orders', { description: messageOf(error) })
      },
    )

  return { isBusy, isChanged, decide }
}
