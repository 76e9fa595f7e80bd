import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

type Options = {
  tags: readonly string[]
  onChange: (tags: string[]) => void
  onTyped: ((typed: string) => void) | undefined
  announce: (words: string) => void
}

/** The state of a tags field: the typed text, and the handlers that turn it into tags. */
export function useTagEntry({ tags, onChange, onTyped, announce }: Options) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function type(text: string) {
    setTyped(text)
    onTyped?.(text)
  }

  function add(text = typed) {
    const outcome = addTags(tags, text)
    announce(announcementOf(outcome))
    // Text that is too long for a tag stays in the field.
    type(outcome.tooLong.join(', '))
    if (outcome.added.length > 0) onChange(outcome.tags)
    return outcome.tooLong.length === 0
  }

  function addByButton() {
    add()
    input.current?.focus()
  }

  function remove(tag: string) {
    onChange(tags.filter((other) => other !== tag))
    announce(`${tag} removed`)
    input.current?.focus()
  }

  /**
   * Enter adds the tag and does not submit the form. Backspace in an empty field brings the last tag back into it, but
   * not while held down.
   */
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event)) return
    const last = tags.at(-1)
    if (event.key === 'Enter') {
      event.preventDefault()
      add()
    } else if (event.key === 'Backspace' && typed === '' && !event.repeat && last) remove(last)
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!isTagList(pasted)) return
    event.preventDefault()
    add(`${typed},${pasted}`)
  }

  /**
   * Not when the focus moves to a button of the form: it adds or sends by itself, and a new tag would move it from
   * under the pointer.
   */
  function onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLInputElement>) {
    const isOfForm = relatedTarget instanceof HTMLButtonElement && relatedTarget.form === currentTarget.form
    if (typed && !isOfForm) add()
  }

  useBeforeSubmit(input, () => typed === '' || add())

  const onChangeTyped = ({ target }: ChangeEvent<HTMLInputElement>) => type(target.value)
  return {
    addByButton,
    remove,
    problem: addTags(tags, typed).tooLong.length > 0 ? tagTooLong : undefined,
    field: { ref: input, value: typed, onChange: onChangeTyped, onKeyDown, onPaste, onBlur },
  }
}

/** While an input method composes a word, Enter belongs to it; Safari shows this only by the key code. */
const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) => nativeEvent.isComposing || keyCode === 229

type TagsOutcome = {
  /** All tags: those there were, then the new ones in the order they were typed. */
  tags: string[]
  added: string[]
  /** Typed tags that were in the list already. */
  repeated: string[]
  /** Typed texts that are too long for a tag. */
  tooLong: string[]
}

/** The server's limit in characters; the server's own check decides. */
const tagMaxLength = 40

/** The message about a typed text that is too long for a tag. */
export const tagTooLong = `Use at most ${tagMaxLength} characters.`

/** Commas of several scripts, and line breaks, as in pasted lists. */
const separator = /[,،，、\r\n]/

/** True for text that holds more than one tag. */
export const isTagList = (text: string): boolean => separator.test(text)

/**
 * Adds the typed tags, one or several separated by commas: trimmed, lower-cased, no duplicates
 * (docs/product/add-item.md#tags). A text that is too long is refused, not cut; the form checks their number.
 */
export function addTags(tags: readonly string[], typed: string): TagsOutcome {
  const outcome: TagsOutcome = { tags: [...tags], added: [], repeated: [], tooLong: [] }
  for (const part of typed.split(separator)) {
    const tag = part.trim().toLowerCase().normalize('NFC')
    if (tag === '') continue
    if (tag.length > tagMaxLength) outcome.tooLong.push(tag)
    else if (outcome.tags.includes(tag)) outcome.repeated.push(tag)
    else {
      outcome.tags.push(tag)
      outcome.added.push(tag)
    }
  }
  return outcome
}

/** The announcement of an outcome for screen readers. */
export function announcementOf({ added, repeated }: Pick<TagsOutcome, 'added' | 'repeated'>): string {
  if (added.length > 1) return `${added.length} tags added`
  if (added.length === 1) return `${added[0]} added`
  return repeated.length > 0 ? `${repeated.join(', ')} is already there` : ''
}

/**
 * Runs `finish` before the control's form is sent, so that the form's own handler sees the result. Where `finish`
 * returns false, nothing is sent and the control gets the focus.
 */
function useBeforeSubmit(control: RefObject<HTMLInputElement | null>, finish: () => boolean): void {
  const latest = useRef(finish)
  useEffect(() => {
    latest.current = finish
  })
  useEffect(() => {
    const form = control.current?.form
    // In the capture phase, before React's handlers.
    const beforeSubmit = (event: SubmitEvent) => {
      if (flushSync(() => latest.current())) return
      event.preventDefault()
      event.stopPropagation()
      control.current?.focus()
    }
    form?.addEventListener('submit', beforeSubmit, { capture: true })
    return () => form?.removeEventListener('submit', beforeSubmit, { capture: true })
  }, [control])
}
