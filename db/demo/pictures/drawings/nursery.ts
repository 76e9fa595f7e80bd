import { type Draw, ground } from '../drawing.ts'

const cube = (x: number, y: number, fill: string, edge: string, mark: string) =>
  `<rect x="${x}" y="${y}" width="146" height="146" rx="14" fill="${fill}"/><rect x="${x + 14}" y="${y + 14}" width="118" height="118" rx="10" fill="none" stroke="${edge}" stroke-width="4" opacity=".4"/>
<g transform="translate(${x + 73} ${y + 73})" fill="#FBF6EC">${mark}</g>`
const moon = '<path d="M14-34a36 36 0 1 0 20 48A30 30 0 0 1 14-34Z"/>'
const star = '<path d="M0-38 10-12 38-10 16 8 24 36 0 20-24 36-16 8-38-10-10-12Z"/>'
const dot = '<circle r="32"/>'

export const blocks: Draw = (main, accent) => `${ground(400, 690, 230)}
${cube(178, 544, main.slant, main.deep, star)}${cube(328, 544, accent.slant, accent.deep, moon)}${cube(478, 544, main.slant, main.deep, dot)}
${cube(252, 394, accent.slant, accent.deep, dot)}<path d="M404 540V466c0-46 34-76 76-76s76 30 76 76v74h-46v-66c0-20-12-32-30-32s-30 12-30 32v66Z" fill="#D79B3A"/><path d="M404 466c0-46 34-76 76-76" stroke="#fff" stroke-width="6" opacity=".4" fill="none"/>
<path d="M325 250l78 138H247Z" fill="${main.base}"/><path d="M325 250l78 138h-40Z" fill="${main.dark}"/>`

const ring = (y: number, width: number, fill: string) =>
  `<rect x="${400 - width / 2}" y="${y}" width="${width}" height="74" rx="37" fill="${fill}"/><rect x="${416 - width / 2}" y="${y + 12}" width="${width * 0.3}" height="12" rx="6" fill="#fff" opacity=".35"/>`

export const rings: Draw = (main, accent) => `${ground(400, 690, 170)}
<rect x="386" y="190" width="28" height="470" rx="12" fill="#C99B66"/><rect x="232" y="640" width="336" height="50" rx="18" fill="#C99B66"/><rect x="232" y="672" width="336" height="18" rx="9" fill="#9B7142"/>
${ring(568, 320, main.round)}${ring(494, 276, accent.round)}${ring(420, 234, '#E6DAC4')}${ring(346, 196, main.round)}${ring(272, 160, accent.round)}<circle cx="400" cy="216" r="50" fill="${main.ball}"/>`

export const bear: Draw = (main, accent) => `${ground(400, 690, 180)}
<circle cx="296" cy="262" r="54" fill="${main.ball}"/><circle cx="504" cy="262" r="54" fill="${main.ball}"/><circle cx="296" cy="264" r="30" fill="${main.pale}"/><circle cx="504" cy="264" r="30" fill="${main.pale}"/>
<ellipse cx="244" cy="540" rx="56" ry="96" transform="rotate(22 244 540)" fill="${main.ball}"/><ellipse cx="556" cy="540" rx="56" ry="96" transform="rotate(-22 556 540)" fill="${main.dark}"/>
<ellipse cx="400" cy="574" rx="150" ry="122" fill="${main.ball}"/><ellipse cx="400" cy="590" rx="88" ry="80" fill="${main.pale}" opacity=".8"/>
<ellipse cx="296" cy="648" rx="68" ry="46" fill="${main.ball}"/><ellipse cx="504" cy="648" rx="68" ry="46" fill="${main.ball}"/><ellipse cx="292" cy="652" rx="34" ry="24" fill="${main.pale}"/><ellipse cx="508" cy="652" rx="34" ry="24" fill="${main.pale}"/>
<circle cx="400" cy="350" r="140" fill="${main.ball}"/><ellipse cx="400" cy="396" rx="66" ry="52" fill="${main.pale}"/><ellipse cx="400" cy="372" rx="22" ry="16" fill="#2a1c14"/><path d="M400 388v20M372 416c14 14 42 14 56 0" stroke="#2a1c14" stroke-width="6" stroke-linecap="round" fill="none"/><circle cx="344" cy="340" r="13" fill="#2a1c14"/><circle cx="456" cy="340" r="13" fill="#2a1c14"/>
<path d="M282 462c70 40 166 40 236 0l10 34c-78 44-178 44-256 0Z" fill="${accent.base}"/><path d="M454 492l58 84-44 8-34-80Z" fill="${accent.dark}"/>`

const wheel = (x: number, hub: string) =>
  `<circle cx="${x}" cy="640" r="50" fill="#B98A58"/><circle cx="${x}" cy="640" r="50" fill="none" stroke="#7c5530" stroke-width="5"/><circle cx="${x}" cy="640" r="16" fill="${hub}"/>`

export const train: Draw = (main, accent) => `${ground(396, 690, 240)}
<rect x="246" y="370" width="62" height="110" fill="${accent.round}"/><path d="M230 352h94l-10 36h-74Z" fill="${accent.dark}"/>
<rect x="170" y="460" width="280" height="150" rx="66" fill="${main.lying}"/><path d="M352 462h16v146h-16ZM300 462h16v146h-16Z" fill="${accent.lying}"/><circle cx="196" cy="535" r="32" fill="${accent.ball}"/>
<rect x="430" y="352" width="190" height="262" rx="14" fill="${main.slant}"/><rect x="408" y="324" width="234" height="42" rx="16" fill="${accent.lying}"/><rect x="474" y="404" width="102" height="92" rx="16" fill="#F6E7C4"/><path d="M474 480l60-76h42v20l-58 72h-44Z" fill="#fff" opacity=".5"/>
<rect x="158" y="596" width="482" height="36" rx="14" fill="${main.dark}"/>${wheel(240, accent.base)}${wheel(388, accent.base)}${wheel(552, accent.base)}
<g fill="#fff" opacity=".55"><circle cx="300" cy="300" r="30"/><circle cx="350" cy="250" r="40"/><circle cx="420" cy="204" r="48"/></g>`

export const petBowl: Draw = (main, accent) => `${ground(400, 690, 236)}
<path d="M234 516c30-60 90-70 120-50 40-40 110-30 130 10 40-14 74 6 86 44Z" fill="#8A5A34"/><g fill="#A9744A"><circle cx="300" cy="502" r="18"/><circle cx="356" cy="490" r="20"/><circle cx="420" cy="484" r="19"/><circle cx="478" cy="498" r="18"/><circle cx="388" cy="510" r="17"/></g>
<path d="M220 524h360l52 144c6 16-2 22-16 22H184c-14 0-22-6-16-22Z" fill="${main.round}"/><rect x="206" y="506" width="388" height="34" rx="17" fill="${main.pale}"/><path d="M170 660l460 0 4 12c4 12-4 18-18 18H184c-14 0-22-6-18-18Z" fill="${accent.base}" opacity=".85"/>
<path d="M342 584a20 20 0 1 1 6 20h104a20 20 0 1 1 6-20 20 20 0 1 1-6 24H348a20 20 0 1 1-6-24Z" transform="translate(0 4)" fill="#FBF6EC"/>`

export const petBed: Draw = (main, accent) => `${ground(400, 690, 270)}
<ellipse cx="400" cy="580" rx="292" ry="112" fill="${main.ball}"/><ellipse cx="400" cy="554" rx="214" ry="66" fill="${main.deep}"/><ellipse cx="400" cy="564" rx="200" ry="56" fill="${accent.pale}"/>
<path d="M520 560c60 0 70-60 30-84" stroke="${accent.deep}" stroke-width="30" stroke-linecap="round" fill="none"/><path d="M270 560c-6-90 60-130 140-130s150 50 136 132c-4 24-40 34-130 34s-142-8-146-36Z" fill="${accent.ball}"/>
<path d="M236 470l8-56 40 30ZM336 440l22-46 22 52Z" fill="${accent.dark}"/><ellipse cx="306" cy="490" rx="78" ry="66" fill="${accent.ball}"/><path d="M272 494c8 10 20 10 26 0M322 492c8 10 20 10 26 0M302 514l8 8 8-8" stroke="#2a1c14" stroke-width="6" stroke-linecap="round" fill="none"/>
<path d="M430 440c8 30 8 60-2 90M476 456c8 26 8 50-2 76" stroke="${accent.deep}" stroke-width="9" opacity=".4" stroke-linecap="round" fill="none"/>
<path d="M112 570c20 110 556 110 576 0v26c-6 126-570 126-576 0Z" fill="${main.down}"/><path d="M150 640c60 40 440 40 500 0" stroke="${main.deep}" stroke-width="5" stroke-dasharray="12 10" opacity=".5" fill="none"/>`

export const ball: Draw = (main, accent) => `${ground(400, 690, 120)}
<circle cx="400" cy="500" r="190" fill="${main.ball}"/><path d="M232 412c80 50 256 50 336 0 14 26 22 56 22 88-100 60-280 60-380 0 0-32 8-62 22-88Z" fill="${accent.base}" opacity=".92"/>
<path d="M232 412c80 50 256 50 336 0M210 500c100 60 280 60 380 0" stroke="#FBF6EC" stroke-width="8" fill="none"/><g transform="translate(400 486)" fill="#FBF6EC">${star}</g><ellipse cx="330" cy="372" rx="44" ry="26" transform="rotate(-34 330 372)" fill="#fff" opacity=".35"/>`
