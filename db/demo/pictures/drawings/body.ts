import { type Draw, gleam, ground, label } from '../drawing.ts'

const weight = (x: number, y: number, main: { lying: string; deep: string; pale: string }) =>
  `<path d="M${x} ${y + 38}l22-38h72l22 38v84l-22 38h-72l-22-38Z" fill="${main.lying}"/>
<path d="M${x} ${y + 38}h116M${x} ${y + 122}h116" stroke="${main.deep}" stroke-width="3" opacity=".6"/>
<path d="M${x + 22} ${y + 6}h72" stroke="${main.pale}" stroke-width="6" opacity=".5"/>`

const bell = (x: number, y: number, main: Parameters<Draw>[0], accent: Parameters<Draw>[1]) =>
  `<rect x="${x + 100}" y="${y + 62}" width="190" height="36" rx="12" fill="${accent.lying}"/>
<path d="${Array.from({ length: 12 }, (_, i) => `M${x + 140 + i * 10} ${y + 64}v32`).join('')}" stroke="${accent.deep}" stroke-width="2" opacity=".5"/>
${weight(x, y, main)}${weight(x + 276, y, main)}`

export const dumbbell: Draw = (main, accent) => `${ground(404, 690, 230)}
<g transform="translate(0 8) rotate(-4 400 500)">${bell(230, 386, main, accent)}</g>${bell(168, 532, main, accent)}`

export const kettlebell: Draw = (main, accent) => `${ground(400, 690, 124)}
<path d="M296 460c-34-120-12-210 104-210s138 90 104 210" fill="none" stroke="${main.deep}" stroke-width="50"/>
<path d="M292 450c-30-112-10-194 108-194" fill="none" stroke="${main.light}" stroke-width="14" stroke-linecap="round"/>
<path d="M400 398c98 0 158 66 158 152 0 64-30 116-64 140H306c-34-24-64-76-64-140 0-86 60-152 158-152Z" fill="${main.ball}"/>
<circle cx="404" cy="556" r="66" fill="${accent.base}"/><circle cx="404" cy="556" r="54" fill="none" stroke="#fff" stroke-width="4" opacity=".7"/>
<circle cx="404" cy="556" r="16" fill="#fff" opacity=".8"/>`

export const mat: Draw = (main, accent) => `${ground(410, 690, 240)}
<path d="M330 520c0-150 180-150 180 0" fill="none" stroke="${accent.base}" stroke-width="18"/>
<rect x="176" y="510" width="480" height="180" rx="66" fill="${main.lying}"/>
<path d="M300 510h34v180h-34ZM506 510h34v180h-34Z" fill="${accent.lying}"/>
<ellipse cx="206" cy="600" rx="56" ry="90" fill="${main.light}"/>
<path d="M206 600c10-14 22-4 20 14s-26 26-36-4 14-66 34-46 24 70-8 100-52-34-44-78 42-78 60-48" fill="none" stroke="${main.deep}" stroke-width="6" opacity=".75"/>
<path d="M262 540h366" stroke="#fff" stroke-width="8" opacity=".18" stroke-linecap="round"/>`

export const roller: Draw = (main, accent) => `${ground(400, 690, 118)}
<path d="M286 300h228v352c0 24-50 38-114 38s-114-14-114-38Z" fill="${main.round}"/>
${[372, 444, 516, 588].map((y) => `<path d="M286 ${y}c0 20 50 34 114 34s114-14 114-34v26c0 20-50 34-114 34s-114-14-114-34Z" fill="${main.deep}" opacity=".35"/>`).join('')}
<ellipse cx="400" cy="300" rx="114" ry="38" fill="${main.light}"/><ellipse cx="400" cy="300" rx="72" ry="23" fill="${accent.dark}"/><ellipse cx="400" cy="306" rx="62" ry="17" fill="${accent.deep}"/>
${gleam(316, 350, 290, 0.24)}`

export const dropper: Draw = (main, accent) => `${ground(400, 690, 98)}
<rect x="366" y="164" width="68" height="130" rx="32" fill="#2f2b28"/><rect x="380" y="184" width="10" height="90" rx="5" fill="#fff" opacity=".25"/>
<rect x="346" y="274" width="108" height="76" rx="8" fill="${accent.round}"/><path d="M346 300h108M346 322h108" stroke="${accent.deep}" stroke-width="3" opacity=".45"/>
<path d="M362 350h76v20c0 22 64 26 64 70v214c0 24-14 36-36 36H334c-22 0-36-12-36-36V440c0-44 64-48 64-70Z" fill="${main.round}"/>
<path d="M394 350h12v250h-12Z" fill="#fff" opacity=".16"/><path d="M298 630h204v24c0 24-14 36-36 36H334c-22 0-36-12-36-36Z" fill="${main.deep}" opacity=".5"/>
${label(298, 460, 204, 150, main.dark)}${gleam(318, 440, 200, 0.35)}`

export const pump: Draw = (main, accent) => `${ground(400, 690, 120)}
<path d="M286 222c0-16 10-26 28-26h108c22 0 32 10 32 28v22H328v10c0 16-42 14-42-4Z" fill="${accent.base}"/><rect x="388" y="244" width="28" height="74" fill="${accent.dark}"/>
<rect x="346" y="304" width="112" height="62" rx="10" fill="${accent.round}"/>
<path d="M346 360h112c0 26 60 26 60 80v206c0 30-18 44-46 44H332c-28 0-46-14-46-44V440c0-54 60-54 60-80Z" fill="${main.round}"/>
${label(322, 452, 156, 170, accent.base)}${gleam(306, 450, 200)}`

export const balm: Draw = (
  main,
  accent,
) => `${ground(370, 690, 150)}<g transform="translate(-30 -36)">${ground(640, 690, 80)}</g>
<g transform="translate(356 432) scale(.62)"><rect x="244" y="120" width="312" height="104" rx="24" fill="${accent.round}"/><rect x="254" y="214" width="292" height="150" rx="34" fill="${main.round}"/></g>
<rect x="226" y="530" width="300" height="160" rx="38" fill="${main.round}"/><rect x="216" y="430" width="320" height="112" rx="26" fill="${accent.round}"/>
<path d="M216 524h320" stroke="${accent.deep}" stroke-width="4" opacity=".4"/><ellipse cx="376" cy="616" rx="92" ry="42" fill="#FBF6EC"/><path d="M332 610h88M350 628h52" stroke="#3a2a1c" stroke-width="5" stroke-linecap="round" opacity=".7"/>
${gleam(246, 452, 66, 0.4)}${gleam(250, 560, 90, 0.3)}`

export const pills: Draw = (main, accent) => `${ground(400, 690, 112)}
<rect x="286" y="330" width="228" height="360" rx="40" fill="${main.round}"/><rect x="300" y="310" width="200" height="34" fill="${main.dark}"/>
<rect x="282" y="234" width="236" height="92" rx="16" fill="#F4F0E8"/><rect x="430" y="234" width="88" height="92" rx="16" fill="#000" opacity=".1"/>
<path d="${Array.from({ length: 14 }, (_, i) => `M${296 + i * 16} 246v70`).join('')}" stroke="#b9b0a2" stroke-width="3" opacity=".6"/>
<rect x="286" y="412" width="228" height="196" fill="#FBF6EC"/><rect x="286" y="412" width="228" height="26" fill="${accent.base}"/>
<path d="M400 548c-44-10-60-38-58-78 40 0 62 26 58 78Zm0 0c-4-40 14-62 50-66 2 36-14 60-50 66Z" fill="${accent.base}"/><path d="M346 578h108" stroke="#3a2a1c" stroke-width="5" stroke-linecap="round" opacity=".7"/>
${gleam(306, 352, 310, 0.3)}`

const fold = (y: number, fill: string, edge: string, inset: number) =>
  `<path d="M${210 + inset} ${y}h${370 - inset * 2}c26 0 40 18 40 44s-14 44-40 44H${210 + inset}c-26 0-40-18-40-44s14-44 40-44Z" fill="${fill}"/>
<path d="M${196 + inset} ${y + 44}h${400 - inset * 2}" stroke="${edge}" stroke-width="5" opacity=".45"/>
<path d="M${560 - inset} ${y + 10}c22 8 22 60 0 68" stroke="${edge}" stroke-width="4" opacity=".4" fill="none"/>`

export const towels: Draw = (main, accent) => `${ground(396, 690, 224)}
${fold(602, main.down, main.deep, 0)}${fold(516, accent.down, accent.deep, 8)}${fold(430, main.down, main.deep, 4)}${fold(344, accent.down, accent.deep, 14)}
<path d="M300 602h26v88h-26ZM338 602h10v88h-10ZM300 430h26v88h-26ZM338 430h10v88h-10Z" fill="${accent.base}" opacity=".75"/>`
