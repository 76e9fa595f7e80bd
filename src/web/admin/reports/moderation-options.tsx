import { useRouter } from '@tanstack/react-router'
import { DecisionButtons } from './decision-buttons.tsx'
import { type AccountToDecide, ofAccount, ofList, ofProduct, type ProductToDecide } from './decisions.ts'

type ModerationOptionsProps = {
  product?: ProductToDecide
  list?: { id: string }
  account?: Omit<AccountToDecide, 'is_admin' | 'suspended'>
}

/** An admin's decisions on what the page shows (docs/product/moderation.md#deciding). */
export function ModerationOptions({ product, list, account }: ModerationOptionsProps) {
  const router = useRouter()
  // A list whose page is shown is not hidden, and an account is not suspended. The server refuses to suspend an admin,
  // with the reason.
  const decisions = [
    ...(product ? [ofProduct(product)] : []),
    ...(list ? [ofList({ ...list, hidden: null })] : []),
    ...(account ? ofAccount({ ...account, suspended: null, is_admin: false }) : []),
  ]
  return (
    <section aria-label="For admins" className="stack gap-2 rounded-md p-4 inset-ring inset-ring-line-strong">
      <p className="text-caption text-ink-3">Only admins see this</p>
      <DecisionButtons decisions={decisions} onDone={() => void router.invalidate()} />
    </section>
  )
}
