import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

/** What a public address answers, ready to send: the same bytes for everyone. */
export type Page = {
  status: number
  /** Its media type. */
  type: string
  body: Buffer
  /** Compressed once, when the page is stored; null where it is not. */
  brotli: Buffer | null
  etag: string
  /** To the second; null where it is not known, or may still change within that second. */
  lastModified: Date | null
  /** Null for the policy of every answer, which allows nothing; empty for none, in development. */
  contentSecurityPolicy: string | null
  location: string | null
  /** Until when its prices may be shown, in milliseconds; infinite without any. */
  validUntil: number
  /** The product whose own page it is; null of others. */
  productId: string | null
}

type Parts = Pick<Page, 'status' | 'type'> &
  Partial<Pick<Page, 'lastModified' | 'contentSecurityPolicy' | 'location' | 'validUntil' | 'productId'>> & {
    text: string
    /** Whether it is worth compressing: what is sent once is not. */
    compressed: boolean
  }

const compress = promisify(brotliCompress)

/** What most pages have nothing of. */
export const plainPage = {
  lastModified: null,
  contentSecurityPolicy: null,
  location: null,
  validUntil: Number.POSITIVE_INFINITY,
  productId: null,
} satisfies Partial<Page>

/** A page of its text. Its tag names the state that it shows, so it is the same on every node. */
export async function makePage({ text, compressed, ...parts }: Parts): Promise<Page> {
  return {
    ...plainPage,
    ...parts,
    body: Buffer.from(text),
    // Quality 5 costs about a millisecond a page and is within a few percent of the best.
    brotli: compressed ? await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : null,
    // Weak: the plain and the compressed answer share it (RFC 9110, 8.8.3.3).
    etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
  }
}

/** A redirect to `location`, an address of this site. */
export const redirectPage = (location: string): Promise<Page> =>
  makePage({ status: 301, type: plainText, text: '', compressed: false, location })

/** What is answered in plain words where a document for programs is not there. */
export const missingPage = (): Promise<Page> =>
  makePage({ status: 404, type: plainText, text: 'Not found\n', compressed: false })

const plainText = 'text/plain; charset=utf-8'
