import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useCacheProfile } from '../../account/profile/use-profile-form.ts'
import { QueryScope } from '../../api/query-client.tsx'
import { useAct } from '../../api/use-act.ts'
import { Button } from '../../ui/button/button.tsx'
import { prepareToasts } from '../../ui/feedback/toast.ts'
import type { Front, ProfileData } from '../profile/load-profile.ts'
import { StorefrontHead } from '../storefront/storefront-head.tsx'
import type { HeadChange } from './changes.ts'
import { CoverEditor } from './cover-editor.tsx'
import { LinksEditor } from './links-editor.tsx'
import { PicksEditor } from './picks-editor.tsx'

type ArrangeStorefrontProps = { profile: ProfileData; front: Front; onDone: () => void }

/** The head of one's own storefront while it is arranged (docs/product/storefront.md#arrange). Loaded lazily. */
export const ArrangeStorefront = (props: ArrangeStorefrontProps) => (
  <QueryScope>
    <Arranging {...props} />
  </QueryScope>
)

function Arranging({ profile: served, front, onDone }: ArrangeStorefrontProps) {
  const router = useRouter()
  const keep = useCacheProfile()
  const [profile, setProfile] = useState(served)
  const [isLeaving, setLeaving] = useState(false)
  const done = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    prepareToasts()
    done.current?.focus({ preventScroll: true })
  }, [])
  const saving = useAct({
    send: (api, body: HeadChange) => api('PATCH /api/v1/me', { body }),
    after: async (me) => {
      setProfile((now) => ({ ...now, cover_url: me.cover_url, links: me.links }))
      await keep(me)
    },
    failed: 'Failed to save',
  })

  async function leave() {
    setLeaving(true)
    await router.invalidate()
    onDone()
  }

  return (
    <>
      <StorefrontHead
        profile={profile}
        cover={<CoverEditor profile={profile} onSave={saving.run} />}
        links={<LinksEditor links={profile.links} onSave={saving.run} />}
      >
        <div className="self-end [grid-area:act] lg:self-start lg:pt-4">
          <Button
            ref={done}
            variant="primary"
            busy={isLeaving}
            className="min-h-11 min-w-28 lg:min-h-12 lg:min-w-32"
            onClick={() => void leave()}
          >
            Done
          </Button>
        </div>
      </StorefrontHead>
      <PicksEditor profile={profile} picks={front.picks} />
    </>
  )
}
