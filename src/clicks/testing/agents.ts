/** User agents as browsers and apps on people's phones and computers send them. */
export const peoplesAgents = {
  'Safari on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Safari on a Mac':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'Chrome on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1',
  'Chrome on a Chromebook':
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
  'Firefox on Android': 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0',
  'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Samsung Internet':
    'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  'a phone named Cubot':
    'Mozilla/5.0 (Linux; Android 10; CUBOT X30 Build/QP1A.190711.020) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/113.0.0.0 Mobile Safari/537.36',
  'Silk on a Fire tablet':
    'Mozilla/5.0 (Linux; Android 9; KFMAWI) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120.2.1 like Chrome/120.0.6099.230 Safari/537.36',
  'Opera Mini': 'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10',
  'the Google app':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/300.0.598994205 Mobile/15E148 Safari/604.1',
  'inside Instagram':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 337.0.1.28.86 (iPhone15,2; iOS 17_5_1; en_US; en; scale=3.00; 1179x2556; 612089640)',
  'inside Facebook':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21E236 [FBAN/FBIOS;FBAV/462.0.0.35.71;FBBV/596573226;FBDV/iPhone13,2;FBMD/iPhone;FBSN/iOS;FBSV/17.4.1;FBSS/3;FBID/phone;FBLC/en_US;FBOP/5]',
  'inside TikTok':
    'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 musical_ly_2023501030 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/35.1.3 ByteLocale/en',
  'inside Pinterest':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]',
  'inside Snapchat':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Snapchat/12.60.0.35 (like Safari/8616.1.27.10.16, panda)',
  'inside WeChat':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 15_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.16(0x18001042) NetType/WIFI Language/zh_CN',
  'inside LINE':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/13.14.0',
}

/** User agents of link previews, crawlers, monitors, libraries and driven browsers. */
export const automatedAgents = {
  'WhatsApp’s preview': 'WhatsApp/2.23.20.0 A',
  'iMessage’s preview':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'Facebook’s preview': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'LINE’s preview':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 12_0 like Mac OS X) facebookexternalhit/1.1;line-poker/1.0',
  'X’s preview': 'Twitterbot/1.0',
  'Slack’s preview': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Telegram’s preview': 'TelegramBot (like TwitterBot)',
  'Discord’s preview': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'LinkedIn’s preview':
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Skype’s preview':
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Snapchat’s preview': 'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
  'Viber’s preview': 'Viber/13.3.0.5 CFNetwork/1121.2.2 Darwin/19.3.0',
  'Signal’s preview': 'Signal-Android/7.10.2 Android/34',
  'Outlook’s preview': 'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17628; Pro)',
  'Mastodon’s preview': 'Mastodon/4.2.8 (http.rb/5.1.1; +https://mastodon.social/)',
  'Bluesky’s preview': 'Bluesky Cardyb/1.1; +mailto:support@bsky.app',
  'Reddit’s preview': 'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'KakaoTalk’s preview': 'kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  'Pinterest’s crawler': 'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
  'Gmail’s image proxy':
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'Google on a phone':
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Bing’s crawler': 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Apple’s crawler':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  'a crawler for a model':
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Ahrefs’ crawler': 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  Lighthouse:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 Chrome-Lighthouse',
  'headless Chrome':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/138.0.0.0 Safari/537.36',
  PhantomJS:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
  Puppeteer:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Puppeteer Chrome/120 Safari/537.36',
  curl: 'curl/8.5.0',
  wget: 'Wget/1.21.4',
  Python: 'python-requests/2.32.3',
  Go: 'Go-http-client/2.0',
  axios: 'axios/1.7.2',
  'Node’s fetch': 'node',
  okhttp: 'okhttp/4.12.0',
  'an Android app': 'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A)',
  'a bare Mozilla': 'Mozilla/5.0',
  'blank text': '   ',
}
