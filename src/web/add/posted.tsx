import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useShareSheet } from '../share/use-share-sheet.tsx'
import type { Product } from './add-flow.ts'
import { SuccessStep } from './posting/posted.tsx'
import { useEditDialog } from './use-edit-dialog.tsx'

type PostedProps = { product: Product; onClose: () => void }

/** The posted item, as it stands after any edit, and what its buttons do. */
export function Posted({ product: posted, onClose }: PostedProps) {
  const navigate = useNavigate()
  const from = useLocation({ select: ({ pathname }) => pathname })
  const [product, setProduct] = useState(posted)
  const shortLinkId = product.short_link_id
  const share = useShareSheet(product)
  const edit = useEditDialog(product.id, setProduct)

  function goToItem() {
    onClose()
    void navigate({ to: '/l/$ref', params: { ref: shortLinkId }, state: { fromCreation: true, from } })
  }

  function goHome() {
    onClose()
    void navigate({ to: '/my-folio' })
  }

  return (
    <>
      <SuccessStep
        product={product}
        onGoToItem={goToItem}
        onGoHome={goHome}
        onEdit={() => void edit.open()}
        onShare={() => void share.open()}
      />
      {share.sheet}
      {edit.dialog}
    </>
  )
}
