import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { encoded } from '../../picture/cut.ts'
import { ZoomSlider } from '../../picture/zoom-slider.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { type CoverPart, firstPart, movedPart, pixelsOf, zoomedPart } from './cover-part.ts'

type CoverCropProps = {
  /** The code that opened it closes it. */
  picture: ImageBitmap
  onCancel: () => void
  onApply: (cover: Blob) => void
}

const output = { width: 1600, height: 400 }

const steps: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Chooses the wide part of a picture that is the cover: by dragging it, with the arrow keys, and by zooming. */
export function CoverCrop({ picture, onCancel, onApply }: CoverCropProps) {
  const [part, setPart] = useState<CoverPart>(firstPart)
  const [isCutting, setCutting] = useState(false)
  const [failed, setFailed] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (pen) draw(pen, picture, part)
  }, [picture, part])

  async function apply() {
    setCutting(true)
    try {
      onApply(await encoded(output, (pen) => draw(pen, picture, part)))
    } catch {
      setFailed(true)
      setCutting(false)
    }
  }

  function press(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const far = event.shiftKey ? 0.1 : 0.02
    setPart((now) => movedPart(picture, now, { x: step[0] * far, y: step[1] * far }))
  }

  function drag({ currentTarget, movementX, movementY, buttons }: PointerEvent) {
    if (!buttons) return
    const { clientWidth: width, clientHeight: height } = currentTarget
    setPart((now) => movedPart(picture, now, { x: -movementX / width, y: -movementY / height }))
  }

  return (
    <Dialog
      open
      onClose={onCancel}
      title="Place your cover"
      foot={
        <div className="grid grid-cols-2 gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" busy={isCutting} onClick={() => void apply()}>
            Use this part
          </Button>
        </div>
      }
    >
      <p className="text-small text-ink-2">Drag the picture. Phones show its middle, between the lines.</p>
      {failed && <Banner tone="bad">The picture could not be cropped. Please try again.</Banner>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not for moving. */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys.
        tabIndex={0}
        aria-label="The cover. Move the picture with the arrow keys, faster with Shift."
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        className="relative cursor-grab touch-none overflow-hidden rounded-lg bg-sunken active:cursor-grabbing"
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label="The chosen part"
          width={output.width}
          height={output.height}
          className="block aspect-4/1 w-full"
        />
        {/* What phones show: 390 by 144 pixels of it. */}
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-[16%] end-[16%] border-x-2 border-dashed border-white mix-blend-difference"
        />
      </div>
      <ZoomSlider zoom={part.zoom} onChange={(zoom) => setPart((now) => zoomedPart(picture, now, zoom))} />
    </Dialog>
  )
}

function draw(pen: CanvasRenderingContext2D, picture: ImageBitmap, part: CoverPart) {
  const { left, top, width, height } = pixelsOf(picture, part)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, left, top, width, height, 0, 0, pen.canvas.width, pen.canvas.height)
}
