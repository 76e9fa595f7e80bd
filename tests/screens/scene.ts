import type { Page } from 'playwright-core'
import type { Report } from './reports.ts'

/**
 * The viewer: a visitor, a new account, a creator of the demo, its admin, who has an authenticator app and a passkey,
 * or somebody whose item an admin has hidden.
 */
export type Viewer = 'visitor' | 'newcomer' | 'creator' | 'admin' | 'warned'

/** Somebody's words: their name, and what they write of a product. */
export type Newcomer = {
  first: string
  last: string
  product: { title: string; user_comment: string; description: string; tags: string[] }
}

type Account = { email: string; password: string }

/** Addresses in the demo, and accounts that a scene signs in with. */
export type Found = {
  product: string
  /** A product whose page shows others of its creator and other people who share it. */
  doorway: string
  profile: string
  /** Of the creator who is a viewer, as the own things below. */
  storefront: string
  list: string
  look: string
  ownList: string
  ownLook: string
  /** Products with a heart in the browser of a visitor. */
  liked: string[]
  newcomer: string
  ownProduct: string
  order: string
  contested: string
  disagreeing: string
  /** The orders that the newest matching matched. */
  matched: string
  import: string
  /** The newest payout run, and the newest month of the books that is over. */
  payout: string
  bookMonth: string
  hidden: string
  admin: Account
  /** Has somebody sign up and share a product, once, and returns where both are shown. */
  joins: (newcomer: Newcomer) => Promise<{ profile: string; product: string }>
  /** Sends a report once, and returns the address of its import. */
  report: (report: Report) => Promise<string>
}

/** What is done with a screen before its picture is taken. */
export type Act = (page: Page, found: Found) => Promise<unknown>

/** A screen in one of its states. */
export type Scene = {
  name: string
  as: Viewer
  at: string | ((found: Found) => string | Promise<string>)
  /** How the API behaves: it never answers, or it fails. */
  api?: 'waiting' | 'failing'
  /** Prepares the page before the screen is opened. */
  before?: Act
  /** The button to press before the picture is taken. */
  act?: Act
}
