import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { Icon } from '../../ui/button/icon.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { importQuery, newestImportQuery, pipelineQuery } from '../admin-queries.ts'
import type { Import, Pipeline, Run } from '../answers.ts'
import { isWaitingForAdmin } from '../imports/import-texts.ts'
import { useReport } from '../imports/use-report.ts'
import { AdminFailed } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { useRunEnds } from '../runs/run-calls.ts'
import { ImportStep } from './import-step.tsx'
import { calculateView, importRunOf, matchView, nextStep } from './pipeline-state.ts'
import { RunStep } from './run-step.tsx'

/**
 * The panel of the pipeline: import, matching and calculation (docs/product/admin.md#pipeline).
 */
export function AdminPanel() {
  const pipeline = useQuery(pipelineQuery(useApi()))
  return (
    <AdminScreen>
      {pipeline.data && <Steps pipeline={pipeline.data} />}
      {pipeline.isPending && <PanelSkeleton />}
      {pipeline.isLoadingError && (
        <AdminFailed
          error={pipeline.error}
          message="Failed to load the state of the steps"
          retrying={pipeline.isFetching}
          onRetry={() => void pipeline.refetch()}
        />
      )}
    </AdminScreen>
  )
}

type StepsProps = { pipeline: Pipeline }

function Steps({ pipeline }: StepsProps) {
  const batch = useCurrentImport(pipeline)
  const report = useReport(batch)
  useEnds(pipeline, batch?.run ?? null)
  const isDecided = !batch || !isWaitingForAdmin(batch)
  const next = nextStep(pipeline, report.isFresh || !isDecided)
  return (
    <div className="stack gap-4">
      <NoTagNotice marketplaces={pipeline.marketplaces_without_tag} />
      <ImportStep report={report} batch={batch} isNext={next === 'import' && isDecided} />
      <RunStep
        number={2}
        title="Commission matching"
        kind="match"
        action="Match orders"
        view={matchView(pipeline)}
        isNext={next === 'match'}
        figures={matchFigures}
        rests={matchRests}
      />
      <RunStep
        number={3}
        title="Earnings calculation"
        kind="calculate"
        action="Calculate earnings"
        view={calculateView(pipeline)}
        isNext={next === 'calculate'}
        figures={calculationFigures}
        rests={calculationRests}
        note={<WaitsForRate />}
      />
    </div>
  )
}

const matchFigures = ['total', 'matched', 'high_confidence', 'medium_confidence', 'no_match'] as const

const calculationFigures = ['processed'] as const

const matchRests = [
  { name: 'left_alone', text: 'stayed as they are: decided by hand, posted, or no longer in any report.' },
  { name: 'timed_out', text: 'took too long to match, and wait for the next matching.' },
] as const
const calculationRests = [
  { name: 'unchanged', text: 'had nothing new to post, or wait for a rate.' },
] as const

/** How many orders wait for a rate, which admins set elsewhere; nothing where none does. */
function WaitsForRate() {
  const { data } = useQuery(queryOf(useApi(), 'GET /api/v1/admin/rates'))
  if (!data || data.waiting === 0) return null
  return (
    <p className="num text-small">
      <Link to="/admin/rates" className="link">
        {counted(data.waiting, 'order')} {data.waiting === 1 ? 'waits' : 'wait'} for a rate
      </Link>
    </p>
  )
}

/** The import that is under way, else the newest one, so that an admin who returns finds what they left. */
function useCurrentImport(pipeline: Pipeline): Import | undefined {
  const api = useApi()
  const { data: newest } = useQuery(newestImportQuery(api))
  const id = importRunOf(pipeline)?.import_id ?? newest?.id
  return useQuery({ ...importQuery(api, id ?? ''), enabled: id !== undefined }).data
}

function useEnds({ open_runs, last }: Pipeline, ofImport: Run | null) {
  const runs = useMemo(
    () => [...open_runs, last.import, last.match, last.calculate, ofImport],
    [open_runs, last.import, last.match, last.calculate, ofImport],
  )
  useRunEnds(runs)
}

const list = new Intl.ListFormat('en-US')

/** How many marketplaces are named at once; of more, only the number is shown until it is opened. */
const maxNamed = 3

type NoTagNoticeProps = { marketplaces: string[] }

/** Names marketplaces whose links earn nothing (docs/product/product-page.md#shop-on-amazon). */
function NoTagNotice({ marketplaces }: NoTagNoticeProps) {
  if (marketplaces.length === 0) return null
  const names = list.format(marketplaces.map(marketplaceName))
  const isFolded = marketplaces.length > maxNamed
  return (
    <Banner tone="note">
      <b className="font-semibold text-ink">
        Links to {isFolded ? counted(marketplaces.length, 'marketplace') : names} earn nothing.
      </b>{' '}
      They have no associate tag: the server’s setting AMAZON_TAGS gives one to each marketplace.
      {isFolded && (
        <details className="group -mb-2">
          <summary className="-mx-1 flex min-h-11 w-fit list-none items-center gap-1 rounded-sm px-1 font-semibold text-ink [&::-webkit-details-marker]:hidden">
            <Icon name="chevronRight" size={16} className="transition-[rotate] group-open:rotate-90" />
            Which marketplaces
          </summary>
          <p className="pb-2">{names}</p>
        </details>
      )}
    </Banner>
  )
}

const steps = [
  { name: 'import', height: 'h-64' },
  { name: 'match', height: 'h-12' },
  { name: 'calculate', height: 'h-12' },
]

/** The boxes of the three steps. */
function PanelSkeleton() {
  return (
    <LoadingSkeleton label="Loading" className="stack gap-4">
      {steps.map(({ name, height }) => (
        <div key={name} className="surface stack gap-4 p-4">
          <div className="flex items-center gap-3">
            <Skeleton className="size-8 rounded-full" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-5 w-44 rounded-xs" />
              <Skeleton className="h-3 w-60 rounded-xs" />
            </div>
          </div>
          <Skeleton className={`${height} rounded-md`} />
        </div>
      ))}
    </LoadingSkeleton>
  )
}
