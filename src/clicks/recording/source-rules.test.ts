import { describe, expect, it } from 'vitest'
import { peoplesAgents } from '../testing/agents.ts'
import { siteOf } from './source-rules.ts'

const from = (referrer: string | null, { agent = '', ownHost = 'folio.example' } = {}) =>
  siteOf({ referrer, userAgent: agent, ownHost })

describe('The site a reader came from (docs/product/clicks.md#where-people-came-from)', () => {
  it.each([
    ['https://www.instagram.com/', 'instagram.com'],
    ['https://l.instagram.com/?u=https%3A%2F%2Ffolio.example&e=AT0secret', 'instagram.com'],
    ['http://m.facebook.com/', 'facebook.com'],
    ['https://lm.facebook.com/l.php?u=x', 'facebook.com'],
    ['https://l.messenger.com/', 'messenger.com'],
    ['https://l.threads.net/', 'threads.com'],
    ['https://l.wl.co/', 'whatsapp.com'],
    ['https://web.whatsapp.com/', 'whatsapp.com'],
    ['https://t.co/a1B2c3', 'x.com'],
    ['https://mobile.twitter.com/someone/status/1', 'x.com'],
    ['https://x.com/', 'x.com'],
    ['https://lnkd.in/abc', 'linkedin.com'],
    ['https://nl.linkedin.com/', 'linkedin.com'],
    ['https://youtu.be/dQw4w9WgXcQ', 'youtube.com'],
    ['https://m.youtube.com/watch?v=1', 'youtube.com'],
    ['https://out.reddit.com/t3_1', 'reddit.com'],
    ['https://old.reddit.com/r/x', 'reddit.com'],
    ['https://vm.tiktok.com/ZM1', 'tiktok.com'],
    ['https://pin.it/abc', 'pinterest.com'],
    ['https://www.pinterest.co.uk/pin/1', 'pinterest.com'],
    ['https://de.pinterest.com/', 'pinterest.com'],
    ['https://web.telegram.org/', 'telegram.org'],
    ['https://t.me/s/channel', 'telegram.org'],
    ['https://go.bsky.app/', 'bsky.app'],
    ['https://www.google.com/', 'google.com'],
    ['https://www.google.co.uk/', 'google.com'],
    ['https://www.google.com.br/', 'google.com'],
    ['https://google.de/', 'google.com'],
    ['https://mail.google.com/', 'mail.google.com'],
    ['https://news.google.com/', 'news.google.com'],
    ['https://cn.bing.com/search?q=mug', 'bing.com'],
    ['https://duckduckgo.com/', 'duckduckgo.com'],
    ['https://yandex.ru/', 'yandex.com'],
    ['https://uk.search.yahoo.com/', 'search.yahoo.com'],
  ])('%s is %s', (referrer, site) => {
    expect(from(referrer)).toBe(site)
  })

  it.each([
    ['https://WWW.Blog.Example/post', 'blog.example'],
    ['https://m.blog.example/', 'blog.example'],
    ['https://amp.blog.example/', 'blog.example'],
    ['https://shop.blog.example:8443/', 'shop.blog.example'],
    ['https://blog.example./', 'blog.example'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://m.co/', 'm.co'],
    ['https://www.gov.uk/', 'gov.uk'],
    ['https://instagram.com.evil.example/', 'instagram.com.evil.example'],
    ['https://notgoogle.com/', 'notgoogle.com'],
    ['https://google.evil.example/', 'google.evil.example'],
    ['https://my--shop-example.cdn.ampproject.org/c/s/my-shop.example/', 'my-shop.example'],
    ['https://www-blog-example.amp.cloudflare.com/', 'blog.example'],
  ])('any other site is its host: %s is %s', (referrer, site) => {
    expect(from(referrer)).toBe(site)
  })

  it.each([
    ['android-app://com.instagram.android/', 'instagram.com'],
    ['android-app://com.google.android.gm/', 'mail.google.com'],
    ['android-app://com.google.android.googlequicksearchbox/https/www.google.com', 'google.com'],
    ['android-app://org.telegram.messenger', 'telegram.org'],
    ['android-app://com.example.unknown/', null],
    ['android-app://constructor/', null],
  ])('an app names its package: %s is %s', (referrer, site) => {
    expect(from(referrer)).toBe(site)
  })

  it.each([
    ['https://folio.example/feed', 'folio.example'],
    ['http://folio.example:3000/l/mug-1a2b', 'folio.example:3000'],
    ['http://localhost:3000/feed', 'localhost:3000'],
    ['http://127.0.0.1:3000/feed', '127.0.0.1:3000'],
    ['http://[::1]:3000/feed', '[::1]:3000'],
  ])('%s is a page of our own at %s', (referrer, ownHost) => {
    expect(from(referrer, { ownHost })).toBe('self')
  })

  it.each([
    '',
    'not an address',
    '/feed',
    'about:client',
    'javascript:alert(1)',
    'chrome-extension://abcdef/page.html',
    'file:///home/me/page.html',
    'http://localhost/',
    'http://intranet/wiki',
    'http://192.0.2.7/',
    'http://[2001:db8::1]/',
    'http://0x7f000001/',
    'https://a..example/',
    'https://blog.example\0.evil/',
    'https://cdn.ampproject.org.1/',
    `https://${'a'.repeat(64)}.${'b'.repeat(200)}.example/`,
    `https://x.example/${'x'.repeat(200_000)}\0`.replace('x.example', `${'x.'.repeat(200)}example`),
    'https://-.cdn.ampproject.org/',
  ])('%j names no site', (referrer) => {
    expect(from(referrer)).toBeNull()
  })

  it('fits the column, whatever is sent', () => {
    expect(from(`https://${'ab.'.repeat(83)}co/`)?.length ?? 0).toBeLessThanOrEqual(253)
  })
})

describe('Without a referrer the app of the browser', () => {
  const expected: Partial<Record<keyof typeof peoplesAgents, string>> = {
    'the Google app': 'google.com',
    'inside Instagram': 'instagram.com',
    'inside Instagram on a Pixel': 'instagram.com',
    'inside Instagram, as it calls itself lately': 'instagram.com',
    'inside Threads': 'threads.com',
    'inside Facebook': 'facebook.com',
    'inside Facebook on Android': 'facebook.com',
    'inside Facebook on a phone whose maker it tells': 'facebook.com',
    'inside Facebook, as it calls itself lately': 'facebook.com',
    'inside Messenger': 'messenger.com',
    'inside Messenger on Android': 'messenger.com',
    'inside WhatsApp': 'whatsapp.com',
    'inside WhatsApp on Android': 'whatsapp.com',
    'inside TikTok': 'tiktok.com',
    'inside TikTok on an iPhone': 'tiktok.com',
    'inside TikTok in Asia': 'tiktok.com',
    'inside Pinterest': 'pinterest.com',
    'inside Snapchat': 'snapchat.com',
    'inside WeChat': 'wechat.com',
    'inside WeChat on Android': 'wechat.com',
    'inside LINE': 'line.me',
    'inside LinkedIn': 'linkedin.com',
    'inside X on an iPhone': 'x.com',
    'inside X on Android': 'x.com',
    'inside Reddit': 'reddit.com',
    'inside Telegram': 'telegram.org',
    'inside KakaoTalk': 'kakao.com',
    'inside Naver': 'naver.com',
  }

  it.each(Object.entries(peoplesAgents))('%s', (name, agent) => {
    expect(from(null, { agent })).toBe(expected[name as keyof typeof peoplesAgents] ?? null)
  })

  it('a referrer with a site comes first; one without a site is ignored', () => {
    const agent = peoplesAgents['inside Instagram']
    expect(from('https://linktr.ee/someone', { agent })).toBe('linktr.ee')
    expect(from('https://folio.example/feed', { agent })).toBe('self')
    expect(from('about:blank', { agent })).toBe('instagram.com')
  })
})
