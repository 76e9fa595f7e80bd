import { useEffect } from 'react'
import { copyText } from '../browser/copy-text.ts'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { prepareToasts, toast } from '../ui/feedback/toast.ts'
import { LinkText } from './link-box.tsx'
import { QrSection } from './share-sheet.tsx'
import { ShareWays } from './share-ways.tsx'

type PageSheetProps = {
  /** The page's address on this site: `/maya`. */
  path: string
  title: string
  /** What the QR code's files are called. */
  fileName: string
  onClose: () => void
}

/** The share sheet of a page, such as a storefront. Open as long as it is mounted; load it lazily. */
export function PageSheet({ path, title, fileName, onClose }: PageSheetProps) {
  const link = window.location.origin + path
  useEffect(prepareToasts, [])
  const copy = () =>
    copyText(link).then(
      () => toast.success('Link copied!'),
      () => toast.error('Failed to copy'),
    )
  return (
    <Dialog open onClose={onClose} title="Share">
      <p dir="auto" className="-mt-3 line-clamp-2 text-small text-ink-2">
        {title}
      </p>
      <div className="stack gap-2">
        <LinkText start={`${window.location.host}/`} end={path.slice(1)} />
        <Button variant="primary" block onClick={() => void copy()}>
          Copy Link
        </Button>
      </div>
      <ShareWays shared={{ title, url: link }} onRefused={() => void copy()} />
      <QrSection link={link} fileName={fileName} />
    </Dialog>
  )
}
