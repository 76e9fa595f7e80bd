import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAct } from '../../api/use-act.ts'
import { ageText } from '../../format/age-text.ts'
import { useViewerTime } from '../../format/viewer-time.ts'
import { Button } from '../../ui/button/button.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { type OwnWays, useWaysActs } from './own-ways.ts'
import { readPushState, turnPushOff, turnPushOn } from './push-calls.ts'

type PushDevicesProps = { ways: OwnWays }

/** This browser, and the others that get messages (docs/product/ways.md#messages-of-browsers). */
export function PushDevices({ ways: { push_key, devices } }: PushDevicesProps) {
  const viewer = useViewerTime()
  const { removal } = useWaysActs()
  const others = devices.filter(({ is_current }) => !is_current)
  return (
    <SettingsSection
      title="Messages on your devices"
      note="They say what has happened, never how much. A device gets them until you sign out there."
    >
      <ul className="surface divide-y overflow-hidden">
        <li className="flex min-h-16 flex-wrap items-center gap-3 px-4 py-3">
          <ThisDevice pushKey={push_key} own={devices.find(({ is_current }) => is_current)} />
        </li>
        {others.map(({ id, device, added_at }) => (
          <li key={id} className="flex min-h-16 items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="text-small font-semibold">{device}</p>
              <p className="text-caption text-ink-3">Added {ageText(added_at, viewer)}</p>
            </div>
            <Button size="sm" busy={removal.current?.id === id} onClick={() => void removal.run({ id })}>
              Remove<span className="sr-only"> {device}</span>
            </Button>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

type ThisDeviceProps = { pushKey: string; own: OwnWays['devices'][number] | undefined }

function ThisDevice({ pushKey, own }: ThisDeviceProps) {
  const { removal, reload } = useWaysActs()
  const { data: state, refetch } = useQuery({
    queryKey: ['push-state', pushKey],
    queryFn: () => readPushState(pushKey),
    staleTime: 0,
  })
  // A first visit registers the worker once its page is at rest.
  useEffect(() => void navigator.serviceWorker?.ready.then(() => refetch()), [refetch])
  const start = useAct({
    send: (api) => turnPushOn(api, pushKey),
    after: () => Promise.all([refetch(), reload()]),
    failed: { title: 'Error', description: 'This browser could not be added. Please try again.' },
  })
  const end = useAct({
    send: () => turnPushOff(),
    after: async () => {
      if (own) await removal.run(own)
      await refetch()
    },
    failed: { title: 'Error', description: 'This browser could not be removed. Please try again.' },
  })
  const isOn = state === 'on' && own !== undefined
  return (
    <>
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-small font-semibold">This device</p>
        <p className="text-caption text-ink-3">{state ? texts[isOn ? 'on' : state] : '\u00a0'}</p>
      </div>
      {isOn && (
        <Button size="sm" busy={end.isBusy} onClick={() => void end.run()}>
          Turn off
        </Button>
      )}
      {!isOn && (state === 'off' || state === 'on') && (
        <Button size="sm" variant="primary" busy={start.isBusy} onClick={() => void start.run()}>
          Notify me on this device
        </Button>
      )}
    </>
  )
}

const texts = {
  unsupported: 'This browser cannot show messages. On an iPhone, add the site to the home screen first.',
  blocked: 'This browser blocks messages of this site. Allow them in its settings, then come back.',
  off: 'It shows no messages.',
  on: 'It shows messages.',
}
