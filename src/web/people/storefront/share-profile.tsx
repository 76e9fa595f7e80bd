import { useState } from 'react'
import { fullName } from '../../../shared/full-name.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import type { ProfileData } from '../profile/load-profile.ts'

const PageSheet = lazyDialog(async () => ({
  default: (await import('../../share/page-sheet.tsx')).PageSheet,
}))

type ShareProfileProps = { profile: ProfileData }

/** Opens the share sheet of the person's page, with its QR code. */
export function ShareProfile({ profile }: ShareProfileProps) {
  const [isOpen, setOpen] = useState(false)
  const { username } = profile
  return (
    <span className="self-end [grid-area:share] lg:self-start lg:pt-4">
      <IconButton
        icon="share"
        label="Share, with QR code"
        className="lg:size-12 lg:rounded-md lg:inset-ring lg:inset-ring-line-strong"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <PageSheet
          path={`/${username}`}
          title={fullName(profile)}
          fileName={username}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}
