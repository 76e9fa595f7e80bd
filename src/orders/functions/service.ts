import { Readable } from 'node:stream'
import type { z } from 'zod'
import { type Context, requireAdmin } from '../../platform/context.ts'
import { AppError, invalid } from '../../shared/errors.ts'
import type { calculationResults, importResults, matchResults } from '../contract.ts'
import { createImport, findImport, findImportResults } from '../imports/service.ts'
import { type Runs, startRun } from '../runs/service.ts'
import type { Steps } from './answer.ts'

export { answerFunction } from './answer.ts'

/**
 * Begins an import of a report's text (spec section 7, amazon-import): it is staged, then merged. Throws
 * `validation_failed` for a blank text (spec section 5), and for one that asks how its dates are to be read, which this
 * call cannot answer.
 */
export async function beginImport(
  context: Context,
  runs: Runs,
  text: string,
): Promise<Steps<z.input<typeof importResults>>> {
  requireAdmin(context)
  if (text.trim() === '') throw invalid('csvData', 'Please enter CSV data')
  const { id: importId, run } = await createImport(context, runs, {
    query: { marketplace: 'us', apply: true },
    body: Readable.from([Buffer.from(text)]),
  })
  if (!run) throw new Error(`Import ${importId} was received without a run`)
  return {
    runs,
    // The first of its runs, though the second may have come by now.
    id: run.id,
    next: async (ended) => {
      if (ended.kind === 'merge') return null
      const { state, question, run } = await findImport(context, importId)
      if (question)
        throw new AppError(
          'validation_failed',
          `Dates such as ${question.examples[0]} can be read two ways. Import this report in the Admin Panel, which asks.`,
        )
      return state === 'repeated' ? null : (run?.id ?? null)
    },
    resultsOf: () => findImportResults(context, importId),
  }
}

/** Begins matching (spec section 7, commission-matcher). */
export const beginMatching = (context: Context, runs: Runs): Promise<Steps<z.input<typeof matchResults>>> =>
  begin(context, runs, 'match')

/** Begins calculating (spec section 7, earnings-calculator). */
export const beginCalculating = (
  context: Context,
  runs: Runs,
): Promise<Steps<z.input<typeof calculationResults>>> => begin(context, runs, 'calculate')

async function begin<Results>(
  context: Context,
  runs: Runs,
  kind: 'match' | 'calculate',
): Promise<Steps<Results>> {
  requireAdmin(context)
  const { id } = await startRun(context, runs, kind)
  // A run's results are what its kind of step returns.
  return { runs, id, resultsOf: async ({ results }) => results as Results }
}
