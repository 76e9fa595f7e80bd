import type * as Sdk from '@aws-sdk/client-s3'
import { s3Requests } from '../metrics/counts.ts'
import type { S3Access } from '../settings/read.ts'
import { inSpan } from '../telemetry/spans.ts'
import { traceHeaders } from '../telemetry/trace.ts'

/** One operation on a store that speaks S3. */
export type Step<T> = (sdk: typeof Sdk, client: Sdk.S3Client) => Promise<T>

/** A refusal of the store; without a status if it did not answer at all. */
export type Refusal = { status: number | undefined; headers: Record<string, string> }

/**
 * Runs a step. `expected` returns the result for an expected refusal; if it returns undefined, the step has failed. By
 * then the library has tried three times.
 */
export type Ask = <T>(step: Step<T>, expected?: (refusal: Refusal) => T | undefined) => Promise<T>

/**
 * The connection to a store: Amazon's S3, or any other that speaks its protocol. If a step fails, the error that
 * `failure` makes from the cause is thrown. The SDK is loaded with the first step: it takes 20 MB that a folder never
 * needs.
 */
export function openS3(access: S3Access, failure: (cause: unknown) => Error): Ask {
  let client: Sdk.S3Client | undefined
  return async (step, expected = () => undefined) => {
    const sdk = await import('@aws-sdk/client-s3')
    client ??= connect(sdk, access)
    const asked = client
    try {
      const answer = await inSpan('s3', 'client', {}, () => step(sdk, asked))
      s3Requests.inc({ outcome: 'ok' })
      return answer
    } catch (error) {
      const answer = expected(readRefusal(error))
      s3Requests.inc({ outcome: answer === undefined ? 'failed' : 'refused' })
      if (answer === undefined) throw failure(error)
      return answer
    }
  }
}

function connect(sdk: typeof Sdk, { region, endpoint, credentials }: S3Access): Sdk.S3Client {
  const client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // The signature covers the SHA-256 of the body. Some stores do not know further checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      socketTimeout: 15_000,
    },
  })
  // Before the signature, which covers these headers as well.
  client.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> }
      Object.assign(headers, traceHeaders())
      return next(args)
    },
    { step: 'build', name: 'traceHeaders' },
  )
  return client
}

function readRefusal(error: unknown): Refusal {
  const { $metadata, $response } = error as Partial<Sdk.S3ServiceException>
  return { status: $metadata?.httpStatusCode, headers: $response?.headers ?? {} }
}

/** Removes at most 1000 objects of one bucket. */
export const removeObjects =
  (objects: { Bucket: string; Key: string | undefined }[]): Step<void> =>
  async (sdk, client) => {
    const Bucket = objects[0]?.Bucket
    if (!Bucket) return
    const Delete = { Objects: objects.map(({ Key }) => ({ Key })), Quiet: true }
    const { Errors = [] } = await client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete }))
    if (Errors[0]) throw new Error(`${Errors.length} objects were not deleted: ${Errors[0].Code}`)
  }
