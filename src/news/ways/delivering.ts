import type { Context } from '../../platform/context.ts'

/** Sends an account its news. There is no other way yet than the app, where they lie already. */
export async function deliver(_context: Omit<Context, 'actor'>, _of: { user_id: string }): Promise<void> {}
