/** Pages that lead to /login, and not to /auth, without a session (docs/product/addresses.md#protected-pages). */
const loginPages = ['/inbox', '/filing-cabinet']

/** The sign-in page for a visitor of a protected page. */
export const signInPage = (pathname: string): '/login' | '/auth' =>
  loginPages.includes(pathname.replace(/\/$/, '')) ? '/login' : '/auth'
