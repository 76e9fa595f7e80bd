import { useMemo } from 'react'
import { qrCode, qrPath } from './qr-code.ts'

type QrImageProps = { text: string; label: string; className: string }

/** A QR code to scan from the screen: black on white in the dark theme too, since many scanners read nothing else. */
export function QrImage({ text, label, className }: QrImageProps) {
  const code = useMemo(() => qrCode(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.length} ${code.length}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${code.length}v${code.length}H0z`} />
      <path fill="#000" d={qrPath(code)} />
    </svg>
  )
}
