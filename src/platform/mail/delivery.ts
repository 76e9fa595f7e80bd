import type { SendMailOptions } from 'nodemailer'

/** How a composed mail gets on its way. */
export type Delivery = {
  /** Resolves once it is taken. Throws PermanentFailure when that can never be. */
  deliver(mail: SendMailOptions, id: string): Promise<void>
  close(): void
}
