import { sessionStorageKey } from './storage-key.ts'

/**
 * Runs in the head of every page before anything is drawn. It marks the document when a session is stored, so that
 * nobody signed in sees 'Log in' flash by, and when the address brings what a person signs in or sets a password
 * with; and it holds back the forms that cannot be sent yet, because the app's own script is still on its way
 * (`useEarlySubmit` sends them then).
 */
export const headScript = `try{if(localStorage.getItem('${sessionStorageKey}'))document.documentElement.dataset.session=''}catch{}
if(/[?#&](token_hash|access_token|code)=/.test(location))document.documentElement.dataset.link=''
addEventListener('submit',e=>{if('waiting'in e.target.dataset){e.preventDefault();e.target.dataset.waiting='submitted'}})`
