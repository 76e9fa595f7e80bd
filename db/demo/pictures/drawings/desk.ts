import { type Draw, gleam, ground, label } from '../drawing.ts'

export const cushion: Draw = (main, accent) => `${ground(400, 686, 214)}
<g transform="rotate(-3 400 460)"><path d="M206 244c-14-30 8-50 38-42 100 24 212 24 312 0 30-8 52 12 38 42-18 150-18 262 0 400 12 30-10 50-40 42-104-22-204-22-308 0-30 8-52-12-40-42 18-138 18-250 0-400Z" fill="${main.slant}"/>
<g fill="none" stroke="${accent.base}" opacity=".9"><path d="M296 216c10 150 10 310 0 462" stroke-width="16"/><path d="M336 220c8 150 8 300 0 454" stroke-width="5"/><path d="M504 216c-10 150-10 310 0 462" stroke-width="16"/><path d="M464 220c-8 150-8 300 0 454" stroke-width="5"/></g>
<path d="M232 260c80 40 120 110 130 190M570 640c-70-30-110-90-120-150" stroke="${main.deep}" stroke-width="10" opacity=".2" fill="none" stroke-linecap="round"/>
<path d="M224 234c100 26 250 26 352 0" stroke="#fff" stroke-width="8" opacity=".3" fill="none" stroke-linecap="round"/></g>`

export const clock: Draw = (main, accent) => `${ground(400, 690, 140)}
<path d="M300 620 262 690M500 620l38 70" stroke="${main.deep}" stroke-width="22" stroke-linecap="round"/>
<path d="M376 300c-4-60 52-60 48 0" stroke="${accent.dark}" stroke-width="14" fill="none"/><path d="M400 316v-40" stroke="${accent.deep}" stroke-width="10"/>
<path d="M222 356a76 76 0 0 1 112-84Z" fill="${accent.ball}"/><path d="M578 356a76 76 0 0 0-112-84Z" fill="${accent.ball}"/>
<circle cx="400" cy="486" r="184" fill="${main.ball}"/><circle cx="400" cy="486" r="150" fill="${main.deep}"/><circle cx="400" cy="488" r="146" fill="#FBF6EA"/>
<path d="${Array.from({ length: 12 }, (_, i) => {
  const [x, y] = [Math.sin(i * 0.5236), -Math.cos(i * 0.5236)]
  return `M${(400 + x * 112).toFixed(1)} ${(488 + y * 112).toFixed(1)}L${(400 + x * 128).toFixed(1)} ${(488 + y * 128).toFixed(1)}`
}).join('')}" stroke="#2b2a27" stroke-width="8" stroke-linecap="round"/>
<path d="M400 488 352 412" stroke="#1f1e1b" stroke-width="13" stroke-linecap="round"/><path d="M400 488l70-70" stroke="#1f1e1b" stroke-width="9" stroke-linecap="round"/><path d="M400 488l10 84" stroke="${accent.base}" stroke-width="5" stroke-linecap="round"/><circle cx="400" cy="488" r="12" fill="#1f1e1b"/>
<path d="M286 420c20-46 50-70 92-80" stroke="#fff" stroke-width="14" stroke-linecap="round" fill="none" opacity=".6"/>`

export const camera: Draw = (main, accent) => `${ground(400, 690, 206)}
<rect x="340" y="266" width="120" height="80" rx="16" fill="${main.dark}"/><rect x="214" y="300" width="70" height="50" rx="14" fill="${accent.round}"/>
<path d="M236 330h328c40 0 58 18 58 58v240c0 40-20 62-60 62H238c-40 0-60-22-60-62V388c0-40 18-58 58-58Z" fill="${main.slant}"/>
<path d="M178 600h444v28c0 40-20 62-60 62H238c-40 0-60-22-60-62Z" fill="${main.dark}"/><rect x="250" y="640" width="300" height="12" rx="6" fill="${main.deep}"/>
<circle cx="400" cy="490" r="128" fill="${main.pale}"/><circle cx="400" cy="490" r="112" fill="#2a2927"/><circle cx="400" cy="490" r="86" fill="#454340"/><circle cx="400" cy="490" r="62" fill="#1b1c22"/><circle cx="400" cy="490" r="44" fill="#32405a"/><circle cx="380" cy="468" r="16" fill="#fff" opacity=".55"/><circle cx="424" cy="510" r="7" fill="#fff" opacity=".35"/>
<rect x="508" y="364" width="78" height="50" rx="10" fill="#F2EEE6"/><rect x="508" y="364" width="78" height="50" rx="10" fill="none" stroke="${main.deep}" stroke-width="4"/><circle cx="246" cy="400" r="24" fill="#2a2927"/><circle cx="240" cy="394" r="7" fill="#fff" opacity=".5"/>
<path d="M178 560h88v14h-88ZM534 560h88v14h-88Z" fill="${accent.base}"/><path d="M178 578h80v10h-80ZM542 578h80v10h-80Z" fill="${accent.pale}"/>`

const bud = (x: number, y: number, turn: number, main: Parameters<Draw>[0], accent: Parameters<Draw>[1]) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-6" y="-6" width="40" height="150" rx="20" fill="${main.round}"/><rect x="4" y="128" width="20" height="16" rx="6" fill="${main.deep}"/><circle r="52" fill="${main.ball}"/><path d="M-40-28c-30 0-44 16-44 34s16 32 46 28c-16-16-18-42-2-62Z" fill="${accent.base}"/></g>`

export const earbuds: Draw = (main, accent) => `${ground(440, 690, 150)}${ground(230, 690, 90)}
<rect x="296" y="300" width="330" height="390" rx="120" fill="${main.round}"/><path d="M296 452h330" stroke="${main.deep}" stroke-width="5" opacity=".55"/><rect x="424" y="446" width="74" height="14" rx="7" fill="${main.deep}" opacity=".5"/><circle cx="461" cy="520" r="8" fill="${accent.light}"/>
<path d="M336 400c10-44 40-66 84-70" stroke="#fff" stroke-width="14" stroke-linecap="round" fill="none" opacity=".7"/>
${bud(206, 520, 14, main, accent)}${bud(300, 556, -8, main, accent)}`

const key = (x: number, y: number, width: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="50" rx="9" fill="${fill}"/><rect x="${x + 5}" y="${y + 3}" width="${width - 10}" height="38" rx="8" fill="#fff" opacity=".16"/>`

export const keyboard: Draw = (
  main,
  accent,
) => `<rect x="126" y="286" width="580" height="270" rx="30" fill="#1a1008" opacity=".2"/>
<rect x="110" y="262" width="580" height="270" rx="30" fill="${main.slant}"/><rect x="126" y="276" width="548" height="242" rx="18" fill="${main.deep}"/>
${[0, 1, 2, 3].map((row) => Array.from({ length: 9 }, (_, i) => key(134 + i * 60, 284 + row * 58, 54, i === 8 || (row === 0 && i === 0) ? accent.base : row % 2 ? main.light : main.pale)).join('')).join('')}
${key(254, 458, 234, accent.light)}`

export const notebook: Draw = (main, accent) => `${ground(400, 690, 190)}
<g transform="rotate(-5 400 420)"><path d="M560 172l20 14v490l-20 10Z" fill="#E6DBC4"/><rect x="246" y="164" width="318" height="524" rx="16" fill="${main.slant}"/><rect x="246" y="164" width="34" height="524" rx="12" fill="#000" opacity=".14"/>
<rect x="506" y="164" width="18" height="524" fill="${accent.base}"/><path d="M430 688v38l-13-12-13 12v-38Z" fill="${accent.dark}"/>${label(326, 262, 136, 112, accent.base)}</g>
<g transform="rotate(2 470 690)"><path d="M300 676h300v18H300Z" fill="${accent.lying}"/><path d="M600 676l38 9-38 9Z" fill="#E5C79C"/><path d="M624 682l14 3-14 3Z" fill="#2b2a27"/><rect x="282" y="676" width="20" height="18" fill="#D98C8C"/></g>`

const pencil = (x: number, height: number, turn: number, fill: string) =>
  `<g transform="rotate(${turn} ${x} 560)"><rect x="${x - 13}" y="${560 - height}" width="26" height="${height}" fill="${fill}"/><path d="M${x - 13} ${560 - height}l13-36 13 36Z" fill="#E5C79C"/><path d="M${x - 5} ${546 - height}l5-22 5 22Z" fill="#2b2a27"/><rect x="${x + 4}" y="${560 - height}" width="9" height="${height}" fill="#000" opacity=".14"/></g>`

export const pencils: Draw = (main, accent) => `${ground(400, 690, 112)}
${pencil(330, 300, -10, accent.base)}${pencil(378, 350, -3, '#D79B3A')}${pencil(424, 280, 4, accent.dark)}${pencil(466, 330, 11, '#98AC8E')}
<path d="M280 440h240l-14 220c-2 20-14 30-34 30H328c-20 0-32-10-34-30Z" fill="${main.round}"/><ellipse cx="400" cy="440" rx="120" ry="18" fill="${main.deep}" opacity=".55"/><path d="M280 440c0 22 240 22 240 0v12c-2 22-238 22-240 0Z" fill="${main.pale}"/>
<path d="M288 570h224M290 590h220" stroke="${accent.base}" stroke-width="7" opacity=".8"/>${gleam(310, 480, 170, 0.3)}`
