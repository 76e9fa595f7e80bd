/** Pages that lead to /login, and not to /auth, without a session (docs/product/addresses.md#protected-pages). */
const loginPages = ['/inbox', '/filing-cabinet']

/** Where someone without a session is sent from a protected page. */
export const signInPage = (pathname: string): '/login' | '/auth' =>
  loginPages.includes(pathname.replace(/\/$/, '')) ? '/login' : '/auth'
