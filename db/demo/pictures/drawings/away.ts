import { type Draw, gleam, ground } from '../drawing.ts'

export const suitcase: Draw = (main, accent) => `${ground(400, 694, 158)}
<path d="M340 250V112h120v138" fill="none" stroke="#8f979c" stroke-width="16" stroke-linejoin="round"/><rect x="330" y="94" width="140" height="34" rx="16" fill="#3a3d40"/>
<circle cx="296" cy="686" r="18" fill="#2b2c2e"/><circle cx="504" cy="686" r="18" fill="#2b2c2e"/>
<rect x="242" y="224" width="316" height="452" rx="44" fill="${main.slant}"/>
${[292, 340, 388, 436, 484].map((x) => `<path d="M${x} 262v376" stroke="${main.deep}" stroke-width="10" stroke-linecap="round" opacity=".45"/><path d="M${x + 8} 262v376" stroke="${main.pale}" stroke-width="4" stroke-linecap="round" opacity=".5"/>`).join('')}
<path d="M242 446h316" stroke="${main.deep}" stroke-width="6" opacity=".6"/><rect x="372" y="424" width="56" height="44" rx="8" fill="${accent.round}"/>
<path d="M470 128c30 30 44 60 40 96" stroke="${accent.dark}" stroke-width="7" fill="none"/><path d="M486 220l48-8 10 80c1 12-4 18-14 19l-22 3c-10 1-16-4-17-15Z" fill="${accent.base}"/><circle cx="512" cy="232" r="6" fill="#FBF6EC"/><path d="M504 262l22-4M506 278l22-4" stroke="#FBF6EC" stroke-width="5" stroke-linecap="round"/>
${gleam(262, 290, 320, 0.28)}`

export const backpack: Draw = (main, accent) => `${ground(400, 690, 170)}
<path d="M358 176c0-70 84-70 84 0" fill="none" stroke="${accent.dark}" stroke-width="18"/>
<path d="M230 420c-34 30-40 130-26 200M570 420c34 30 40 130 26 200" fill="none" stroke="${accent.dark}" stroke-width="26" stroke-linecap="round"/>
<path d="M236 350c0-130 70-190 164-190s164 60 164 190v280c0 40-22 60-62 60H298c-40 0-62-20-62-60Z" fill="${main.slant}"/>
<path d="M236 372c0-20 0-40 4-60h320c4 20 4 40 4 60Z" fill="#000" opacity=".09"/>
<path d="M244 300c18-90 74-140 156-140s138 50 156 140c4 40-10 62-44 62H288c-34 0-48-22-44-62Z" fill="${main.light}"/>
<path d="M276 362h248" stroke="${main.deep}" stroke-width="4" opacity=".5"/>
<rect x="276" y="466" width="248" height="196" rx="34" fill="${main.base}"/><path d="M276 500c0-24 12-34 34-34h180c22 0 34 10 34 34v16H276Z" fill="${main.dark}" opacity=".6"/><path d="M286 516h228" stroke="${accent.base}" stroke-width="6" stroke-dasharray="10 7"/>
${[318, 458].map((x) => `<rect x="${x}" y="300" width="24" height="136" rx="8" fill="${accent.down}"/><rect x="${x - 6}" y="404" width="36" height="30" rx="6" fill="none" stroke="#D8B878" stroke-width="7"/>`).join('')}
<rect x="376" y="566" width="48" height="34" rx="4" fill="${accent.base}"/>`

export const lantern: Draw = (
  main,
  accent,
) => `<circle cx="400" cy="500" r="330" fill="url(#glow)"/>${ground(400, 690, 112)}
<path d="M304 330c-30-190 222-190 192 0" fill="none" stroke="${accent.dark}" stroke-width="12"/>
<rect x="318" y="380" width="164" height="240" rx="30" fill="#FFE7B0"/><rect x="318" y="380" width="164" height="240" rx="30" fill="${main.light}" opacity=".14"/>
<ellipse cx="400" cy="516" rx="52" ry="80" fill="#FFF7DF"/><path d="M400 440c26 40 34 60 34 80 0 24-14 38-34 38s-34-14-34-38c0-20 8-40 34-80Z" fill="#F8BC55"/>
<path d="M300 388l28-62h144l28 62c4 10-2 16-12 16H312c-10 0-16-6-12-16Z" fill="${main.round}"/><rect x="350" y="286" width="100" height="46" rx="14" fill="${main.round}"/><circle cx="400" cy="278" r="14" fill="none" stroke="${accent.base}" stroke-width="8"/>
<path d="M296 606h208l14 62c3 14-4 22-18 22H300c-14 0-21-8-18-22Z" fill="${main.round}"/><rect x="282" y="600" width="236" height="20" rx="10" fill="${main.dark}"/><circle cx="400" cy="652" r="16" fill="${accent.base}"/>
<path d="M330 400v206M470 400v206" stroke="${main.dark}" stroke-width="8"/>${gleam(346, 410, 170, 0.6)}`

export const tent: Draw = (main, accent) => `${ground(410, 690, 260)}
<path d="M70 690 400 236M730 690 420 236" stroke="#7d6a52" stroke-width="4" opacity=".6"/>
<path d="M400 220 130 690h560Z" fill="${main.slant}"/><path d="M400 220 690 690H560Z" fill="${main.deep}" opacity=".55"/>
<path d="M400 300 286 690h236Z" fill="#3a2a1c"/><path d="M400 420 320 690h170Z" fill="#F6C873" opacity=".75"/><path d="M400 540 356 690h98Z" fill="#FFE9BD" opacity=".8"/>
<path d="M400 300c-20 160-60 300-114 390h-50Z" fill="${accent.base}"/><path d="M400 300c20 150 70 300 122 390h44Z" fill="${accent.dark}"/>
<path d="M300 500l-22 20M514 500l22 20" stroke="#FBF6EC" stroke-width="6" stroke-linecap="round"/>
<path d="M400 220v-44" stroke="#7d6a52" stroke-width="8" stroke-linecap="round"/><path d="M404 176l54 16-54 18Z" fill="${accent.base}"/>`

export const beanie: Draw = (main, accent) => `${ground(400, 690, 216)}
<circle cx="400" cy="182" r="66" fill="${accent.ball}"/><path d="${Array.from({ length: 16 }, (_, i) => `M400 182l${Math.round(62 * Math.cos(i * 0.393))} ${Math.round(62 * Math.sin(i * 0.393))}`).join('')}" stroke="${accent.pale}" stroke-width="5" opacity=".35"/>
<path d="M214 570c-20-230 60-340 186-340s206 110 186 340Z" fill="${main.slant}"/>
${[-150, -100, -50, 0, 50, 100, 150].map((x) => `<path d="M${400 + x * 0.4} 238c${x * 0.5} 80 ${x * 0.7} 200 ${x * 0.75} 320" stroke="${main.deep}" stroke-width="6" opacity=".35" fill="none"/>`).join('')}
<rect x="184" y="528" width="432" height="162" rx="54" fill="${main.down}"/><path d="${Array.from({ length: 15 }, (_, i) => `M${214 + i * 27} 546v126`).join('')}" stroke="${main.deep}" stroke-width="7" opacity=".35" stroke-linecap="round"/>
<rect x="500" y="584" width="64" height="50" rx="6" fill="${accent.base}"/><path d="M514 602h36M520 616h24" stroke="#FBF6EC" stroke-width="5" stroke-linecap="round"/>`
