import type { Page } from 'playwright-core'

/**
 * The viewer: a visitor, a new account, a creator of the demo, its admin, who has an authenticator app and a passkey, or
 * somebody whose item an admin has hidden.
 */
export type Viewer = 'visitor' | 'newcomer' | 'creator' | 'admin' | 'warned'

type Account = { email: string; password: string }

/** Addresses in the demo, and accounts that a scene signs in with. */
export type Found = {
  product: string
  withoutPicture: string
  profile: string
  newcomer: string
  ownProduct: string
  order: string
  contested: string
  import: string
  hidden: string
  admin: Account
}

/** A screen in one of its states. */
export type Scene = {
  name: string
  as: Viewer
  at: string | ((found: Found) => string)
  /** How the API behaves: it never answers, or it fails. */
  api?: 'waiting' | 'failing'
  /** The button to press before the picture is taken. */
  act?: (page: Page, found: Found) => Promise<unknown>
}
