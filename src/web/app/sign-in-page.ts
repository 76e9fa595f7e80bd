/** Pages that lead to /login, and not to /auth, without a session (docs/product/addresses.md#protected-pages). */
const loginPages = ['/inbox', '/filing-cabinet']

/** Where a visitor of a protected page is sent. */
export const signInPage = (pathname: string): '/login' | '/auth' =>
  loginPages.includes(pathname.replace(/\/$/, '')) ? '/login' : '/auth'
