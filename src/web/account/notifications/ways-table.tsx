import { type NewsGroup, newsKinds } from '../../../shared/news/kinds.ts'
import {
  comes,
  isChoice,
  offerOf,
  type Way,
  type WayKind,
  wayKinds,
  ways,
} from '../../../shared/news/ways.ts'
import { Switch } from '../../ui/form/toggles.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { kindNames } from './kind-texts.ts'
import { type OwnWays, useWaysActs } from './own-ways.ts'

const wayNames: Record<Way, string> = { app: 'App', mail: 'Mail', push: 'Device' }

const groupOf = (kind: WayKind): NewsGroup => (kind === 'weekly_note' ? 'people' : newsKinds[kind].group)

const groups: { group: NewsGroup; name: string }[] = [
  { group: 'people', name: 'People and your products' },
  { group: 'money', name: 'Money' },
  { group: 'account', name: 'Your account' },
]

type WaysTableProps = { ways: OwnWays }

/** A row for each kind of news, with a switch for each way that may be chosen. */
export function WaysTable({ ways: own }: WaysTableProps) {
  const { choice } = useWaysActs()
  const chosen = (kind: WayKind, way: Way) =>
    own.choices.find((one) => one.kind === kind && one.way === way)?.is_on
  return (
    <SettingsSection
      title="What you hear of"
      note="Mails about your sign-in, payouts and decisions always come, so that nobody can change your account unnoticed."
    >
      <div className="surface overflow-hidden">
        <table className="w-full table-fixed text-small">
          <caption className="sr-only">Your news, and the ways on which they come</caption>
          <colgroup>
            <col />
            {ways.map((way) => (
              <col key={way} className="w-16 sm:w-20" />
            ))}
          </colgroup>
          <thead>
            <tr className="border-b text-caption text-ink-3">
              <th scope="col" className="py-2 ps-4 text-start font-medium">
                News
              </th>
              {ways.map((way) => (
                <th key={way} scope="col" className="py-2 text-center font-medium">
                  {wayNames[way]}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map(({ group, name }) => (
            <tbody key={group} className="divide-y border-t first-of-type:border-t-0">
              <tr>
                <th
                  scope="colgroup"
                  colSpan={4}
                  className="bg-sunken px-4 py-2 text-start text-caption font-semibold"
                >
                  {name}
                </th>
              </tr>
              {wayKinds
                .filter((kind) => groupOf(kind) === group)
                .map((kind) => (
                  <tr key={kind}>
                    <th scope="row" className="py-2 ps-4 pe-1 text-start font-normal">
                      {kindNames[kind]}
                    </th>
                    {ways.map((way) => (
                      <td key={way} className="h-13 px-1 text-center align-middle">
                        {isChoice(kind, way) && (way === 'app' || comes(kind, 'app', chosen(kind, 'app'))) ? (
                          <span className="inline-flex align-middle">
                            <Switch
                              label={`${kindNames[kind]}: ${wayNames[way]}`}
                              checked={comes(kind, way, chosen(kind, way))}
                              busy={choice.current?.kind === kind && choice.current.way === way}
                              onChange={(isOn) => void choice.run({ kind, way, isOn })}
                            />
                          </span>
                        ) : (
                          <Fixed isAlways={offerOf(kind, way) === 'always'} />
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          ))}
        </table>
      </div>
    </SettingsSection>
  )
}

type FixedProps = { isAlways: boolean }

/** What nobody chooses: it always comes, or never. */
const Fixed = ({ isAlways }: FixedProps) =>
  isAlways ? (
    <span className="text-caption text-ink-3">Always</span>
  ) : (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not on this way</span>
    </span>
  )
