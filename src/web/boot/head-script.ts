import {
  heightKey,
  heightProperty,
  knownStorageKey,
  listingKeys,
  ownPart,
  rememberedParts,
  sessionStorageKey,
} from './head-keys.ts'

/**
 * Runs in the head of every page before anything is drawn. It marks the document: if a session is stored, so that
 * nobody signed in sees 'Log in' flash by; if somebody has signed in here before; if the feed will show another list
 * than the server's HTML, which a skeleton covers until then (feed/feed-page.tsx); and if the address carries a token
 * for signing in or setting a password. It sets the last heights of the people panel and its parts, and
 * of what a page has for its owner alone. A function, so that
 * the browser's build, which does not need it, can leave it out.
 */
export const headScript = () => `{let d=document.documentElement.dataset,l,c,v;try{l=localStorage
if(l.getItem('${sessionStorageKey}'))d.session=''
if(l.getItem('${knownStorageKey}'))d.known=''
c=new URLSearchParams(location.search)
c=(c.get('scope')||l.getItem('${listingKeys.scope}')||'public')+' '+(c.get('category')||'')
v=l.getItem('${listingKeys.view}')||'grid'
if(location.pathname=='/feed'&&c+v!='public grid'){d.feed=v;if(c[0]=='f')d.following=''}
for(c of'${rememberedParts}'.split(','))if(v=l.getItem('${heightKey}'+c))document.documentElement.style.setProperty('${heightProperty}'+c,v)
if(v=l.getItem('${heightKey}'+location.pathname))document.documentElement.style.setProperty('${heightProperty}${ownPart}',v)}catch{}
if(/[?#&](token_hash|access_token|code)=/.test(location))d.link=''}`
