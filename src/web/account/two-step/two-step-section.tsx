import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { offlineMessage } from '../../browser/connection.ts'
import { meQuery } from '../../queries.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { useApi } from '../../use-api.ts'
import { sessionsQuery } from '../security/own-sessions.ts'
import { SignOutElsewhere } from '../security/sign-out-elsewhere.tsx'
import { readSteps } from './steps.ts'
import type { TwoStepDialogProps } from './two-step-dialogs.tsx'

const stepsQuery = queryOptions({ queryKey: ['me', 'two-step'], queryFn: readSteps })

type DialogName = 'TurnOn' | 'NewCodes' | 'TurnOff'

/** Two-step verification: turned on and off, and its recovery codes. */
export function TwoStepSection() {
  const api = useApi()
  const client = useQueryClient()
  const { data: me } = useQuery(meQuery(api))
  const { data, isError, refetch } = useQuery(stepsQuery)
  const [Dialog, setDialog] = useState<ComponentType<TwoStepDialogProps> | null>(null)
  const [busy, setBusy] = useState<DialogName | null>(null)
  const [last, setLast] = useState<DialogName | null>(null)

  async function open(name: DialogName) {
    setBusy(name)
    try {
      const dialogs = await import('./two-step-dialogs.tsx')
      setDialog(() => dialogs[name])
      setLast(name)
    } catch {
      void toast.error('Error', { description: offlineMessage })
    } finally {
      setBusy(null)
    }
  }

  const isOn = (data?.apps.length ?? 0) > 0
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
      {isError && (
        <div className="flex flex-wrap items-center gap-3 text-small text-ink-2">
          Failed to load your two-step verification
          <Button onClick={() => void refetch()}>Retry</Button>
        </div>
      )}
      {data && !isOn && (
        <Button className="justify-self-start" busy={busy === 'TurnOn'} onClick={() => void open('TurnOn')}>
          Turn on
        </Button>
      )}
      {data && isOn && (
        <>
          <p className="text-small text-ink-2">{codesText(data.codesLeft)}</p>
          <div className="flex flex-wrap gap-2">
            <Button busy={busy === 'NewCodes'} onClick={() => void open('NewCodes')}>
              New recovery codes
            </Button>
            <Button busy={busy === 'TurnOff'} onClick={() => void open('TurnOff')}>
              Turn off
            </Button>
          </div>
        </>
      )}
      {last === 'TurnOff' && data && !isOn && <SignOutElsewhere />}
      {Dialog && (
        <Dialog
          apps={data?.apps ?? []}
          onClose={() => {
            setDialog(null)
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

function codesText(left: number | null): string {
  if (left === null) return 'You have no recovery codes. Without them, a lost phone locks you out.'
  if (left === 0) return 'All your recovery codes are used. Make new ones.'
  return `You have ${left} recovery ${left === 1 ? 'code' : 'codes'} left, for when you do not have your phone.`
}
