import { useEffect } from 'react'
import { saveFile } from '../browser/save-file.ts'
import { useSaveDialog } from '../lists/save/use-save-dialog.tsx'
import { TitleText } from '../look/words.tsx'
import { useSession } from '../session/session.ts'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { prepareToasts, toast } from '../ui/feedback/toast.ts'
import { qrCode, qrPng, qrSvg } from '../ui/qr/qr-code.ts'
import { QrImage } from '../ui/qr/qr-image.tsx'
import { EmbedSection } from './embed-section.tsx'
import { LinkBox } from './link-box.tsx'
import { copyProductLink, productLink, shareFromPage } from './product-link.ts'
import { ShareWays } from './share-ways.tsx'
import { useStoryDialog } from './story/use-story-dialog.tsx'
import { dataOf, type SharedProduct, sharedTitle } from './system-share.ts'

type ShareSheetProps = { product: SharedProduct; onClose: () => void }

/** The share sheet of a product, for visitors and owners. Open as long as it is mounted; load it lazily. */
export function ShareSheet({ product, onClose }: ShareSheetProps) {
  const { short_link_id: shortLinkId } = product
  const link = productLink(shortLinkId)
  useEffect(prepareToasts, [])
  return (
    <Dialog open onClose={onClose} title="Share">
      <p dir="auto" className="-mt-3 line-clamp-2 text-small text-ink-2">
        <TitleText>{sharedTitle(product)}</TitleText>
      </p>
      <div className="stack gap-2">
        <LinkBox shortLinkId={shortLinkId} />
        <Button variant="primary" block onClick={() => void copyProductLink(shortLinkId)}>
          Copy Link
        </Button>
      </div>
      <ShareWays shared={dataOf(product)} onRefused={() => void shareFromPage(shortLinkId)} />
      <SaveToList product={product} />
      <OwnStory product={product} />
      <QrSection link={link} fileName={shortLinkId} />
      <EmbedSection path={`/l/${shortLinkId}`} title={sharedTitle(product)} />
    </Dialog>
  )
}

type SaveToListProps = Pick<ShareSheetProps, 'product'>

/** Into a list of one's own, beside sending it to others. */
function SaveToList({ product }: SaveToListProps) {
  const { open, dialog } = useSaveDialog()
  return (
    <>
      <Button block onClick={() => open({ productIds: [product.id], title: sharedTitle(product) })}>
        <Icon name="save" />
        Save to a list
      </Button>
      {dialog}
    </>
  )
}

/** A story card, offered to the product's owner. */
function OwnStory({ product }: SaveToListProps) {
  const session = useSession()
  const { open, dialog } = useStoryDialog(product.short_link_id)
  if (session.status !== 'signed_in' || session.userId !== product.user_id) return null
  return (
    <>
      <Button block onClick={open}>
        Story card
      </Button>
      {dialog}
    </>
  )
}

/** Pixels; enough for a printed sticker. */
const fileSize = 1024

type QrSectionProps = { link: string; fileName: string }

/** The link as a QR code, to be scanned from the screen or saved. */
export function QrSection({ link, fileName }: QrSectionProps) {
  async function savePng() {
    try {
      saveFile(`${fileName}.png`, await qrPng(qrCode(link), fileSize), 'image/png')
    } catch {
      void toast.error('Error', { description: 'Failed to save the QR code' })
    }
  }

  return (
    <section aria-label="QR code" className="surface flex flex-wrap items-center gap-4 overflow-hidden p-3">
      <QrImage text={link} label="QR code of the link" className="size-38 shrink-0 rounded-sm sm:size-44" />
      <div className="stack min-w-28 flex-1 gap-2">
        <p className="text-small font-semibold">QR code</p>
        <p className="text-caption text-ink-3">For stickers, cards and screens.</p>
        <Button size="sm" className="mt-1 justify-self-start" onClick={() => void savePng()}>
          Save PNG
        </Button>
        <Button
          size="sm"
          className="mt-1 justify-self-start"
          onClick={() => saveFile(`${fileName}.svg`, qrSvg(qrCode(link), fileSize), 'image/svg+xml')}
        >
          Save SVG
        </Button>
      </div>
    </section>
  )
}
