import type { Factor } from '@supabase/auth-js'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { withProof } from '../../api/proof.ts'
import { meQuery } from '../../api/queries.ts'
import { useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { ageText } from '../../format/age-text.ts'
import { useViewerTime } from '../../format/viewer-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { LoadingVeil } from '../../ui/dialog/loading-veil.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { passkeysQuery } from '../passkeys/own-passkeys.ts'
import { sessionsQuery } from '../security/own-sessions.ts'
import { SignOutElsewhere } from '../security/sign-out-elsewhere.tsx'
import { keepSteps } from './lost-steps.tsx'
import { readSteps } from './steps.ts'
import type { TwoStepAct } from './two-step-dialogs.tsx'

const stepsQuery = queryOptions({ queryKey: ['me', 'two-step'], queryFn: readSteps })

const TwoStepDialog = lazyDialog(
  async () => ({ default: (await import('./two-step-dialogs.tsx')).TwoStepDialog }),
  { waiting: LoadingVeil },
)

/** Two-step verification: turned on and off, and its recovery codes. */
export function TwoStepSection() {
  const api = useApi()
  const client = useQueryClient()
  const { data: me } = useQuery(meQuery(api))
  const { data, isError, refetch } = useQuery(stepsQuery)
  const [opened, setOpened] = useState<{ act: TwoStepAct; apps: Factor[] } | null>(null)
  const [hasChanged, setChanged] = useState(false)
  const keeping = useKeeping()
  const open = (act: TwoStepAct, apps = data?.apps ?? []) => setOpened({ act, apps })

  const isOn = (data?.apps.length ?? 0) > 0
  const passkeys = useQuery({ ...passkeysQuery, enabled: data !== undefined && !isOn })
  const hasPasskeys = Array.isArray(passkeys.data) && passkeys.data.length > 0
  return (
    <SettingsSection
      title="Two-step verification"
      anchor="two-step"
      note={
        isOn
          ? 'On. Signing in asks for your password and for a code from your app.'
          : 'Besides your password, signing in asks for a code from an app on your phone. Whoever learns your password cannot get in.'
      }
    >
      {me?.owes_two_steps && (
        <Banner tone="note">
          Admins here sign in with two steps. The admin pages open once you have turned this on, or signed in
          with a passkey.
        </Banner>
      )}
      {me?.steps_drop_at && (
        <Banner
          tone="note"
          action={
            <Button size="sm" busy={keeping.isBusy} onClick={() => void keeping.run()}>
              Keep them
            </Button>
          }
        >
          Somebody said that your phone is lost. Until your passkeys and apps go, nothing is paid out to you.
        </Banner>
      )}
      {isError && (
        <div className="flex flex-wrap items-center gap-3 text-small text-ink-2">
          Failed to load your two-step verification
          <Button onClick={() => void refetch()}>Retry</Button>
        </div>
      )}
      {data && !isOn && (
        <Button className="justify-self-start" onClick={() => open('TurnOn')}>
          Turn on
        </Button>
      )}
      {data && !isOn && hasPasskeys && (
        <>
          <p className="text-small text-ink-2">{codesText(data.codesLeft)}</p>
          <Button className="justify-self-start" onClick={() => open('NewCodes')}>
            New recovery codes
          </Button>
        </>
      )}
      {data && isOn && (
        <>
          <Apps apps={data.apps} onRemove={(app) => open('RemoveApp', [app])} />
          <p className="text-small text-ink-2">{codesText(data.codesLeft)}</p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => open('AddApp')}>Add another app</Button>
            <Button onClick={() => open('NewCodes')}>New recovery codes</Button>
            <Button onClick={() => open('TurnOff')}>Turn off</Button>
          </div>
        </>
      )}
      {hasChanged && <SignOutElsewhere />}
      {opened && (
        <TwoStepDialog
          {...opened}
          onChanged={() => setChanged(true)}
          onClose={() => {
            setOpened(null)
            void client.invalidateQueries({ queryKey: stepsQuery.queryKey })
            void client.invalidateQueries({ queryKey: meQuery(api).queryKey })
            // Turning it on ends sessions elsewhere.
            void client.invalidateQueries({ queryKey: sessionsQuery(api).queryKey })
          }}
        />
      )}
    </SettingsSection>
  )
}

/** Keeps passkeys and apps that were said to be lost. */
function useKeeping() {
  const client = useQueryClient()
  const { queryKey } = meQuery(useApi())
  return useAct({
    send: async () => {
      const { error } = await withProof(keepSteps)
      await client.invalidateQueries({ queryKey })
      // They are kept already.
      if (error && error.code !== 'not_found') throw error
    },
    done: 'Your passkeys and apps stay',
    failed: { title: 'Error', description: 'They were not kept. Please try again.' },
  })
}

type AppsProps = { apps: Factor[]; onRemove: (app: Factor) => void }

/** The apps whose codes let the person in. A single one goes by turning it all off. */
function Apps({ apps, onRemove }: AppsProps) {
  const viewer = useViewerTime()
  return (
    <ul className="surface divide-y overflow-hidden">
      {apps.map((app) => (
        <li key={app.id} className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 gap-y-2 p-3">
          <div className="min-w-0">
            <p className="text-small font-semibold break-words">{app.friendly_name}</p>
            <p className="text-caption text-ink-3">Added {ageText(app.created_at, viewer)}</p>
          </div>
          {apps.length > 1 && (
            <Button size="sm" onClick={() => onRemove(app)}>
              Remove<span className="sr-only"> the app {app.friendly_name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function codesText(left: number | null): string {
  if (left === null) return 'You have no recovery codes. Without them, a lost phone locks you out.'
  if (left === 0) return 'All your recovery codes are used. Make new ones.'
  return `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left, for when you do not have your phone.`
}
