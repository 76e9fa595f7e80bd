import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import type { InputOf } from '../../api/client.ts'
import { type ActForm, filled } from '../../api/use-act-form.ts'
import { Field } from '../../ui/form/field.tsx'
import { RadioField } from '../../ui/form/radio-field.tsx'
import { ExactInput } from '../parts/exact-input.tsx'
import { MarketplaceField } from '../parts/marketplace-field.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { monthRule } from '../parts/texts.ts'

type Held = InputOf<'POST /api/v1/admin/holds'>['body']['of']
type SetHoldProps = {
  /** What is to be held; it is asked for where it is not given. */
  of?: Held
  onClose: () => void
}

const kinds = [
  { value: 'creator', label: 'A creator', hint: 'All that is left to pay to them.' },
  { value: 'order', label: 'An order', hint: 'All earnings from it, whoever has them.' },
  { value: 'month', label: 'A month', hint: 'All earnings from a marketplace’s orders of that month.' },
] as const

const empty = { kind: 'creator', username: '', order_item_id: '', marketplace: 'us', month: '' }
type Typed = typeof empty

/** What was typed as what is held. */
function heldBy({ kind, username, order_item_id, marketplace, month }: Typed): Held {
  if (kind === 'creator') return { kind, username: username.trim() }
  if (kind === 'order') return { kind, order_item_id: order_item_id.trim() }
  return { kind: 'month', marketplace, month: month.trim() }
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
 * (docs/product/payouts.md#holds).
 */
export default function SetHold({ of, onClose }: SetHoldProps) {
  return (
    <ReasonDialog
      title={titleOf(of)}
      confirm="Hold"
      subject={`hold ${JSON.stringify(of ?? 'any')}`}
      start={empty}
      send={(api, { reason, ...typed }) =>
        api('POST /api/v1/admin/holds', { body: { of: of ?? heldBy(typed), reason } })
      }
      done="Held"
      failed="Could not hold it"
      hint="Read by the creators concerned."
      isFirst={of !== undefined}
      fields={(form) => !of && <HeldFields form={form} />}
      onClose={onClose}
    >
      <p className="text-small text-pretty text-ink-2">
        Held amounts count as posted, but are not paid out until the hold ends.
      </p>
    </ReasonDialog>
  )
}

type HeldFieldsProps = { form: ActForm<Typed & { reason: string }> }

function HeldFields({ form: { control, register, problem, watch } }: HeldFieldsProps) {
  const kind = watch('kind')
  const input = (name: keyof Typed, maxLength: number, rule: object) => (
    <ExactInput {...register(name, rule)} required maxLength={maxLength} />
  )
  return (
    <>
      <RadioField control={control} name="kind" legend="What is held" options={kinds} />
      {kind === 'creator' && (
        <Field label="Username" hint="Or #12 for payee 12, who has left." error={problem('username')}>
          {input('username', 30, filled('Please name a creator'))}
        </Field>
      )}
      {kind === 'order' && (
        <Field label="Order" hint="Its id." error={problem('order_item_id')}>
          {input('order_item_id', 100, filled('Please name an order'))}
        </Field>
      )}
      {kind === 'month' && (
        <>
          <MarketplaceField {...register('marketplace')} error={problem('marketplace')} />
          <Field label="Month" hint="The month of shipment, such as 2026-09." error={problem('month')}>
            {input('month', 7, monthRule)}
          </Field>
        </>
      )}
    </>
  )
}
