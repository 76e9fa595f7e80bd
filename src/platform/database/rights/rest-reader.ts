import pg from 'pg'

/** The account as which /rest/v1 reads: it may read the views of schema `rest`, and nothing else (decision 128). */
export const restReader = 'folio_rest'

/** Lets an account act as the reading one, as far as whoever runs this may. */
export const letReadAs = (account: string): string => `
  do $reader$ begin
    grant ${restReader} to ${pg.escapeIdentifier(account)};
  exception when insufficient_privilege or undefined_object then null;
  end $reader$`
