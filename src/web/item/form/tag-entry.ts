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

/** What is being typed into a tags field, and how it becomes tags. */
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
    // What cannot be a tag stays where it was typed.
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

  /** Enter belongs to the tag, not to the form around it. Backspace takes the last tag back, but not while held down. */
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

  /** Not for a button of the form: it adds or sends by itself, and a new tag would move it from under the pointer. */
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

/** While a word is being composed, Enter is the keyboard's; Safari tells by the key's code alone. */
const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) => nativeEvent.isComposing || keyCode === 229

type TagsOutcome = {
  /** All tags: those there were, then the new ones in the order they were typed. */
  tags: string[]
  added: string[]
  /** Typed, but there already. */
  repeated: string[]
  /** Typed, but more than a tag may have. */
  tooLong: string[]
}

/** As the server limits it; its own check decides. */
const tagMaxLength = 40

/** Said beside what is typed and cannot be a tag. */
export const tagTooLong = `Use at most ${tagMaxLength} characters.`

/** Commas of several scripts, and the line breaks of pasted lists. */
const separator = /[,،，、\r\n]/

/** True for text that holds more than one tag. */
export const isTagList = (text: string): boolean => separator.test(text)

/**
 * Adds what was typed, one tag or several with commas between, to the tags: trimmed, lower-cased, no duplicates
 * (docs/product/add-item.md#tags). What is too long for a tag is refused, and not cut; how many there may be is the
 * form's to tell.
 */
export function addTags(tags: readonly string[], typed: string): TagsOutcome {
  const outcome: TagsOutcome = { tags: [...tags], added: [], repeated: [], tooLong: [] }
  for (const part of typed.split(separator)) {
    const tag = part.trim().toLowerCase()
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

/** What a screen reader is told of an outcome. */
export function announcementOf({ added, repeated }: Pick<TagsOutcome, 'added' | 'repeated'>): string {
  if (added.length > 1) return `${added.length} tags added`
  if (added.length === 1) return `${added[0]} added`
  return repeated.length > 0 ? `${repeated.join(', ')} is already there` : ''
}

/**
 * Has a control finish what it holds before its form is sent: the form's own handler sees what `finish` changed. Where that
 * is not possible nothing is sent, and the control has the focus.
 */
function useBeforeSubmit(control: RefObject<HTMLInputElement | null>, finish: () => boolean): void {
  const latest = useRef(finish)
  useEffect(() => {
    latest.current = finish
  })
  useEffect(() => {
    const form = control.current?.form
    // Capturing: React hears of it only afterwards.
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
