import { useEffect, useRef } from 'react'
import { Banner } from '../ui/feedback/banner.tsx'
import type { Confirmation } from './add-flow.ts'
import { OwnedNote } from './posting/owned-note.tsx'

type ConfirmNoticesProps = { step: Confirmation; sampleNoticeId: string }

/** What a person should know before posting: details that are not real, and products that exist already. */
export function ConfirmNotices({ step, sampleNoticeId }: ConfirmNoticesProps) {
  return (
    <>
      {step.item.details === 'sample' && (
        <div id={sampleNoticeId}>
          <Banner tone="note">
            The item’s details could not be loaded, so sample details are shown. Replace them with your own:
            until then, nobody else sees them.
          </Banner>
        </div>
      )}
      {step.arrivedEarlier && <ArrivedEarlierNotice />}
      {/* There from the beginning, so that what fills it later is announced; while empty it takes no gap. */}
      <div role="status" className="empty:absolute">
        <OwnedNote item={step.item} />
      </div>
    </>
  )
}

/** Comes while someone looks at the button at the sheet's end, so it takes the focus. */
function ArrivedEarlierNotice() {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} tabIndex={-1} className="outline-none">
      <Banner tone="note">
        An earlier try did arrive: the item was posted with the details it had then. Post again only if you
        want it twice.
      </Banner>
    </div>
  )
}
