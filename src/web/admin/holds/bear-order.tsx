import { ReasonDialog } from '../parts/reason-dialog.tsx'

type BearOrderProps = {
  /** The hold’s id. */
  id: string
  /** What is held, in words. */
  of: string
  onClose: () => void
}

/**
 * The dialog that has the platform bear what Amazon has not paid of an order
 * (docs/product/payouts.md#what-amazon-has-not-paid).
 */
export default function BearOrder({ id, of, onClose }: BearOrderProps) {
  return (
    <ReasonDialog
      title="Have the platform bear it?"
      confirm="Bear it"
      subject={`bear ${id}`}
      send={(api, body) => api('POST /api/v1/admin/holds/:id/bear', { params: { id }, body })}
      done="The platform bears it"
      failed="Could not have the platform bear it"
      onClose={onClose}
    >
      <p className="text-small text-pretty break-words text-ink-2">
        What is missing of {of} is booked to the platform’s share, and its creator is paid with the next
        payout. This cannot be taken back.
      </p>
    </ReasonDialog>
  )
}
