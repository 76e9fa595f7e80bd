import { useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { hasCode } from '../../../shared/errors.ts'
import type { InputOf } from '../../api/client.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { DisagreementGroup } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { disagreementText } from './order-texts.ts'

type Body = InputOf<'POST /api/v1/admin/disagreements/decision'>['body']
export type DisagreementChoice = Body['choice']

type DecideDisagreementsProps = {
  /** The group when the button was pressed. */
  group: DisagreementGroup
  /** The group as it is now; undefined once none of its orders is listed. */
  now: DisagreementGroup | undefined
  choice: DisagreementChoice
  onClose: () => void
}

/** The dialog that decides all orders of a group, with their number and sum. */
export default function DecideDisagreements({ group, now, choice, onClose }: DecideDisagreementsProps) {
  const [isChanged, setChanged] = useState(false)
  const { import_id, creator, claim } = group
  const { orders, commission } = now ?? group
  const named = { import_id, payee_id: creator?.payee_id ?? null, claim, choice }
  return (
    <ReasonDialog
      title={`${disagreementText(group, choice)}?`}
      confirm={`Decide ${counted(orders, 'order')}`}
      subject={`decide ${JSON.stringify(named)}`}
      send={(api, { reason }) =>
        api('POST /api/v1/admin/disagreements/decision', {
          body: { ...named, reason, expected: { orders, commission } },
        })
      }
      done={({ decided, left }) => ({
        title: `${counted(decided, 'order')} decided`,
        ...(left > 0 && { description: `${numberText(left)} more are still listed.` }),
      })}
      failed="Could not decide the orders"
      onRefused={(error) => {
        if (!hasCode(error, 'conflict')) return false
        setChanged(true)
        return true
      }}
      onClose={onClose}
    >
      {isChanged && (
        <Banner tone="bad">
          <p className="font-semibold">These orders changed meanwhile. Nothing has been saved.</p>
          <p className="num">
            {now
              ? `Now: ${counted(now.orders, 'order')}, ${moneyText(now.commission, now.currency)}. To decide all of them, send it again.`
              : 'None of them is listed any more: somebody else has decided.'}
          </p>
        </Banner>
      )}
      <p className="num text-small">
        <b className="font-semibold">
          {counted(orders, 'order')}, {moneyText(commission, group.currency)}
        </b>
        . {claim}
      </p>
      <p className="text-small text-ink-2">
        {choice === 'keep'
          ? `${orders === 1 ? 'It is' : 'They are'} listed again only if new evidence comes.`
          : `The next calculation takes back what was posted to the creators who have ${orders === 1 ? 'it' : 'them'} now.`}
      </p>
    </ReasonDialog>
  )
}
