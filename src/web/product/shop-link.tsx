import type { MouseEvent } from 'react'
import type { ButtonVariant } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { ButtonAnchor } from '../ui/button-link.tsx'
import { useApi } from '../use-api.ts'
import type { ProductData } from './card-data.ts'
import { recordClick } from './record-click.ts'

type ShopLinkProps = { product: ProductData; variant: ButtonVariant }

/** 'Shop on Amazon': a plain link that nothing delays; the press is recorded beside it (decision: Clicks). */
export function ShopLink({ product, variant }: ShopLinkProps) {
  const api = useApi()
  const record = () => void recordClick(api, product.id, 'outbound')
  const recordMiddle = (event: MouseEvent) => event.button === 1 && record()
  return (
    <ButtonAnchor
      href={product.shop_url}
      target="_blank"
      rel="sponsored nofollow noopener"
      variant={variant}
      size="lg"
      block
      onClick={record}
      onAuxClick={recordMiddle}
    >
      <Icon name="bag" />
      <span>
        Shop on Amazon<span className="sr-only"> (paid link)</span>
      </span>
      <Icon name="external" size={16} />
    </ButtonAnchor>
  )
}
