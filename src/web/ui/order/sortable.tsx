import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable'
import {
  type CSSProperties,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

type SortableProps = {
  /** In their order. */
  ids: string[]
  nameOf: (id: string) => string
  /** Asks for the place of one among the others, from 0. */
  onMove: (id: string, to: number) => void
  children: ReactNode
}

type Moves = { nameOf: SortableProps['nameOf']; moveBy: (id: string, by: number) => void }

const MovesContext = createContext<Moves>({ nameOf: String, moveBy: () => {} })

/** The keys speak for themselves, below, so the library's own words for a keyboard are left out. */
const silent = {
  announcements: { onDragStart: none, onDragOver: none, onDragEnd: none, onDragCancel: none },
  screenReaderInstructions: { draggable: '' },
}
function none() {
  return undefined
}

/**
 * Things whose order a person changes, in a row, a column or a grid: by dragging their handles, and with the arrow keys
 * on these. Each uses {@link useSortableItem}.
 */
export function Sortable({ ids, nameOf, onMove, children }: SortableProps) {
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }))
  const [said, setSaid] = useState('')

  function move(id: string, to: number) {
    const from = ids.indexOf(id)
    if (from === -1 || to === from || to < 0 || to >= ids.length) return
    onMove(id, to)
    setSaid(`${nameOf(id)} is now ${to + 1} of ${ids.length}.`)
  }

  function drop({ active, over }: DragEndEvent) {
    if (over) move(String(active.id), ids.indexOf(String(over.id)))
  }

  return (
    <MovesContext value={{ nameOf, moveBy: (id, by) => move(id, ids.indexOf(id) + by) }}>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={silent}
        onDragEnd={drop}
      >
        <SortableContext items={ids} strategy={rectSortingStrategy}>
          {children}
        </SortableContext>
      </DndContext>
      <span role="status" className="sr-only">
        {said}
      </span>
    </MovesContext>
  )
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/**
 * One of the things in a {@link Sortable}: the properties of its element, and those of the button that is its handle.
 */
export function useSortableItem(id: string) {
  const { nameOf, moveBy } = use(MovesContext)
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id,
  })
  const handle = useRef<HTMLButtonElement>(null)
  const isMoved = useRef(false)
  // A moved element loses the focus.
  useLayoutEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    handle.current?.focus()
  })
  const setHandle = useMemo(
    () => (button: HTMLButtonElement | null) => {
      handle.current = button
      setActivatorNodeRef(button)
    },
    [setActivatorNodeRef],
  )

  function press(event: KeyboardEvent) {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    isMoved.current = true
    moveBy(id, by)
  }

  const style: CSSProperties = {
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition,
    ...(isDragging && { zIndex: 1, position: 'relative' }),
  }
  return {
    isDragging,
    item: { ref: setNodeRef, style },
    handle: {
      ...listeners,
      ref: setHandle,
      type: 'button',
      'aria-label': `Move ${nameOf(id)}, with the arrow keys or by dragging`,
      onKeyDown: press,
      // A finger on it drags, and does not scroll.
      className: 'touch-none cursor-grab active:cursor-grabbing',
    } as const,
  }
}
