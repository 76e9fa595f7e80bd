import {
  Component,
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { offlineMessage, useReconnect } from '../browser/connection.ts'
import { PartFailed } from './feedback/part-failed.tsx'
import { toast } from './feedback/toast.ts'

type Import<Props> = () => Promise<{ default: ComponentType<Props> }>

type LazyOptions<Props> = {
  /** Shown while the part loads. */
  waiting?: (props: Props) => ReactNode
  /** Shown where it failed, in place of the message with Retry. */
  failed?: (props: Props, onRetry: () => void) => ReactNode
  /** The page works without it: where it fails, `waiting` stays, and no message is shown. */
  isQuiet?: boolean
}

/**
 * A component in a file of its own, loaded when it is first rendered, or before by its `load`, which rejects when
 * loading failed. It is tried again when it is mounted again, when the reader presses Retry, and when the connection
 * returns. The server renders `waiting`.
 */
export function lazyPart<Props extends object>(importIt: Import<Props>, options: LazyOptions<Props> = {}) {
  const part = renewed(importIt)
  const draw = (props: Props): ReactNode => <LazyPart part={part} props={props} {...options} />
  return Object.assign(draw, { load: part.load })
}

/**
 * A component in a file of its own that the server writes into the page all the same: the browser keeps that HTML and
 * takes it up once the file is there, so that a first visit needs less and nothing moves. Where the file cannot be
 * loaded the HTML stays, and its links work. The server loads it before it renders (entry-server.tsx). Within the app
 * `waiting` stands there until the file has come.
 *
 * Its props stay the same objects as long as the data do: React draws HTML anew whose props change before it has taken
 * it up.
 */
export function writtenPart<Props extends object>(
  importIt: Import<Props>,
  waiting?: (props: Props) => ReactNode,
) {
  const part = renewed(importIt, true)
  const draw = memo((props: Props) => {
    const [Part] = useState(() => part.loaded ?? part.next)
    return (
      <Suspense fallback={waiting?.(props)}>
        <Part {...props} />
      </Suspense>
    )
  }) as unknown as ComponentType<Props>
  return Object.assign(draw, { load: part.load })
}

type DialogOptions<Props> = Pick<LazyOptions<Props>, 'waiting'> & {
  /** What happens where it failed, in place of the toast. */
  instead?: (props: Props) => void
}

/** A dialog that is loaded when it is opened. Where that fails a toast says so, and it counts as closed. */
export const lazyDialog = <Props extends { onClose: () => void }>(
  importIt: Import<Props>,
  { waiting, instead = sayNotOpened }: DialogOptions<Props> = {},
) =>
  lazyPart(importIt, {
    waiting,
    failed: (props) => (
      <NotOpened
        onFailed={() => {
          instead(props)
          props.onClose()
        }}
      />
    ),
  })

const sayNotOpened = () => void toast.error('Error', { description: offlineMessage })

function NotOpened({ onFailed }: { onFailed: () => void }) {
  const fail = useEffectEvent(onFailed)
  useEffect(() => fail(), [])
  return null
}

/**
 * React remembers for good that a lazy component failed: `next` is another one after that. One that `staysWaiting`
 * never fails.
 */
function renewed<Props>(importIt: Import<Props>, staysWaiting = false) {
  const load = async () => {
    const script = await importIt()
    part.loaded = script.default
    return script
  }
  const another = (): ComponentType<Props> =>
    lazy(() =>
      load().catch((error: unknown) => {
        part.next = another()
        if (staysWaiting) return new Promise<never>(() => {})
        throw error
      }),
    ) as unknown as ComponentType<Props>
  const part = { load, loaded: null as ComponentType<Props> | null, next: another() }
  return part
}

type LazyPartProps<Props> = LazyOptions<Props> & { part: ReturnType<typeof renewed<Props>>; props: Props }

function LazyPart<Props extends object>({ part, props, waiting, failed, isQuiet }: LazyPartProps<Props>) {
  const [{ Part, attempt }, setTry] = useState({ Part: part.loaded, attempt: 0 })
  useEffect(() => {
    // As a transition: what is shown meanwhile stays until the part is there, for which React would wait 300 ms more.
    startTransition(() => setTry((now) => (now.Part ? now : { ...now, Part: part.next })))
  }, [part])
  const retry = () => startTransition(() => setTry({ Part: part.loaded ?? part.next, attempt: attempt + 1 }))
  useReconnect(() => {
    const isLost = Part !== null && Part !== part.loaded && Part !== part.next
    if (isLost) retry()
  })
  const meanwhile = waiting?.(props)
  const message = failed?.(props, retry) ?? <PartFailed isGone={attempt > 0} onRetry={retry} />
  return (
    <Attempt key={attempt} failed={isQuiet ? meanwhile : message}>
      <Suspense fallback={meanwhile}>{Part ? <Part {...props} /> : meanwhile}</Suspense>
    </Attempt>
  )
}

/** Shows `failed` once what is inside has thrown. */
class Attempt extends Component<{ failed: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }
  override render = () => (this.state.hasFailed ? this.props.failed : this.props.children)
}
