import { useQuery } from '@tanstack/react-query'
import { type ClipboardEvent, type FormEvent, useId, useState } from 'react'
import { storeText } from '../../add/shared-in.ts'
import { meQuery } from '../../api/queries.ts'
import { useApi } from '../../api/use-api.ts'
import { useOpenAdd } from '../../app/add-button.tsx'
import { Button } from '../../ui/button/button.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'

/** Invites a person without products to paste their first link (docs/product/my-folio.md#a-new-account). */
export function Invitation() {
  const { data: me } = useQuery(meQuery(useApi()))
  return (
    <section
      aria-labelledby="invitation"
      className="surface grid gap-4 overflow-hidden px-4 py-5 sm:grid-cols-[minmax(0,1fr)_16.25rem] sm:items-center sm:px-8 sm:py-6"
    >
      <Fan />
      <div className="sm:row-start-1">
        <h2 id="invitation" className="t-title text-balance">
          What do you tell everyone about
          {me && (
            <>
              , <bdi>{me.first_name}</bdi>
            </>
          )}
          ?
        </h2>
        <p className="mt-1.5 text-ink-2">
          Paste its Amazon link. It gets a page of its own and a short link that earns for you.
        </p>
      </div>
      <LinkForm />
    </section>
  )
}

/** The same field and button as the add dialog, which goes on with the link: after a paste at once. */
function LinkForm() {
  const openAdd = useOpenAdd()
  const [typed, setTyped] = useState('')
  const id = useId()

  function begin(text: string) {
    if (text.trim()) storeText(text)
    setTyped('')
    openAdd()
  }

  function paste(event: ClipboardEvent) {
    // Read from the event, since the field would join the lines.
    const text = event.clipboardData.getData('text')
    if (typed.trim() || !text.trim()) return
    event.preventDefault()
    begin(text)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    begin(typed)
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid gap-2.5 sm:col-span-full sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <label htmlFor={id} className="sr-only">
        Amazon Item URL
      </label>
      <TextInput
        id={id}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={paste}
        placeholder="Amazon Item URL"
        inputMode="url"
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="primary">
        Fetch Item Info
      </Button>
    </form>
  )
}

const pictures = [
  { name: 'vase', place: 'translate-x-4.5 translate-y-2 -rotate-8' },
  { name: 'kettle', place: 'z-1' },
  { name: 'bag', place: '-translate-x-4.5 translate-y-2 rotate-8' },
]

/** Three things that somebody might tell of, fanned out like cards. A low window has no room for them. */
const Fan = () => (
  <div
    aria-hidden="true"
    className="isolate flex h-36 justify-center max-sm:[@media(height<40rem)]:hidden sm:col-start-2"
  >
    {pictures.map(({ name, place }) => (
      <img
        key={name}
        src={`/art/${name}.svg`}
        alt=""
        width={112}
        height={140}
        className={`h-35 w-28 min-w-0 rounded-[14px] object-cover shadow-lift ring-3 ring-card ${place}`}
      />
    ))}
  </div>
)
