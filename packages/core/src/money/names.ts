/** Whether a bank names a person as he was verified: spelling, company forms, what follows a name, and where the bank cuts it do not matter. */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [foldedName(one), foldedName(other)]
  if (a === '' || b === '') return false
  return a === b || (isCut(one) && b.startsWith(a)) || (isCut(other) && a.startsWith(b))
}

/** A name as it is compared: full-width and composed letters, case, spaces and marks alike; no company form, bracket, honorific or number after it. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(companyForms, '')
    .replace(/\([^)]*\)?\s*$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\d+$/, '')
    .replace(/(?<=^[가-힣]{3,})님$/, '')

const companyForms =
  /\((?:주|유|사|재)\)|주식회사|유한회사|사단법인|재단법인|\b(?:co\.?,?\s*ltd\.?|inc\.?|corp\.?|llc)(?=\s|$)/g

/** Banks show at least so much of a name, a Hangul syllable as two: a shorter one is whole. */
const cutWidth = 14
const isCut = (name: string): boolean =>
  [...name.normalize('NFKC').trim()].reduce((width, letter) => width + (letter > '\u1100' ? 2 : 1), 0) >= cutWidth
