import { useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { hasCode } from '../../../shared/errors.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { groupOf } from '../admin-queries.ts'
import type { ReviewGroup } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { nameOf } from '../parts/texts.ts'

type DecideGroupProps = {
  /** The group when the button was pressed. */
  group: ReviewGroup
  /** The group as it is now; undefined once none of its orders is under review. */
  now: ReviewGroup | undefined
  /** Null makes the orders nobody's. */
  creator: ReviewGroup['claimants'][number] | null
  onClose: () => void
}

/** The dialog that decides whose a group's orders are, with number and sum. */
export default function DecideGroup({ group, now, creator, onClose }: DecideGroupProps) {
  const whose = creator === null ? 'nobody' : nameOf(creator)
  const [isChanged, setChanged] = useState(false)
  const { orders, commission } = now ?? group
  const payee_id = creator?.payee_id ?? null
  return (
    <ReasonDialog
      title={`Are they ${whose}’s?`}
      confirm={`Decide ${counted(orders, 'order')}`}
      subject={`decide ${JSON.stringify(groupOf(group))} ${payee_id ?? 'nobody'}`}
      send={(api, { reason }) =>
        api('POST /api/v1/admin/reviews/decision', {
          body: { ...groupOf(now ?? group), payee_id, reason, expected: { orders, commission } },
        })
      }
      done={({ decided, left }) => ({
        title: `${counted(decided, 'order')} decided`,
        ...(left > 0 && { description: `${numberText(left)} more are still under review.` }),
      })}
      failed="Could not decide the orders"
      onRefused={(error) => {
        if (!hasCode(error, 'conflict')) return false
        setChanged(true)
        return true
      }}
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
        The next matching leaves them alone. The next calculation takes back what was posted to somebody else.
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
