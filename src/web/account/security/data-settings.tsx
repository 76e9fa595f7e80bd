import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import { appFile } from '../../../shared/export-file.ts'
import type { ApiError } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'
import { saveFile } from '../../browser/save-file.ts'
import { limitText } from '../../format/limit-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { LoadingVeil } from '../../ui/dialog/loading-veil.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { useAppName } from '../../use-app-name.ts'
import type { Me } from '../profile/profile-fields.ts'
import { SettingsScreen } from '../settings/settings-screen.tsx'

const DeleteAccountDialog = lazyDialog(
  async () => ({ default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog }),
  { waiting: LoadingVeil },
)

/** Downloads a copy of all data, and deletes the account (docs/product/profile.md#your-data). */
export const DataSettings = () => (
  <SettingsScreen at="/profile/data">{(me) => <OwnData me={me} />}</SettingsScreen>
)

type OwnDataProps = { me: Me }

export function OwnData({ me }: OwnDataProps) {
  return (
    <div className="stack gap-8">
      <SettingsSection title="Download a copy" note="Everything that is stored about you, as one JSON file.">
        <Download username={me.username} />
        <p className="text-small text-ink-2">
          Your items alone, for a spreadsheet:{' '}
          <Link to="/my-folio/transfer" className="link">
            Import and export
          </Link>
        </p>
      </SettingsSection>
      <SettingsSection title="Delete account" note="For good: nobody can bring it back.">
        <Deletion me={me} />
      </SettingsSection>
    </div>
  )
}

type DownloadProps = { username: string }

function Download({ username }: DownloadProps) {
  const appName = useAppName()
  const { run, isBusy } = useAct({
    send: (api) => api('GET /api/v1/me/export'),
    after: (data) => {
      const name = appFile(appName, `export-${username}-${data.exported_at.slice(0, 10)}.json`)
      saveFile(name, JSON.stringify(data, null, 2), 'application/json')
    },
    failed: (_, error) => ({
      title: 'Error',
      description: hasCode(error, 'rate_limited')
        ? limitText(error as ApiError)
        : 'Failed to download your data. Please try again.',
    }),
  })

  return (
    <Button className="justify-self-start" busy={isBusy} onClick={() => void run()}>
      Download my data
    </Button>
  )
}

function Deletion({ me }: OwnDataProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      {isOpen && <DeleteAccountDialog me={me} onClose={() => setOpen(false)} />}
    </>
  )
}
