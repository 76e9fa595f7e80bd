const words = (text: string) => text.trim().split(/\s+/)

/** From frequent to rare. */
export const firstNames = words(`
  Maya Kofi Inés Theo Sora Lena Adam Noor Zoë Mateo Anna José Yuki Chloé Omar Søren Priya Luca Marie Björn Amara
  Jürgen Elif Tomás Grace Łukasz Nadia Hugo Renée Ivan Léa Samuel Mónica Ravi Ingrid Diego Åsa Kenji Fatima Émile
  Rosa André Mei Oskar Núria Jonas Sofía Femi Žofia Daniel Aoife Pál Leïla Viktor Beyza Raúl Hana Florian Siân Chidi`)

/** From frequent to rare. */
export const lastNames = words(`
  Okafor Lindqvist Moreau Tanaka Silva Novák García Müller Rossi Sato Jensen Nguyễn Kowalski López Dubois Andersson
  Şahin Haddad Ferreira Schmidt Murphy Çelik Pérez Ivanova Björk Mensah Costa Fernández Nagy Laurent Hansen Adeyemi
  Bianchi Muñoz Fischer Kovács Petit Sørensen Reyes Yılmaz Weber Castellanos Dvořák Ito Martínez Larsen Gonçalves Ozturk
  Fontaine Krüger Solheim Vázquez Marchetti Østergaard Bauer Lefèvre Szabó Rahman Quiñones Steiner Grünwald Achterberg
  Þorsteinsdóttir Wąsik Villanueva Abernathy Horvath Deschênes Takahashi Ngata Featherstone Ibáñez Brânză Zetterström`)
