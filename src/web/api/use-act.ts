import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from '../ui/feedback/toast.ts'
import type { ToastOptions } from '../ui/feedback/toaster.tsx'
import { type Api, ApiError } from './client.ts'
import { useIdempotencyKey } from './idempotency-key.ts'
import { withStepUp } from './proof.ts'
import { queryClient } from './query-client.tsx'
import { proposeInstead } from './second-admin.ts'
import { useApi } from './use-api.ts'

/** Something a person does that changes what the server has. */
export type Act<Input, Answer> = {
  /** Makes the call. Under the key in `extras` a request that is sent again counts once. */
  send: (api: Api, input: Input, extras: { idempotencyKey: string }) => Promise<Answer>
  /** What follows success, such as asking again for what is shown; the act is under way until then. */
  after?: ((answer: Answer, input: Input) => unknown) | undefined
  /** The title of the message of success; none where the screen shows it. */
  done?: string | Message | ((answer: Answer, input: Input) => string | Message) | undefined
  /**
   * The title of the message of a failure, above what the server said unless it has words of its own; none where
   * `onRefused` takes every one.
   */
  failed?: string | Message | ((input: Input, error: unknown) => string | Message) | undefined
  /** Takes a failure that is not to be said in a message, and returns true. */
  onRefused?: Refused | undefined
}

type Message = ToastOptions & { title: string }

type Refused = (error: unknown) => boolean | Promise<boolean>

export type RunningAct<Input> = {
  /** Does it, unless it is under way; resolves to whether it succeeded. `onRefused` comes before the act's own. */
  run: (input: Input, onRefused?: Refused) => Promise<boolean>
  isBusy: boolean
  /** What it is done with while it is under way. */
  current: Input | undefined
}

/**
 * An act, one at a time. Where the server wants the person to prove who they are, a dialog asks for that and the call
 * is made again; where it wants a second admin, the call may be proposed to them, which counts as success. Input that
 * was sent before without an answer goes under the same key.
 */
export function useAct<Answer, Input = void>(act: Act<Input, Answer>): RunningAct<Input> {
  const api = useApi()
  const withKey = useIdempotencyKey()
  const isUnderWay = useRef(false)
  const { mutateAsync, isPending, variables } = useMutation(
    {
      // Without a network it fails and says so, instead of waiting.
      networkMode: 'always',
      mutationFn: async (input: Input) => {
        const answer = await withKey(JSON.stringify(input), (idempotencyKey) =>
          withStepUp(() => act.send(api, input, { idempotencyKey })),
        )
        await act.after?.(answer, input)
        if (act.done) say(typeof act.done === 'function' ? act.done(answer, input) : act.done)
      },
    },
    queryClient(),
  )

  async function run(input: Input, onRefused?: Refused): Promise<boolean> {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    try {
      await mutateAsync(input)
      return true
    } catch (error) {
      if (await proposeInstead(error)) return true
      if ((await onRefused?.(error)) || (await act.onRefused?.(error))) return false
      const failed = typeof act.failed === 'function' ? act.failed(input, error) : act.failed
      if (failed) {
        const { title, ...words } = asMessage(failed)
        void toast.error(title, { description: messageOf(error), ...words })
      }
      return false
    } finally {
      isUnderWay.current = false
    }
  }

  return { run, isBusy: isPending, current: isPending ? variables : undefined }
}

function say(message: string | Message) {
  const { title, ...more } = asMessage(message)
  void toast.success(title, more)
}

const asMessage = (message: string | Message): Message =>
  typeof message === 'string' ? { title: message } : message

/** The message to show for a failed call. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'An unexpected error occurred'

/** For `onRefused`: takes the question that the server asks back (`confirmation_required`), by its details. */
export const onQuestion =
  <Details extends object>(ask: (details: Details) => void): Refused =>
  (error) => {
    if (!(error instanceof ApiError) || error.code !== 'confirmation_required') return false
    ask(error.details as Details)
    return true
  }
