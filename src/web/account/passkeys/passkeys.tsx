import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNearView } from '../../browser/use-near-view.ts'
import { ageText } from '../../format/age-text.ts'
import { useViewerTime } from '../../format/viewer-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { RowSkeleton } from '../row-skeleton.tsx'
import { SignOutElsewhere } from '../security/sign-out-elsewhere.tsx'
import { type Asked, type OwnPasskey, passkeysQuery, usePasskeyChanges } from './own-passkeys.ts'
import { knowsPasskeys } from './passkey-calls.ts'

const PasskeyDialog = lazyPart(() => import('./passkey-dialogs.tsx'))

/** The person's passkeys, with controls to add, rename and remove them. */
export function Passkeys() {
  const part = useRef<HTMLDivElement>(null)
  const isNear = useNearView(part)
  const passkeys = useQuery({ ...passkeysQuery, enabled: isNear })
  return (
    <SettingsSection
      title="Passkeys"
      anchor="passkeys"
      note="Sign in with your fingerprint, your face or your screen lock. No password to type, and none to steal."
    >
      <div ref={part} tabIndex={-1} className="stack gap-3 outline-none">
        {passkeys.data === 'not_offered' && <NotOffered />}
        {Array.isArray(passkeys.data) && <PasskeyList passkeys={passkeys.data} />}
        {passkeys.isPending && <RowSkeleton />}
        {passkeys.isLoadingError && (
          <div role="alert" className="surface flex items-center justify-between gap-3 p-3">
            <p className="text-small text-ink-2">Failed to load your passkeys</p>
            <Button size="sm" busy={passkeys.isFetching} onClick={() => void passkeys.refetch()}>
              Retry
            </Button>
          </div>
        )}
      </div>
    </SettingsSection>
  )
}

const NotOffered = () => (
  <p className="surface p-3 text-small text-ink-2">
    Passkeys are not available here: browsers keep them for sites with a name and HTTPS, and this one is
    opened by a bare address.
  </p>
)

type PasskeyListProps = { passkeys: OwnPasskey[] }

function PasskeyList({ passkeys }: PasskeyListProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const changes = usePasskeyChanges()
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="surface divide-y overflow-hidden">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onAsk={(what) => setAsked({ what, passkey })} />
          ))}
        </ul>
      )}
      {knowsPasskeys() ? (
        <Button className="justify-self-start" busy={changes.isBusy} onClick={() => void changes.add()}>
          Add a passkey
        </Button>
      ) : (
        <p className="text-small text-ink-2">This browser does not support passkeys.</p>
      )}
      {changes.hasDecided && <SignOutElsewhere />}
      {asked && <PasskeyDialog asked={asked} changes={changes} onClose={() => setAsked(null)} />}
    </>
  )
}

type PasskeyRowProps = { passkey: OwnPasskey; onAsk: (what: Asked['what']) => void }

function PasskeyRow({ passkey, onAsk }: PasskeyRowProps) {
  const viewer = useViewerTime()
  const { friendly_name: name = 'Passkey', created_at, last_used_at } = passkey
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 gap-y-2 p-3">
      <div className="min-w-0">
        <p className="text-small font-semibold break-words">{name}</p>
        <p className="text-caption text-ink-3">
          Added {ageText(created_at, viewer)} ·{' '}
          {last_used_at ? `Last used ${ageText(last_used_at, viewer)}` : 'Not used yet'}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => onAsk('rename')}>
          Rename<span className="sr-only"> the passkey {name}</span>
        </Button>
        <Button size="sm" onClick={() => onAsk('remove')}>
          Remove<span className="sr-only"> the passkey {name}</span>
        </Button>
      </div>
    </li>
  )
}
