// One chunk: whoever opens one of these pages often needs another, and each name of a chunk is in every page's script.
export { ForgotPage } from './forgot-page.tsx'
export { LoginPage } from './login-page.tsx'
export { ResetPage } from './reset-page.tsx'
export { SignUpPage } from './sign-up-page.tsx'
