import clsx from 'clsx'
import { type Dispatch, type KeyboardEvent, type SetStateAction, useEffect, useRef } from 'react'
import { type Corner, type Crop, corners, moved, resized, zoomed } from './crop.ts'
import { useCropGestures } from './use-crop-gestures.ts'
import './crop.css'

const names: Record<Corner, string> = {
  nw: 'Top left corner',
  ne: 'Top right corner',
  sw: 'Bottom left corner',
  se: 'Bottom right corner',
}

type CropStageProps = { picture: ImageBitmap; crop: Crop; onChange: Dispatch<SetStateAction<Crop>> }

/** The picture with the square over it: moved by mouse, fingers and keys (docs/product/pictures.md#crop-image). */
export function CropStage({ picture, crop, onChange }: CropStageProps) {
  const { width, height, square, ratio } = crop
  const stage = useCropGestures(crop, onChange)
  const place = {
    left: percent(square.left, width),
    top: percent(square.top, height),
    width: percent(square.side, width),
    height: percent(square.side * ratio, height),
  }

  function pressInSquare(event: KeyboardEvent) {
    const step = stepOf(event)
    const growth = growths[event.key]
    if (step) onChange((current) => moved(current, step))
    else if (growth) onChange((current) => zoomed(current, current.zoom * growth))
    else return
    event.preventDefault()
  }

  function pressOnCorner(event: KeyboardEvent, corner: Corner) {
    const step = stepOf(event)
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    onChange((current) => resized(current, corner, step))
  }

  return (
    <div {...stage} className="crop-stage" style={{ width, aspectRatio: `${width} / ${height}` }}>
      <CropView picture={picture} crop={crop} />
      <div className="crop-shade">
        <div style={place} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not for moving. */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the arrow keys.
        tabIndex={0}
        aria-label={`The ${ratio === 1 ? 'square' : 'frame'}. Move it with the arrow keys, faster with Shift. Zoom with plus and minus.`}
        data-part="square"
        className="crop-square"
        style={place}
        onKeyDown={pressInSquare}
      >
        {corners.map((corner) => (
          <button
            key={corner}
            type="button"
            aria-label={`${names[corner]}. Resize the ${ratio === 1 ? 'square' : 'frame'} with the arrow keys.`}
            data-part={corner}
            className={clsx('crop-handle', corner)}
            onKeyDown={(event) => pressOnCorner(event, corner)}
          />
        ))}
      </div>
    </div>
  )
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`

/** Plus stands on the key of the equals sign. */
const growths: Record<string, number> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }

const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** How far an arrow key moves, in CSS pixels; undefined for other keys. */
function stepOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent) {
  const direction = directions[key]
  if (!direction) return undefined
  const far = ctrlKey || metaKey ? 100 : shiftKey ? 10 : 1
  return { x: direction[0] * far, y: direction[1] * far }
}

type CropViewProps = { picture: ImageBitmap; crop: Crop }

/** What the window shows of the picture, drawn with twice the pixels for sharp screens. */
function CropView({ picture, crop: { width, height, zoom, left, top } }: CropViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    const scale = picture.width / (width * zoom)
    pen.imageSmoothingQuality = 'high'
    // Transparent parts of another place must not stay.
    pen.clearRect(0, 0, pen.canvas.width, pen.canvas.height)
    pen.drawImage(
      picture,
      left * scale,
      top * scale,
      width * scale,
      height * scale,
      0,
      0,
      pen.canvas.width,
      pen.canvas.height,
    )
  }, [picture, width, height, zoom, left, top])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label="The chosen picture"
      width={Math.max(1, Math.round(width * 2))}
      height={Math.max(1, Math.round(height * 2))}
      className="block size-full"
    />
  )
}
