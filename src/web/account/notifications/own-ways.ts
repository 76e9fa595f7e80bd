import { queryOptions } from '@tanstack/react-query'
import type { Way, WayKind } from '../../../shared/news/ways.ts'
import type { AnswerOf, Api } from '../../api/client.ts'
import { queryOf } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.tsx'
import { useAct } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'

export type OwnWays = AnswerOf<'GET /api/v1/me/ways'>

export const waysQuery = (api: Api) => queryOptions(queryOf(api, 'GET /api/v1/me/ways'))

const failed = { title: 'Error', description: 'That was not saved. Please try again.' }

/** Changes what is shown at once, and saves it; a failure puts it back. */
export function useWaysActs() {
  const { queryKey } = waysQuery(useApi())
  const show = (change: (ways: OwnWays) => OwnWays) =>
    queryClient().setQueryData<OwnWays>(queryKey, (ways) => ways && change(ways))
  const reload = () => queryClient().invalidateQueries({ queryKey })

  const choice = useAct({
    send: (api, { kind, way, isOn }: { kind: WayKind; way: Way; isOn: boolean }) => {
      show((ways) => ({
        ...ways,
        choices: [
          ...ways.choices.filter((one) => one.kind !== kind || one.way !== way),
          { kind, way, is_on: isOn },
        ],
      }))
      return api('PUT /api/v1/me/ways/choices/:kind/:way', { params: { kind, way }, body: { is_on: isOn } })
    },
    after: (answer) => show(() => answer),
    failed: () => {
      void reload()
      return failed
    },
  })

  const quiet = useAct({
    send: (api, quiet: OwnWays['quiet']) => {
      show((ways) => ({ ...ways, quiet }))
      return api('PUT /api/v1/me/ways/quiet', { body: { quiet } })
    },
    after: (answer) => show(() => answer),
    failed: () => {
      void reload()
      return failed
    },
  })

  const zone = useAct({
    send: (api, time_zone: string) => {
      show((ways) => ({ ...ways, time_zone }))
      return api('PUT /api/v1/me/ways/zone', { body: { time_zone, by: 'hand' } })
    },
    failed: () => {
      void reload()
      return failed
    },
  })

  const removal = useAct({
    send: (api, { id }: { id: string }) => api('DELETE /api/v1/me/ways/devices/:id', { params: { id } }),
    after: reload,
    done: 'It gets no more messages',
    failed,
  })

  return { choice, quiet, zone, removal, reload }
}
