import { useMemo } from 'react'
import { saveFile } from '../browser/save-file.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { qrCode, qrPath, qrSvg } from './qr-code.ts'
import { qrPng } from './qr-png.ts'

/** Pixels; enough for a printed sticker. */
const fileSize = 1024

type QrSectionProps = { link: string; fileName: string }

/** The link as a QR code, to be scanned from the screen or saved. */
export function QrSection({ link, fileName }: QrSectionProps) {
  const code = useMemo(() => qrCode(link), [link])

  async function savePng() {
    try {
      saveFile(`${fileName}.png`, await qrPng(code, fileSize), 'image/png')
    } catch {
      void toast.error('Error', { description: 'Failed to save the QR code' })
    }
  }

  return (
    <section aria-label="QR code" className="surface flex flex-wrap items-center gap-4 overflow-hidden p-3">
      {/* Black on white in the dark theme, too: many scanners read nothing else. */}
      <svg
        role="img"
        aria-label="QR code of the link"
        viewBox={`0 0 ${code.length} ${code.length}`}
        shapeRendering="crispEdges"
        className="size-38 shrink-0 rounded-sm sm:size-44"
      >
        <path fill="#fff" d={`M0 0h${code.length}v${code.length}H0z`} />
        <path fill="#000" d={qrPath(code)} />
      </svg>
      <div className="stack min-w-28 flex-1 gap-2">
        <p className="text-small font-semibold">QR code</p>
        <p className="text-caption text-ink-3">For stickers, cards and screens.</p>
        <Button size="sm" className="mt-1 justify-self-start" onClick={() => void savePng()}>
          Save PNG
        </Button>
        <Button
          size="sm"
          className="mt-1 justify-self-start"
          onClick={() => saveFile(`${fileName}.svg`, qrSvg(code, fileSize), 'image/svg+xml')}
        >
          Save SVG
        </Button>
      </div>
    </section>
  )
}
