import { useMemo } from 'react'
import { useViewerTime } from '../../format/viewer-time.ts'
import { Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/toggles.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { type OwnWays, useWaysActs } from './own-ways.ts'

type QuietHoursProps = { ways: OwnWays }

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const usual = { from: 22, to: 7 }

/** For example `10 PM`. */
const hourText = (hour: number) =>
  new Date(Date.UTC(2026, 0, 1, hour)).toLocaleTimeString('en-US', { hour: 'numeric', timeZone: 'UTC' })

/** When nothing disturbs, and by which clock (docs/product/ways.md#quiet-hours). */
export function QuietHours({ ways: { quiet, time_zone } }: QuietHoursProps) {
  const { quiet: change, zone } = useWaysActs()
  const viewer = useViewerTime()
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  const shown = time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const now = viewer?.now.toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: shown })

  return (
    <SettingsSection
      title="Quiet hours"
      note="No messages and no mails of the day come then. What is about your sign-in comes at any hour."
    >
      <div className="surface stack gap-4 p-4">
        <div className="flex items-center justify-between gap-3">
          <p className="text-small font-semibold">Keep quiet at night</p>
          <Switch
            label="Keep quiet at night"
            checked={quiet !== null}
            busy={change.isBusy}
            onChange={(isOn) => void change.run(isOn ? usual : null)}
          />
        </div>
        {quiet && (
          <div className="grid grid-cols-2 gap-3">
            <HourField
              label="From"
              hour={quiet.from}
              other={quiet.to}
              onChange={(from) => void change.run({ ...quiet, from })}
            />
            <HourField
              label="Until"
              hour={quiet.to}
              other={quiet.from}
              onChange={(to) => void change.run({ ...quiet, to })}
            />
          </div>
        )}
        <Field label="Time zone" hint={now && `It is ${now} there. Mails come in the morning.`}>
          <Select value={shown} onChange={({ target }) => void zone.run(target.value)}>
            {!zones.includes(shown) && <option value={shown}>{shown}</option>}
            {zones.map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </SettingsSection>
  )
}

type HourFieldProps = { label: string; hour: number; other: number; onChange: (hour: number) => void }

/** An hour of the day, any but the other end's. */
const HourField = ({ label, hour, other, onChange }: HourFieldProps) => (
  <Field label={label}>
    <Select value={hour} onChange={({ target }) => onChange(Number(target.value))}>
      {hours
        .filter((one) => one !== other)
        .map((one) => (
          <option key={one} value={one}>
            {hourText(one)}
          </option>
        ))}
    </Select>
  </Field>
)
