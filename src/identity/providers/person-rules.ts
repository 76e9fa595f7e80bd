import { z } from 'zod'
import { fullName, longestName } from '../../shared/full-name.ts'
import { hasVisibleCharacter, withoutTurns } from '../../shared/text.ts'
import { email } from '../contract.ts'
import type { ProviderName } from './contract.ts'

/** A person as a provider knows them. */
export type ProviderPerson = {
  provider: ProviderName
  /** The provider's own key of this person, which never changes (claim `sub`). */
  subject: string
  /** The address in lower case, if the provider has verified it. */
  verifiedEmail: string | null
  /** Whether the provider itself assigns that address, so that it speaks for its present owner. */
  isAuthority: boolean
  names: { firstName: string; lastName: string }
  /** The stored claims. */
  identityData: Record<string, string | boolean>
}

const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)

const claimsShape = z.object({
  iss: z.string(),
  // OpenID Connect Core, section 2: at most 255 ASCII characters.
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  email: optional(email),
  // Apple sends it as text.
  email_verified: z
    .enum(['true'])
    .or(z.literal(true))
    .transform(() => true)
    .catch(false),
  /** The Google Workspace that the account belongs to. */
  hd: optional(z.string().min(1)),
  given_name: optional(z.string()),
  family_name: optional(z.string()),
  name: optional(z.string()),
  picture: optional(z.url({ protocol: /^https$/ }).max(500)),
})

const appleUser = z.object({
  name: z.object({ firstName: optional(z.string()), lastName: optional(z.string()) }),
})

/**
 * Reads the claims of a checked ID token, and Apple's form about the person. Null if they do not identify anybody.
 * Names are cut to the length that a profile allows; without a name, the address gives one.
 */
export function readPerson(
  provider: ProviderName,
  claims: unknown,
  user: string | undefined,
): ProviderPerson | null {
  const read = claimsShape.safeParse(claims).data
  if (!read) return null
  const { iss, sub, picture } = read
  const verifiedEmail = read.email_verified ? (read.email ?? null) : null
  const names = namesOf(read, user)
  const name = fullName({ first_name: names.firstName, last_name: names.lastName })
  return {
    provider,
    subject: sub,
    verifiedEmail,
    isAuthority: verifiedEmail !== null && isAuthority(provider, verifiedEmail, read.hd),
    names: names.firstName ? names : { firstName: nameFromEmail(read.email), lastName: '' },
    identityData: {
      iss,
      sub,
      ...(read.email && { email: read.email }),
      email_verified: verifiedEmail !== null,
      ...(name && { name }),
      ...(picture && { picture }),
    },
  }
}

/**
 * Google is the authority for Gmail and the domains that it hosts, Apple for its relay. For any other address a
 * provider only knows that somebody once had it (Google, "Authenticate with a backend server").
 */
function isAuthority(provider: ProviderName, email: string, hostedDomain: string | undefined): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (provider === 'apple') return domain === relayDomain
  return domain === 'gmail.com' || domain === 'googlemail.com' || hostedDomain !== undefined
}

type Claims = z.output<typeof claimsShape>

function namesOf(claims: Claims, user: string | undefined) {
  const inParts = { firstName: tidyName(claims.given_name), lastName: tidyName(claims.family_name) }
  const candidates = [inParts, splitName(tidyName(claims.name)), namesInForm(user)]
  const { firstName, lastName } = candidates.find(isNamed) ?? inParts
  // Some people have only a family name.
  return firstName ? { firstName, lastName } : { firstName: lastName, lastName: '' }
}

const isNamed = (names: { firstName: string; lastName: string }) => Boolean(names.firstName || names.lastName)

function namesInForm(user: string | undefined) {
  const name = appleUser.safeParse(parsedJson(user)).data?.name
  return { firstName: tidyName(name?.firstName), lastName: tidyName(name?.lastName) }
}

function parsedJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** The last word is the family name. */
function splitName(name: string) {
  const words = name.split(' ')
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}

/** The text as one line that a profile accepts; empty if nothing in it is visible. */
function tidyName(text = ''): string {
  const line = withoutTurns(text)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const cut = line
    .slice(0, longestName)
    .replace(/\p{Cs}$/u, '')
    .trim()
  return hasVisibleCharacter(cut) ? cut : ''
}

const relayDomain = 'privaterelay.appleid.com'

/** An address that Apple made to hide the person's own is no name. */
const nameFromEmail = (address = ''): string =>
  address.endsWith(`@${relayDomain}`) ? 'Creator' : tidyName(address.split('@')[0]) || 'Creator'
