import type { Tx } from '../ports.ts'

/** The form in which nicknames are compared: compatibility form, lower case, without invisible characters. */
export const nickKey = (nick: string): string =>
  nick
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .normalize('NFKC')

/** Names in which the house speaks. */
const reserved = ['admin', 'operator', 'support', 'system', 'maru', '관리자', '운영자', '고객센터', '고객지원', '마루']

/** Is this nickname, or what it looks like, a name of the house or of its staff? */
export async function looksLikeStaff(tx: Tx, siteId: number, nick: string): Promise<boolean> {
  const rows = await tx.query<{ username: string; nick: string; name: string }>(
    `select username, nick, name from member where site_id = $1 and kind = 'STAFF'`,
    [siteId],
  )
  const names = [...reserved, ...rows.flatMap((row) => [row.username, row.nick, row.name])].map(skeletonOf)
  const skeleton = skeletonOf(nick)
  const bare = skeleton.replace(/\d+$/, '')
  const begins = (name: string) => name.length >= (/[a-z]/.test(name) ? 5 : 3) && skeleton.startsWith(name)
  return names.some((name) => skeleton === name || bare === name || begins(name))
}

/** A nickname with each letter as the Latin one that it looks like. */
const skeletonOf = (nick: string): string =>
  nickKey(nick)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/./gu, (letter) => lookalikes.get(letter) ?? letter)
    .normalize('NFC')

/** Characters that look like a Latin letter, by that letter (after UTS 39, letters and digits only). */
const groups: Readonly<Record<string, string>> = {
  a: 'аɑα4',
  b: 'вЬь',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еєε3',
  g: 'ɡ',
  h: 'һн',
  i: 'іιıl1ӏ',
  j: 'ј',
  k: 'кκ',
  m: 'м',
  n: 'пη',
  o: 'оοσ0',
  p: 'рρ',
  q: 'ԛ',
  r: 'г',
  s: 'ѕ5',
  t: 'тτ7',
  u: 'υս',
  v: 'ѵν',
  w: 'ԝω',
  x: 'хχ',
  y: 'уүγ',
  z: 'ᴢ2',
}
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries(groups).flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin] as const)),
)
