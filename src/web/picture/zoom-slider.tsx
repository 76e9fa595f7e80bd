import { largestZoom } from './crop.ts'

type ZoomSliderProps = { zoom: number; onChange: (zoom: number) => void }

/** The zoom of a picture that is being cropped. */
export const ZoomSlider = ({ zoom, onChange }: ZoomSliderProps) => (
  <label className="flex min-h-11 items-center gap-4 text-small font-semibold">
    Zoom
    <input
      type="range"
      min={1}
      max={largestZoom}
      step={0.05}
      value={zoom}
      aria-valuetext={`${zoom.toFixed(1)} times`}
      className="h-11 min-w-0 flex-1 rounded-sm accent-ink"
      onChange={({ target }) => onChange(Number(target.value))}
    />
  </label>
)
