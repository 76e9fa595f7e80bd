// One chunk: a person who opens one of these pages often needs another, and each chunk's name adds to every page's
// script.
export { LinkPage } from '../link/link-page.tsx'
export { ForgotPage } from '../reset/forgot-page.tsx'
export { ResetPage } from '../reset/reset-page.tsx'
export { UndoPage } from '../undo/undo-page.tsx'
export { LoginPage } from './login-page.tsx'
export { SignUpPage } from './sign-up-page.tsx'
