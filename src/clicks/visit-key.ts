import { hash } from 'node:crypto'
import type { ClickKind } from './contract.ts'

/**
 * By what a repeat is known (decision: outcomes of clicks): the first 16 bytes of a digest of visitor (a hash in
 * hexadecimal), product and kind, in hexadecimal. Migration 0016 makes the same of visits from before it.
 */
export const visitKey = (visitor: string, productId: string, kind: ClickKind): string =>
  hash('sha256', `${visitor} ${productId.toLowerCase()} ${kind}`, 'hex').slice(0, 32)
