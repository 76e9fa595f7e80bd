import { Banner } from '../ui/feedback/banner.tsx'
import { useAppName } from '../use-app-name.ts'
import type { ProductData } from './product-data.ts'

type HiddenNoticeProps = { hidden: NonNullable<ProductData['hidden']> }

/** Shown to a product's owner when nobody else sees it, with the reason. */
export function HiddenNotice({ hidden }: HiddenNoticeProps) {
  const appName = useAppName()
  return (
    <Banner tone="note">
      <p className="font-semibold text-ink">Hidden by {appName}: only you see this</p>
      <p>
        Reason: <bdi>{hidden.reason}</bdi>
      </p>
    </Banner>
  )
}
