import { useEffect, useRef, useState } from 'react'
import { TextInput } from '../../ui/form/text-input.tsx'

const debounceMs = 300

type ListSearchProps = {
  label: string
  placeholder: string
  maxLength: number
  /** The text the list is searched by now. When Back or a link changes it, the field follows. */
  asked: string
  onAsk: (q: string) => void
}

/** The search field of a list, which searches while one types. Mounted for all answers, so that the focus stays. */
export function ListSearch({ label, placeholder, maxLength, asked, onAsk }: ListSearchProps) {
  const [typed, setTyped] = useState(asked)
  const sent = useRef(asked)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (asked === sent.current) return
    clearTimeout(timer.current)
    sent.current = asked
    setTyped(asked)
  }, [asked])

  function type(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = text.trim()
      onAsk(sent.current)
    }, debounceMs)
  }

  return (
    <search>
      <TextInput
        type="search"
        leadIcon="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        maxLength={maxLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ target }) => type(target.value)}
        // Inside a form it would send that.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </search>
  )
}
