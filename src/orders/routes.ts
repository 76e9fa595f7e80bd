import { defineRoutes } from '../platform/http/route.ts'
import { ordersContract } from './contract.ts'
import { findPipeline } from './review/service.ts'
import { findRun, type Runs, restartRun, startRun, stopRun } from './runs/service.ts'

type PipelineDependencies = {
  runs: Runs
  /** Associate tag by marketplace. */
  tags: Record<string, string>
}

/** The calls for the pipeline and its runs. */
export const createPipelineRoutes = ({ runs, tags }: PipelineDependencies) =>
  defineRoutes(ordersContract, {
    'GET /api/v1/admin/pipeline': (_input, context) => findPipeline(context, { tags }),
    'POST /api/v1/admin/runs': ({ body }, context) => startRun(context, runs, body.kind),
    'GET /api/v1/admin/runs/:id': ({ params }, context) => findRun(context, params.id),
    'POST /api/v1/admin/runs/:id/stop': ({ params }, context) => stopRun(context, params.id),
    'POST /api/v1/admin/runs/:id/restart': ({ params }, context) => restartRun(context, runs, params.id),
  })
