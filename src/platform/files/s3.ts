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

/** What is wrong with a store, and what to do, in sentences (docs/operating.md#pictures-in-s3). */
export function storeTrouble(error: unknown): { says: string; todo: string } {
  const {
    name = '',
    message = '',
    code = '',
  } = (error ?? {}) as { name?: string; message?: string; code?: string }
  const status = readRefusal(error).status
  const found = troubles.find(({ names }) => names.includes(name) || names.includes(code))
  const said = [name, status, message.replace(/\.$/, '')].filter(Boolean).join(' ')
  return found
    ? { says: `${found.says} (${said})`, todo: found.todo }
    : { says: `The store answered: ${said}.`, todo: 'Ask whoever runs it.' }
}

const troubles = [
  {
    names: ['NoSuchBucket'],
    says: 'There is no such bucket.',
    todo: 'Make it there, or check S3_BUCKET and S3_REGION.',
  },
  {
    names: ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken'],
    says: 'The store does not take the key.',
    todo: 'Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
  },
  {
    names: ['CredentialsProviderError'],
    says: 'There is no key for the store.',
    todo: 'Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give this machine a role.',
  },
  {
    names: ['AccessDenied', '403', 'Forbidden'],
    says: 'The key may not do that.',
    todo: 'It needs ListBucket, GetObject, PutObject and DeleteObject for the bucket.',
  },
  {
    names: ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'],
    says: 'The bucket lies in another region.',
    todo: 'Set S3_REGION to that, and S3_ENDPOINT if the store has one of its own there.',
  },
  {
    names: ['RequestTimeTooSkewed'],
    says: 'The clock of this machine is wrong.',
    todo: 'Let it keep its time by NTP.',
  },
  {
    names: ['ECONNREFUSED'],
    says: 'Nothing listens there.',
    todo: 'Check the host and the port of S3_ENDPOINT, and that the store runs.',
  },
  {
    names: ['ENOTFOUND', 'EAI_AGAIN'],
    says: 'The store’s host is not known.',
    todo: 'Check S3_ENDPOINT and S3_REGION.',
  },
  {
    names: ['TimeoutError', 'ETIMEDOUT', 'ECONNRESET'],
    says: 'The store does not answer.',
    todo: 'Check S3_ENDPOINT, and that this machine may reach it.',
  },
]

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
