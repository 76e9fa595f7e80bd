import { type Dispatch, type PointerEvent, type SetStateAction, useEffect, useRef } from 'react'
import { type Crop, zoomed } from './crop.ts'
import { cropAfter, type Gesture, type Point } from './crop-gesture.ts'

/** How much a step of a wheel enlarges; a pinch on a touchpad comes as a wheel with the control key, in small steps. */
const growthOfWheel = { wheel: 0.002, pinch: 0.01 }

/**
 * Mouse and fingers on the stage: the square and its corners are dragged, the picture behind is dragged beside it, and
 * zoomed by the wheel or two fingers. Spread the result on the stage.
 */
export function useCropGestures(crop: Crop, onChange: Dispatch<SetStateAction<Crop>>) {
  const stage = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>(null)

  /** Where something is in the window. On a narrow screen the window is shown smaller. */
  function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const box = stage.current?.getBoundingClientRect()
    if (!box) return { x: 0, y: 0 }
    const scale = crop.width / box.width
    return { x: (clientX - box.left) * scale, y: (clientY - box.top) * scale }
  }

  useEffect(() => {
    const element = stage.current
    function turn(event: WheelEvent) {
      event.preventDefault()
      const growth = Math.exp(-event.deltaY * growthOfWheel[event.ctrlKey ? 'pinch' : 'wheel'])
      const at = pointOf(event)
      onChange((current) => zoomed(current, current.zoom * growth, at))
    }
    // React's own listener could not keep the page from scrolling.
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  })

  /** Each finger that comes or goes begins another gesture, from where things are. */
  const begin = (part: string | undefined) => {
    gesture.current = { part, start: crop, from: [...pointers.current.values()] }
  }

  function press(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    stage.current?.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, pointOf(event))
    begin((event.target as Element).closest<HTMLElement>('[data-part]')?.dataset.part)
  }

  function drag(event: PointerEvent) {
    if (!gesture.current || !pointers.current.has(event.pointerId)) return
    pointers.current.set(event.pointerId, pointOf(event))
    onChange(cropAfter(gesture.current, [...pointers.current.values()]))
  }

  function release(event: PointerEvent) {
    pointers.current.delete(event.pointerId)
    // The finger that stays goes on with the picture: what it held may have moved away from it.
    if (pointers.current.size > 0) begin(undefined)
    else gesture.current = null
  }

  return {
    ref: stage,
    onPointerDown: press,
    onPointerMove: drag,
    onPointerUp: release,
    onPointerCancel: release,
  }
}
