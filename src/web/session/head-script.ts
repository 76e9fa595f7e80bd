import { heightKey, heightProperty, listingKeys, rememberedParts, sessionStorageKey } from './head-keys.ts'

/**
 * Runs in the head of every page before anything is drawn. It marks the document when a session is stored, so that
 * nobody signed in sees 'Log in' flash by; when the feed is about to show another list than the server's HTML, which
 * is covered by boxes until then (feed/feed-page.tsx); and when the address brings what a person signs in or sets a
 * password with. It tells how high the people panel and its parts were last. And it holds back the forms that cannot
 * be sent yet, because the app's own script is still on its way (`useEarlySubmit` sends them then). A function, so that
 * the browser's build, which has no use for it, can leave it out.
 */
export const headScript = () => `{let d=document.documentElement.dataset,l,c,v;try{l=localStorage
if(l.getItem('${sessionStorageKey}'))d.session=''
c=new URLSearchParams(location.search)
c=c.has('scope')||c.has('category')?(c.get('scope')||'public')+' '+(c.get('category')||''):sessionStorage.getItem('${listingKeys.feedChoice}'+history.state?.__TSR_key)||(l.getItem('${listingKeys.scope}')||'public')+' '
v=l.getItem('${listingKeys.view}')||'grid'
if(location.pathname=='/feed'&&c+v!='public grid'){d.feed=v;if(c[0]=='f')d.following=''}
for(c of'${rememberedParts}'.split(','))if(v=l.getItem('${heightKey}'+c))document.documentElement.style.setProperty('${heightProperty}'+c,v)}catch{}
if(/[?#&](token_hash|access_token|code)=/.test(location))d.link=''}
addEventListener('submit',e=>{if('waiting'in e.target.dataset){e.preventDefault();e.target.dataset.waiting='submitted'}})`
