import { useState } from 'react'
import { Button } from '../ui/button/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { type Crop, firstCrop, zoomed } from './crop.ts'
import { CropStage } from './crop-stage.tsx'
import { type Cropped, cutPicture } from './cut.ts'
import { ZoomSlider } from './zoom-slider.tsx'

type CropDialogProps = {
  /** As `openPicture` returns it; the code that opened it closes it. */
  picture: ImageBitmap
  /** Whether the whole picture is kept beside its square. */
  keepsWhole?: boolean
  /** Of a cover's frame: its height by its width. */
  ratio?: number | undefined
  onCancel: () => void
  onApply: (cropped: Cropped) => void
}

/** Drag a square over the picture (docs/product/pictures.md#crop-image). */
export function CropDialog({ picture, keepsWhole = false, ratio = 1, onCancel, onApply }: CropDialogProps) {
  const [crop, setCrop] = useState<Crop>(() => firstCrop(picture, ratio))
  const [isCutting, setCutting] = useState(false)
  const [failed, setFailed] = useState(false)

  async function apply() {
    setCutting(true)
    try {
      onApply(await cutPicture(picture, crop, keepsWhole))
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
      <p className="text-small text-ink-2">
        {keepsWhole
          ? 'Drag the square over the part that lists should show. The item’s own page shows the whole photo.'
          : ratio === 1
            ? 'Drag the square over the part that should be seen.'
            : 'Drag the frame over the part that should be seen.'}
      </p>
      {failed && <Banner tone="bad">The picture could not be cropped. Please try again.</Banner>}
      <div className="grid place-items-center rounded-lg bg-sunken p-4">
        <CropStage picture={picture} crop={crop} onChange={setCrop} />
      </div>
      <ZoomSlider zoom={crop.zoom} onChange={(zoom) => setCrop((current) => zoomed(current, zoom))} />
    </Dialog>
  )
}
