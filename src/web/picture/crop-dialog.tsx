import { useEffect, useRef, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import 'react-image-crop/dist/ReactCrop.css'
import './crop.css'
import { cutSquare, firstSquare, type Square } from './square.ts'

/** The picture's longer side on screen, in CSS pixels (docs/product/pictures.md#crop-image). */
const shownSide = 300

/** Smaller squares would give a blurred picture. */
const smallestSide = 40

const labels = {
  cropArea: 'The square. Move it with the arrow keys, faster with Shift.',
  nwDragHandle: 'Top left corner. Resize the square with the arrow keys.',
  neDragHandle: 'Top right corner. Resize the square with the arrow keys.',
  swDragHandle: 'Bottom left corner. Resize the square with the arrow keys.',
  seDragHandle: 'Bottom right corner. Resize the square with the arrow keys.',
  // The cropping tool requires these handles to have names; a square does not use them, and they are not shown.
  nDragHandle: 'Top edge',
  eDragHandle: 'Right edge',
  sDragHandle: 'Bottom edge',
  wDragHandle: 'Left edge',
}

type CropDialogProps = {
  /** As `openPicture` returns it; the code that opened it closes it. */
  picture: ImageBitmap
  onCancel: () => void
  /** Called with the cropped picture, a JPEG of 400 by 400 pixels. */
  onApply: (cropped: Blob) => void
}

/** Drag a square over the picture (docs/product/pictures.md#crop-image). */
export function CropDialog({ picture, onCancel, onApply }: CropDialogProps) {
  const [square, setSquare] = useState<Square>(() => firstSquare(picture))
  const [isCutting, setCutting] = useState(false)
  const [failed, setFailed] = useState(false)

  async function apply() {
    setCutting(true)
    try {
      onApply(await cutSquare(picture, square))
    } catch {
      setFailed(true)
      setCutting(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onCancel}
      title="Crop Image"
      foot={
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" busy={isCutting} onClick={() => void apply()}>
            Apply Crop
          </Button>
        </div>
      }
    >
      <p className="text-small text-ink-2">Drag the square over the part that should be seen.</p>
      {failed && <Banner tone="bad">The picture could not be cropped. Please try again.</Banner>}
      <div className="grid place-items-center rounded-lg bg-sunken p-4">
        <ReactCrop
          className="ReactCrop--no-animate"
          aspect={1}
          keepSelection
          minWidth={smallestSide}
          ariaLabels={labels}
          crop={square}
          onChange={(_pixels, percent) => setSquare(percent)}
        >
          <Shown picture={picture} />
        </ReactCrop>
      </div>
    </Dialog>
  )
}

type ShownProps = { picture: ImageBitmap }

/** The picture at the size it is cropped at, drawn with twice the pixels for sharp screens. */
function Shown({ picture }: ShownProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = shownSide / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(picture, 0, 0, pen.canvas.width, pen.canvas.height)
  }, [picture])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label="The chosen picture"
      width={Math.max(1, Math.round(width * 2))}
      height={Math.max(1, Math.round(height * 2))}
      style={{ width }}
      className="block h-auto max-w-full touch-none"
    />
  )
}
