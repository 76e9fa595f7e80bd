import { useEffect, useState } from 'react'
import { ButtonLink } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { Banner } from '../ui/feedback/banner.tsx'

/** How long the banner stays (docs/product/product-page.md#after-creation). */
const bannerMs = 5_000

/** Right after publishing: 'Product Created! Ready to share.' for 5 s, and a button for the next product. */
export function CreatedNotice() {
  const [isNew, setIsNew] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsNew(false), bannerMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="stack gap-3">
      {isNew && <Banner tone="good">Product Created! Ready to share.</Banner>}
      <ButtonLink to="/my-folio" search={{ add: true }} block>
        <Icon name="add" />
        Add Another Product
      </ButtonLink>
    </div>
  )
}
