import type * as Sdk from '@aws-sdk/client-s3'
import type { S3Settings } from '../platform/config.ts'
import { AppError } from '../shared/errors.ts'

/** One step with the store. */
export type Step<T> = (sdk: typeof Sdk, client: Sdk.S3Client) => Promise<T>

/** What the store answers instead of doing it; without a status where it did not answer at all. */
export type Refusal = { status: number | undefined; headers: Record<string, string> }

/**
 * Runs a step. `expected` says what a refusal means to it; where that is undefined, the failure is `unavailable`.
 * The library has then tried three times.
 */
export type Ask = <T>(step: Step<T>, expected?: (refusal: Refusal) => T | undefined) => Promise<T>

/** The way to a store. The SDK is loaded with the first step: it takes 20 MB that a folder never needs. */
export function openS3(settings: S3Settings): Ask {
  let client: Sdk.S3Client | undefined
  return async (step, expected = () => undefined) => {
    const sdk = await import('@aws-sdk/client-s3')
    client ??= connect(sdk, settings)
    try {
      return await step(sdk, client)
    } catch (error) {
      const answer = expected(readRefusal(error))
      if (answer === undefined) throw unavailable(error)
      return answer
    }
  }
}

const connect = (sdk: typeof Sdk, { region, endpoint, credentials }: S3Settings) =>
  new sdk.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // The signature covers the SHA-256 of what is sent. Checksums on top of it are unknown to some stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 15_000,
      throwOnRequestTimeout: true,
      socketTimeout: 15_000,
    },
  })

function readRefusal(error: unknown): Refusal {
  const { $metadata, $response } = error as Partial<Sdk.S3ServiceException>
  return { status: $metadata?.httpStatusCode, headers: $response?.headers ?? {} }
}

function unavailable(cause: unknown): AppError {
  const failure = new AppError(
    'unavailable',
    'Pictures are briefly unavailable. Please try again in a moment.',
  )
  failure.cause = cause
  return failure
}
