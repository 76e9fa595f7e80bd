import { useRef, useState } from 'react'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import type { InputOf } from '../../api/client.ts'
import { monthText } from '../../format/when-text.ts'
import { RadioCards } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { refreshMoney } from '../creators/creator-queries.ts'
import { ExactInput } from '../parts/dialog-parts.tsx'
import { MarketplaceField } from '../parts/marketplace-field.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useChange } from '../parts/use-change.ts'

type Held = InputOf<'POST /api/v1/admin/holds'>['body']['of']
type SetHoldProps = {
  /** What is to be held; it is asked for where it is not given. */
  of?: Held
  onClose: () => void
}

const texts = { success: 'Held', failure: 'Could not hold it' }
const kinds = [
  { value: 'creator', label: 'A creator', hint: 'All that is left to pay to them.' },
  { value: 'order', label: 'An order', hint: 'What was earned with it, whoever has it.' },
  { value: 'month', label: 'A month', hint: 'What was earned with a marketplace’s orders of that month.' },
] as const

const empty = { username: '', order_item_id: '', marketplace: 'us', month: '' }
const missing = {
  creator: { username: 'Please name a creator' },
  order: { order_item_id: 'Please name an order' },
  month: { month: 'Please enter a month such as 2026-11' },
}

/** What was typed as what is held; null while something is missing. */
function heldBy(kind: Held['kind'], typed: typeof empty): Held | null {
  const { username, order_item_id, marketplace, month } = typed
  if (kind === 'creator') return username.trim() ? { kind, username: username.trim() } : null
  if (kind === 'order') return order_item_id.trim() ? { kind, order_item_id: order_item_id.trim() } : null
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(month.trim()) ? { kind, marketplace, month: month.trim() } : null
}

const titleOf = (of: Held | undefined): string => {
  if (!of) return 'Hold'
  if (of.kind === 'creator')
    return `Hold all of ${of.username.startsWith('#') ? `payee ${of.username.slice(1)}` : `@${of.username}`}?`
  return of.kind === 'order'
    ? 'Hold this order?'
    : `Hold ${monthText(of.month)}, ${marketplaceName(of.marketplace)}?`
}

/**
 * The dialog that holds a creator, an order or a month, with a reason that the creators read
 * (docs/product/payouts.md#holds). Load it lazily, as every dialog.
 */
export default function SetHold({ of, onClose }: SetHoldProps) {
  const form = useRef<HTMLFormElement>(null)
  const { api, isBusy, problems, show, change } = useChange(refreshMoney, form)
  const [kind, setKind] = useState<Held['kind']>('creator')
  const [typed, setTyped] = useState(empty)

  async function send(reason: string): Promise<boolean> {
    const held = of ?? heldBy(kind, typed)
    if (held) return change(() => api('POST /api/v1/admin/holds', { body: { of: held, reason } }), texts)
    show(missing[kind])
    return false
  }

  const input = (name: keyof typeof empty, maxLength: number) => (
    <ExactInput
      name={name}
      value={typed[name]}
      required
      maxLength={maxLength}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  )
  return (
    <ReasonDialog
      title={titleOf(of)}
      confirm="Hold"
      subject={`hold ${JSON.stringify(of ?? 'any')}`}
      send={send}
      isBusy={isBusy}
      hint="Read by the creators concerned."
      isFirst={of !== undefined}
      form={form}
      fields={
        !of && (
          <>
            <RadioCards legend="What is held" options={kinds} value={kind} onChange={setKind} />
            {kind === 'creator' && (
              <Field label="Username" hint="Or #12 for payee 12, who has left." error={problems.username}>
                {input('username', 30)}
              </Field>
            )}
            {kind === 'order' && (
              <Field label="Order" hint="Its id." error={problems.order_item_id}>
                {input('order_item_id', 100)}
              </Field>
            )}
            {kind === 'month' && (
              <>
                <MarketplaceField
                  value={typed.marketplace}
                  error={problems.marketplace}
                  onChange={(marketplace) => setTyped({ ...typed, marketplace })}
                />
                <Field
                  label="Month"
                  hint="In which items were shipped, such as 2026-09."
                  error={problems.month}
                >
                  {input('month', 7)}
                </Field>
              </>
            )}
          </>
        )
      }
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        What is held counts as posted all the same, but is not paid out until the hold ends.
      </p>
    </ReasonDialog>
  )
}
