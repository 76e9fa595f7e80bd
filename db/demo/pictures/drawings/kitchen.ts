import { type Draw, gleam, ground, label } from '../drawing.ts'

export const bottle: Draw = (main, accent) => `${ground(400, 690, 96)}
<path d="M352 150c0-66 96-66 96 0" fill="none" stroke="${accent.dark}" stroke-width="18"/>
<rect x="338" y="140" width="124" height="92" rx="18" fill="${accent.round}"/>
<rect x="346" y="222" width="108" height="40" fill="${accent.deep}"/>
<path d="M346 250h108c0 26 40 30 40 76v322c0 28-18 42-42 42H348c-24 0-42-14-42-42V326c0-46 40-50 40-76Z" fill="${main.round}"/>
<path d="M306 640h188v8c0 28-18 42-42 42H348c-24 0-42-14-42-42Z" fill="#000" opacity=".1"/>
<path d="M366 486l24-36 14 20 10-14 22 30Z" fill="#fff" opacity=".45" stroke="#fff" stroke-width="4" stroke-linejoin="round"/>
${gleam(336, 340, 290)}`

export const jar: Draw = (main, accent) => `${ground(400, 690, 124)}
<rect x="276" y="336" width="248" height="354" rx="48" fill="${main.round}"/>
<path d="M276 400v-16c0-30 20-48 48-48h152c28 0 48 18 48 48v16Z" fill="#fff" opacity=".28"/>
<rect x="300" y="316" width="200" height="30" fill="${main.light}" opacity=".7"/>
<rect x="288" y="250" width="224" height="76" rx="12" fill="${accent.round}"/>
<path d="M288 270h224M288 288h224" stroke="${accent.deep}" stroke-width="3" opacity=".4"/>
${label(276, 446, 248, 156, accent.base)}
<path d="M276 446h248v14H276ZM276 588h248v14H276Z" fill="${accent.light}" opacity=".8"/>
${gleam(300, 380, 260, 0.4)}`

export const tin: Draw = (main, accent) => `${ground(400, 690, 122)}
<rect x="280" y="300" width="240" height="390" rx="14" fill="${main.round}"/>
<rect x="272" y="236" width="256" height="82" rx="12" fill="${main.round}"/>
<path d="M272 304h256v8H272Z" fill="${main.deep}" opacity=".6"/>
<rect x="372" y="212" width="56" height="30" rx="12" fill="${accent.round}"/>
<ellipse cx="400" cy="500" rx="82" ry="112" fill="#FBF6EC"/><ellipse cx="400" cy="500" rx="70" ry="99" fill="none" stroke="${accent.base}" stroke-width="4"/>
<path d="M400 560c-4-60-4-80 0-120M400 520c-30-4-44-22-46-48 28 2 44 18 46 48ZM400 492c26-4 38-20 40-44-24 2-38 16-40 44Z" fill="${main.base}" stroke="${main.base}" stroke-width="5" stroke-linejoin="round"/>
${gleam(304, 340, 310)}`

export const pouch: Draw = (main, accent) => `${ground(400, 690, 146)}
<path d="M262 236h276l16 400c2 36-10 54-42 54H288c-32 0-44-18-42-54Z" fill="${main.slant}"/>
<path d="M262 236h52l-22 454c-32 0-48-18-46-54ZM538 236h-40l26 454c24-2 32-20 30-54Z" fill="#000" opacity=".07"/>
<rect x="252" y="196" width="296" height="66" rx="8" fill="${main.dark}"/><path d="M256 250h288" stroke="${main.deep}" stroke-width="4" stroke-dasharray="12 8"/>
<rect x="232" y="216" width="336" height="20" rx="6" fill="${accent.lying}"/>
<circle cx="400" cy="316" r="17" fill="${main.deep}"/><circle cx="400" cy="316" r="6" fill="${main.light}"/>
${label(300, 386, 200, 216, accent.base)}
<path d="M300 386h200v12H300Z" fill="${accent.base}"/>`

export const pot: Draw = (main, accent) => `${ground(400, 690, 206)}
<path d="M190 500h-44c-18 0-28 10-28 26s10 28 28 28h48M610 500h44c18 0 28 10 28 26s-10 28-28 28h-48" fill="none" stroke="${main.deep}" stroke-width="26" stroke-linecap="round"/>
<path d="M188 446h424v150c0 62-40 94-100 94H288c-60 0-100-32-100-94Z" fill="${main.round}"/>
<path d="M188 452h424v26H188Z" fill="#000" opacity=".16"/>
<path d="M172 440c0-74 100-112 228-112s228 38 228 112Z" fill="${main.round}"/>
<rect x="166" y="428" width="468" height="28" rx="14" fill="${main.round}"/>
<rect x="384" y="300" width="32" height="34" fill="${accent.deep}"/><ellipse cx="400" cy="296" rx="46" ry="22" fill="${accent.round}"/>
<path d="M226 412c20-34 60-52 112-60" stroke="#fff" stroke-width="12" stroke-linecap="round" fill="none" opacity=".4"/>
${gleam(224, 496, 130, 0.26)}`

export const fruitBowl: Draw = (main, accent) => `${ground(400, 690, 150)}
<circle cx="296" cy="444" r="76" fill="${accent.ball}"/><circle cx="506" cy="446" r="74" fill="${accent.ball}"/><circle cx="402" cy="402" r="84" fill="${accent.ball}"/>
<path d="M402 322c4-30 22-46 52-48-2 30-20 46-52 48Z" fill="#55743F"/><path d="M402 326c-2-16 0-26-6-38" stroke="#5A4326" stroke-width="7" stroke-linecap="round" fill="none"/>
<path d="M176 470h448c-6 128-86 196-150 206v14H326v-14c-64-10-144-78-150-206Z" fill="${main.round}"/>
<ellipse cx="400" cy="472" rx="224" ry="20" fill="${main.dark}"/><path d="M176 470c10 34 438 34 448 0v10c-8 34-440 34-448 0Z" fill="${main.pale}"/>
<path d="M206 540c30 16 358 16 388 0" stroke="${main.deep}" stroke-width="5" opacity=".35" fill="none"/>`
