import {
  type ChangeEvent,
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  useRef,
  useState,
} from 'react'
import { addTags, announcementOf, isTagList } from '../tags.ts'
import { useBeforeSubmit } from '../use-before-submit.ts'

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
    type('')
    if (outcome.added.length > 0) onChange(outcome.tags)
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

  useBeforeSubmit(input, () => typed && add())

  const onChangeTyped = ({ target }: ChangeEvent<HTMLInputElement>) => type(target.value)
  return {
    addByButton,
    remove,
    field: { ref: input, value: typed, onChange: onChangeTyped, onKeyDown, onPaste, onBlur },
  }
}

/** While a word is being composed, Enter is the keyboard's; Safari tells by the key's code alone. */
const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent) => nativeEvent.isComposing || keyCode === 229
