import { type FormEvent, useRef, useState } from 'react'
import { linkTexts, longestLink, maxLinks, readProfileLink } from '../../../shared/fields/profile-links.ts'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { ProfileData } from '../profile/load-profile.ts'
import { LinkSign } from '../storefront/links.tsx'
import { type HeadChange, sayDone } from './changes.ts'

type LinksEditorProps = {
  links: ProfileData['links']
  onSave: (change: HeadChange) => Promise<boolean>
}

/** The links to other places, each added or removed at once. */
export function LinksEditor({ links, onSave }: LinksEditorProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const urls = links.map(({ url }) => url)

  async function save(next: string[], said: string): Promise<boolean> {
    setBusy(true)
    const isSaved = await onSave({ links: next })
    setBusy(false)
    if (isSaved) sayDone(said, () => void onSave({ links: urls }))
    return isSaved
  }

  async function add(event: FormEvent) {
    event.preventDefault()
    const read = readProfileLink(typed)
    const fault = 'fault' in read ? read.fault : urls.length >= maxLinks ? linkTexts.tooMany : undefined
    setError(fault)
    if (fault || 'fault' in read) return input.current?.focus()
    if (urls.includes(read.url) || (await save([...urls, read.url], 'Link added'))) setTyped('')
  }

  return (
    <div className="stack max-w-120 gap-2">
      {links.length > 0 && (
        <ul aria-label="Your links" className="surface rows">
          {links.map(({ url, name, sign }) => (
            <li key={url} className="flex min-h-12 items-center gap-2.5 ps-3">
              <LinkSign sign={sign} />
              <span className="min-w-0 flex-1 truncate text-small" title={url}>
                {url.replace(/^https:\/\/(www\.)?|\/$/g, '')}
              </span>
              <IconButton
                icon="close"
                label={`Remove ${name}`}
                disabled={isBusy}
                onClick={() => {
                  void save(
                    urls.filter((one) => one !== url),
                    'Link removed',
                  )
                  input.current?.focus()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={(event) => void add(event)} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label="Add a link" error={error}>
            <TextInput
              ref={input}
              type="url"
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              maxLength={longestLink}
              placeholder="instagram.com/yourname"
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value)
                setError(undefined)
              }}
            />
          </Field>
        </div>
        <Button type="submit" busy={isBusy} className={error ? 'mb-7' : undefined}>
          Add
        </Button>
      </form>
    </div>
  )
}
