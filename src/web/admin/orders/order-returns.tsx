import { Link } from '@tanstack/react-router'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { counted } from '../../format/count-text.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { OrderDetail } from '../answers.ts'
import { importName } from '../imports/import-texts.ts'

type OrderReturnsProps = { order: OrderDetail }

/** The part of a return without a purchase; renders nothing where there is none. */
export const WaitingReturn = ({ order: { waiting_return, currency, whose_return } }: OrderReturnsProps) =>
  waiting_return > 0 &&
  !whose_return?.is_asked && (
    <Banner tone="note">
      {moneyText(-waiting_return, currency)} of this return has no purchase yet. It is taken once a report has
      the purchase.
    </Banner>
  )

/** The purchases a return was taken from, or the returns of a purchase, with links; renders nothing for neither. */
export function OrderReturns({ order: { takes_from, returns, currency } }: OrderReturnsProps) {
  return (
    <>
      {takes_from.length > 0 && (
        <SettingsSection title="Taken from">
          <ul className="surface divide-y overflow-hidden">
            {takes_from.map((bought) => (
              <Taken key={bought.order_item_id} order={bought.order_item_id} when={dayText(bought.day)}>
                {moneyText(-bought.commission, currency)}
              </Taken>
            ))}
          </ul>
        </SettingsSection>
      )}
      {returns.length > 0 && (
        <SettingsSection title="Returns">
          <ul className="surface divide-y overflow-hidden">
            {returns.map((back, index) =>
              back.order_item_id ? (
                <Taken key={back.order_item_id} order={back.order_item_id} when={dayText(back.day)}>
                  {moneyText(-(back.commission ?? 0), currency)}
                </Taken>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: each of several equal rows of a file is a return
                <ReportedReturn key={index} back={back} currency={currency} />
              ),
            )}
          </ul>
        </SettingsSection>
      )}
    </>
  )
}

type TakenProps = { order: string; when: string; children: string }

/** The other order of a return and its purchase, with the amount taken. */
const Taken = ({ order, when, children }: TakenProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 p-4">
    <Link to="/admin/orders/$id" params={{ id: order }} className="link num text-small break-all">
      {order}
    </Link>
    <span className="num text-end text-small font-semibold">{children}</span>
    <span className="num text-caption text-ink-3">{when}</span>
  </li>
)

type ReportedReturnProps = { back: OrderDetail['returns'][number]; currency: string }

/** A return reported under the order's own id. */
const ReportedReturn = ({ back: { day, pieces, commission, told_by }, currency }: ReportedReturnProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 p-4">
    {told_by && (
      <Link
        to="/admin/imports/$id"
        params={{ id: told_by.import_id }}
        className="link line-clamp-2 w-fit text-small"
      >
        {importName(told_by)}
      </Link>
    )}
    <span className="num text-end text-small font-semibold">
      {commission === null ? 'Its share' : moneyText(-commission, currency)}
    </span>
    <span className="num text-caption text-ink-3">
      {dayText(day)} · {pieces === null ? 'all pieces' : counted(pieces, 'piece')}
    </span>
  </li>
)
