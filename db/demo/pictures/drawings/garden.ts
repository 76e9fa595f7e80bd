import { type Draw, gleam, ground } from '../drawing.ts'

export const wateringCan: Draw = (main, accent) => `${ground(420, 690, 170)}
<path d="M320 610C240 590 210 500 170 400" stroke="${main.dark}" stroke-width="44" fill="none"/><path d="M312 594C250 570 222 490 184 396" stroke="${main.pale}" stroke-width="9" fill="none" opacity=".6"/>
<g transform="translate(12 30) rotate(-24 158 372)"><path d="M134 384h48l26-52h-100Z" fill="${accent.round}"/><ellipse cx="158" cy="332" rx="52" ry="14" fill="${accent.light}"/></g>
<path d="M540 420c110 10 120 190-6 220" stroke="${accent.base}" stroke-width="24" fill="none" stroke-linecap="round"/><path d="M336 396c10-120 170-120 190 0" stroke="${accent.dark}" stroke-width="22" fill="none"/>
<path d="M304 396h250v254c0 26-14 40-40 40H344c-26 0-40-14-40-40Z" fill="${main.round}"/><ellipse cx="429" cy="396" rx="125" ry="26" fill="${main.deep}"/><path d="M304 396a125 26 0 0 1 170-24l-170 50Z" fill="${main.pale}"/>
<path d="M304 470h250M304 620h250" stroke="${main.deep}" stroke-width="6" opacity=".4"/>${gleam(334, 440, 210, 0.3)}`

const tool = (x: number, main: Parameters<Draw>[0], accent: Parameters<Draw>[1], blade: string) =>
  `<g transform="translate(${x} 0)"><rect x="-26" y="120" width="52" height="230" rx="24" fill="${accent.round}"/><path d="M-26 160h52M-26 176h52" stroke="${accent.deep}" stroke-width="4" opacity=".5"/><circle cy="142" r="8" fill="${accent.deep}"/><rect x="-14" y="340" width="28" height="100" fill="${main.round}"/>${blade}</g>`

export const trowel: Draw = (
  main,
  accent,
) => `<g transform="translate(22 24)" fill="#1a1008" opacity=".2"><rect x="272" y="120" width="52" height="320" rx="24" transform="rotate(12 298 400)"/><rect x="478" y="120" width="52" height="320" rx="24" transform="rotate(-10 502 400)"/></g>
<g transform="rotate(12 300 400)">${tool(300, main, accent, `<path d="M-66 470c0-40 40-44 66-44s66 4 66 44c0 100-30 170-66 220-36-50-66-120-66-220Z" fill="${main.round}"/><path d="M0 450v200" stroke="${main.deep}" stroke-width="6" opacity=".5"/>`)}</g>
<g transform="rotate(-10 500 400)">${tool(500, main, accent, `<path d="M-70 680V500c0-44 30-64 70-64s70 20 70 64v180l-14-30V510c0-16-10-24-28-24v194L14 650V486h-28v164l-14 30V486c-18 0-28 8-28 24v140Z" fill="${main.round}"/>`)}</g>`

export const birdhouse: Draw = (
  main,
  accent,
) => `<rect x="384" y="640" width="32" height="60" fill="#7A5A3C"/>${ground(400, 694, 90)}
<path d="M270 380 400 250l130 130v270H270Z" fill="${main.slant}"/><path d="M400 250l130 130v270H400Z" fill="${main.deep}" opacity=".16"/>
${[440, 500, 560, 610].map((y) => `<path d="M270 ${y}h260" stroke="${main.deep}" stroke-width="4" opacity=".35"/>`).join('')}
<path d="M212 412 400 212l188 200-30 30-158-166-158 166Z" fill="${accent.slant}"/><path d="M400 212l188 200-30 30-158-166Z" fill="${accent.deep}" opacity=".4"/>
<circle cx="400" cy="470" r="56" fill="${main.pale}"/><circle cx="400" cy="470" r="46" fill="#2a1c14"/><rect x="388" y="548" width="24" height="20" rx="6" fill="${accent.dark}"/><path d="M400 558h62" stroke="${accent.dark}" stroke-width="12" stroke-linecap="round"/>
<rect x="244" y="640" width="312" height="26" rx="8" fill="${accent.down}"/>
<g transform="translate(446 534)"><path d="M-34 0c0-34 20-52 44-52 20 0 30 14 30 28 0 24-24 36-74 24Z" fill="#9BB9D2"/><path d="M40-30l18 6-18 8Z" fill="#D79B3A"/><circle cx="22" cy="-32" r="4.5" fill="#1f1e1b"/><path d="M-34 0l-26 12 6-20Z" fill="#456C80"/><path d="M-20-8c6-18 22-20 30-10-4 16-18 18-30 10Z" fill="#456C80"/></g>`
