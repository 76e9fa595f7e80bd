import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { CoverPhoto } from '../cover-photo.tsx'
import type { Point } from '../point-mark.tsx'
import { nameOf, type OwnListItem, type OwnListPage } from './own-list-data.ts'
import { pointId } from './place-point.tsx'
import { moved, pointAt, stepOf, usePlacePoint } from './points.ts'

type PointStageProps = { list: OwnListPage; items: readonly OwnListItem[] }

/** After the last arrow key, in milliseconds, until a point's place is saved. */
const restMs = 500

/** A look's photo, on which its owner places the points: by finger, mouse or arrow keys. */
export function PointStage({ list, items }: PointStageProps) {
  const { place } = usePlacePoint(list)
  const frame = useRef<HTMLDivElement>(null)
  const [held, hold] = useState<{ id: string; point: Point } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pending = useRef<(() => void) | null>(null)

  /** Saves what the arrow keys have moved. */
  function save() {
    clearTimeout(timer.current)
    pending.current?.()
    pending.current = null
  }
  const saveLeft = useEffectEvent(save)
  useEffect(() => () => saveLeft(), [])

  function drag(event: PointerEvent, id: string) {
    if (event.buttons === 0 || held?.id !== id || !frame.current) return
    hold({ id, point: pointAt(event, frame.current.getBoundingClientRect()) })
  }
  function drop() {
    if (!held) return
    const { id, point } = held
    hold(null)
    const before = items.find((item) => item.id === id)?.point
    if (before?.x !== point.x || before.y !== point.y) void place(id, point)
  }
  function press(event: KeyboardEvent, id: string, point: Point) {
    const step = stepOf(event)
    if (!step) return
    event.preventDefault()
    const next = moved(point, step)
    hold({ id, point: next })
    clearTimeout(timer.current)
    pending.current = () => {
      hold(null)
      void place(id, next)
    }
    timer.current = setTimeout(save, restMs)
  }

  return (
    <div className="stack gap-2">
      <div
        ref={frame}
        className="relative aspect-4/5 touch-manipulation overflow-hidden bg-sunken select-none max-sm:-mx-gutter sm:rounded-[20px] sm:shadow-card sm:ring-1 sm:ring-line"
      >
        <CoverPhoto src={list.cover_url ?? ''} width={0.8} sizes="(min-width: 64rem) 38rem, 100vw" isFirst />
        {items.map((item) => {
          const point = held?.id === item.id ? held.point : item.point
          if (!point) return null
          return (
            <button
              key={item.id}
              id={pointId(item.id)}
              type="button"
              aria-label={`Point ${item.number}: ${nameOf(item)}. Move it with the arrow keys, faster with Shift.`}
              style={{ left: `${point.x / 100}%`, top: `${point.y / 100}%` }}
              className="absolute grid size-11 -translate-1/2 cursor-grab touch-none place-items-center rounded-full -outline-offset-4 active:cursor-grabbing"
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                save()
                hold({ id: item.id, point })
              }}
              onPointerMove={(event) => drag(event, item.id)}
              onPointerUp={drop}
              onPointerCancel={() => hold(null)}
              onBlur={save}
              onKeyDown={(event) => press(event, item.id, point)}
            >
              <span
                data-chosen={held?.id === item.id ? '' : undefined}
                className="item-number num grid size-7.5 place-items-center rounded-full font-display text-nav leading-none! font-semibold"
              >
                {item.number}
              </span>
            </button>
          )
        })}
      </div>
      <p className="text-caption text-ink-3">Drag a point to its thing, or move it with the arrow keys.</p>
    </div>
  )
}
